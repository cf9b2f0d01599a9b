import type { SessionSummary } from '@palimpsest/client'
import { compressionMark } from './compression-mark.js'
import { formatInteger, formatShare } from './format.js'
import { KIND_TITLES, KINDS, tokensByKind } from './kinds.js'

/** What fills the context of a session, as a stacked bar with a mark where compression starts. */

type Status = SessionSummary['contextStatus']

function segmentsOf({ breakdown }: Status) {
  const tokens = tokensByKind(breakdown)
  return KINDS.map((kind, index) => ({ kind, tokens: tokens[index]! }))
}

export function BudgetBar({ status }: { status: Status }) {
  const { limit, used, waiting = 0, utilization } = status
  const mark = compressionMark(status)
  const width = (tokens: number) => `${Math.min(100, (100 * tokens) / Math.max(limit, used + waiting, 1))}%`
  const label =
    `${formatInteger(used)} of ${formatInteger(limit)} tokens (${formatShare(utilization)})` +
    (mark === null ? '' : `, compression at ${formatInteger(mark)}`)
  return (
    <div class="bar" role="img" aria-label={label} title={label}>
      {segmentsOf(status).map(({ kind, tokens }) => (
        <span key={kind} class={`fill ${kind}`} style={{ width: width(tokens) }} />
      ))}
      {mark !== null && mark <= limit && <span class="mark" style={{ left: width(mark) }} />}
    </div>
  )
}

/** The same numbers as a table, with the patterns as a key. */
export function BudgetTable({ status }: { status: Status }) {
  const free = Math.max(0, status.limit - status.used)
  const mark = compressionMark(status)
  const filled = segmentsOf(status).filter(({ tokens }) => tokens > 0)
  return (
    <dl class="budget-key">
      {filled.map(({ kind, tokens }) => (
        <div key={kind}>
          <dt>
            <i class={`fill ${kind}`} aria-hidden="true" /> {KIND_TITLES[kind]}
          </dt>
          <dd>{formatInteger(tokens)}</dd>
        </div>
      ))}
      <div>
        <dt>
          <i class="fill free" aria-hidden="true" /> Free
        </dt>
        <dd>{formatInteger(free)}</dd>
      </div>
      {mark !== null && (
        <div>
          <dt>
            <i class="mark-key" aria-hidden="true" /> Compression starts at
          </dt>
          <dd>{formatInteger(mark)}</dd>
        </div>
      )}
    </dl>
  )
}
