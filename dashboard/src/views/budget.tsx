import { useMemo, useState } from 'preact/hooks'
import { BudgetChart } from '../parts/budget-chart.js'
import { formatInteger, formatShare, formatTime, pluralize } from '../parts/format.js'
import { CUT_WORDS } from '../parts/words.js'
import { KIND_TITLES, KINDS } from '../parts/kinds.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { numbers, TableHead } from '../parts/table-head.js'
import { WideTable } from '../parts/wide-table.js'
import { cachedShare, describeCut, type BudgetPoint, type CutMark, type Kept } from '../budget/log.js'
import type { Axis } from '../budget/plots.js'
import { addressOf } from '../state/route.js'
import { useBudgetLog, useKept } from '../state/budget.js'
import type { SessionProps } from '../state/session.js'

/** The budget of a session over time: what filled the context, what each cut freed, and what a prompt cache keeps. */
export function BudgetView(session: SessionProps) {
  const { log, isRead, fault, reload } = useBudgetLog(session)
  const kept = useKept(session, log.cuts)
  const [axis, setAxis] = useState<Axis>('message')
  const [chosen, setCursor] = useState<number | null>(null)
  const { points } = log
  // Without a choice, the cursor follows the newest point.
  const cursor = Math.min(chosen ?? Infinity, points.length - 1)
  if (points.length === 0) {
    if (fault !== null) return <Fault text={fault} retry={reload} />
    if (!isRead) return <Loading what="the budget" />
    return <Empty title="Nothing recorded yet.">The first message begins the chart.</Empty>
  }
  return (
    <div class="budget-view">
      {fault !== null && <Fault text={fault} retry={reload} />}
      <div class="toolbar">
        <div class="choice" role="group" aria-label="Horizontal axis">
          <button type="button" aria-pressed={axis === 'message'} onClick={() => setAxis('message')}>
            By message
          </button>
          <button type="button" aria-pressed={axis === 'time'} onClick={() => setAxis('time')}>
            By time
          </button>
        </div>
        <span class="hint" role="status">
          {pluralize(log.cuts.length, 'cut')}
        </span>
      </div>
      <ChartKey />
      <PointCard sessionId={session.sessionId} point={points[cursor]!} kept={kept} />
      <BudgetChart
        points={points}
        kept={kept}
        axis={axis}
        cursor={cursor}
        onCursor={(index) => setCursor(index === points.length - 1 ? null : index)}
      />
      <CutTable sessionId={session.sessionId} cuts={log.cuts} kept={kept} />
      <PointTable points={points} kept={kept} />
    </div>
  )
}

function ChartKey() {
  return (
    <ul class="chart-key" aria-label="Key">
      {KINDS.map((kind) => (
        <li key={kind}>
          <i class={`fill ${kind}`} aria-hidden="true" /> {KIND_TITLES[kind]}
        </li>
      ))}
      <li>
        <i class="limit-key" aria-hidden="true" /> Limit
      </li>
      <li>
        <i class="trigger-key" aria-hidden="true" /> Compression starts
      </li>
      <li>
        <i class="cut-key" aria-hidden="true" /> Cut
      </li>
      <li>
        <i class="cache-key" aria-hidden="true" /> Kept by a prompt cache
      </li>
    </ul>
  )
}

/** What the cursor is on. */
function PointCard({ sessionId, point, kept }: { sessionId: string; point: BudgetPoint; kept: Kept }) {
  const share = cachedShare(point, kept)
  return (
    <section class="card point-card" aria-live="polite" aria-label="At the cursor">
      <p>
        <strong>{point.message === 0 ? 'Before the first message' : `Message ${formatInteger(point.message)}`}</strong>{' '}
        <time dateTime={new Date(point.time).toISOString()}>{formatTime(new Date(point.time).toISOString())}</time>
        <br />
        {formatInteger(point.used)} of {formatInteger(point.limit)} tokens, {formatShare(point.used / point.limit)}
        {share !== null && ` · a prompt cache keeps ${formatShare(share)}`}
      </p>
      {point.cuts.map((cut) => (
        <p key={cut.version} class="cut-line">
          {describeCut(cut)}; {pluralize(cut.removedBlocks, 'block')} removed or replaced.{' '}
          <a href={addressOf({ view: 'session', sessionId, tab: 'cuts', item: String(cut.version) })}>
            Show what changed
          </a>
        </p>
      ))}
      {point.cuts.length === 0 && <p class="hint">No cut here: the context only grew at its end.</p>}
    </section>
  )
}

/** Rows added by one click. */
const PAGE = 100

function CutTable({ sessionId, cuts, kept }: { sessionId: string; cuts: readonly CutMark[]; kept: Kept }) {
  const [shown, setShown] = useState(PAGE)
  const newest = useMemo(() => cuts.slice(-shown).reverse(), [cuts, shown])
  if (cuts.length === 0) return <p class="hint">No cuts yet: nothing left the context.</p>
  return (
    <details class="twin" open>
      <summary>Cuts as a table, newest first</summary>
      <WideTable title="Cuts">
        <table class="cut-table">
          <TableHead
            columns={['Message', 'Cut', 'Reason', ...numbers('Tokens before', 'After', 'Cache keeps'), 'Time']}
          />
          <tbody>
            {newest.map((cut) => (
              <tr key={cut.version}>
                <td>#{formatInteger(cut.message)}</td>
                <td>
                  <a href={addressOf({ view: 'session', sessionId, tab: 'cuts', item: String(cut.version) })}>
                    {CUT_WORDS[cut.kind]}
                  </a>
                </td>
                <td>{cut.reason}</td>
                <td class="number">{formatInteger(cut.tokensBefore)}</td>
                <td class="number">{formatInteger(cut.tokensAfter)}</td>
                <td class="number">{shareText(kept.get(cut.version))}</td>
                <td>
                  <time dateTime={cut.at}>{formatTime(cut.at)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <More rest={cuts.length - shown} add={() => setShown(shown + PAGE)} />
    </details>
  )
}

/** @param share null: it cannot be read; undefined: it was not read yet */
const shareText = (share: number | null | undefined) =>
  share === undefined ? '…' : share === null ? '–' : formatShare(share)

function PointTable({ points, kept }: { points: readonly BudgetPoint[]; kept: Kept }) {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const newest = isOpen ? points.slice(-shown).reverse() : []
  return (
    <details class="twin" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The chart as a table, newest first</summary>
      <WideTable title="Points of the chart">
        <table>
          <TableHead
            columns={[
              'Message',
              ...numbers('Tokens used', 'Limit', ...KINDS.map((kind) => KIND_TITLES[kind]), 'Cache keeps'),
            ]}
          />
          <tbody>
            {newest.map((point, index) => (
              <tr key={points.length - index}>
                <td>#{formatInteger(point.message)}</td>
                {[point.used, point.limit, ...point.parts].map((tokens, column) => (
                  <td key={column} class="number">
                    {formatInteger(tokens)}
                  </td>
                ))}
                <td class="number">{shareText(cachedShare(point, kept))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {isOpen && <More rest={points.length - shown} add={() => setShown(shown + PAGE)} />}
    </details>
  )
}

function More({ rest, add }: { rest: number; add: () => void }) {
  if (rest <= 0) return null
  return (
    <button type="button" onClick={add}>
      Show {formatInteger(Math.min(PAGE, rest))} more
    </button>
  )
}
