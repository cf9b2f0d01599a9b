import { useEffect, useMemo } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { rowsOf } from '../../context/rows.js'
import { formatInteger, pluralize } from '../../parts/format.js'
import { Fault, Loading } from '../../parts/notices.js'
import { CopyButton } from '../../parts/copy-button.js'
import type { Moment } from '../../state/moment.js'
import { COPY_FORMATS, readRows, requestText, type ContextWithSources, type CopyFormat } from '../../state/read-rows.js'
import { addressOf } from '../../state/route.js'
import { useLive, type SessionData } from '../../state/session.js'
import type { Entry } from '../../strip/cells.js'
import { Fidelity } from './fidelity.js'
import { RowList } from './row-list.js'

interface ContextProps {
  client: PalimpsestClient
  data: SessionData
  /** What the address names: a row, and with `@12` in front an earlier moment. */
  item: string
  /** Called with the earlier moment that is shown; null: now. */
  onMoment: (past: Moment | null) => void
}

/** Everything the model is sent, in the order of the prompt: what happened to each entry, and why. */
export function ContextView({ client, data, item, onMoment }: ContextProps) {
  const { session } = data
  const { at, opened } = placeOf(item)
  const read = useMemo(
    () => (from: PalimpsestClient, sessionId: string, signal: AbortSignal) => readRows(from, { sessionId, at }, signal),
    [at],
  )
  const loaded = useLive({ client, sessionId: session.id }, read)
  // Until another moment is read, what was read before is not shown as it.
  const found = loaded.data !== null && (at === null || loaded.data.at === at) ? loaded.data : null
  const context = found?.context ?? null
  const checkpoints = found?.checkpoints ?? data.checkpoints
  useEffect(() => {
    onMoment(at === null || found === null ? null : momentOf(at, found))
  }, [at, found])
  useEffect(() => () => onMoment(null), [])
  const rows = useMemo(
    () => (found === null ? [] : rowsOf(found.context, { checkpoints, recalled: found.recalled })),
    [found, checkpoints],
  )
  return (
    <div class="prompt">
      {loaded.fault !== null && <Fault text={loaded.fault} retry={loaded.reload} />}
      {context === null && loaded.fault === null && <Loading what="the context" />}
      {context !== null && (
        <>
          <div class="prompt-head">
            <p class="hint">
              <b>{formatInteger(context.tokens)}</b> of {formatInteger(context.limit)} tokens in{' '}
              {pluralize(rows.length, 'entry', 'entries')}, in the order of the prompt
              {at !== null && `, as it was at message ${formatInteger(at)}`}.
              {context.contextStatus.waiting > 0 && ' The next read shrinks it first.'}{' '}
              {at !== null && <a href={addressOf({ view: 'session', sessionId: session.id, tab: 'context' })}>Now</a>}
            </p>
            <CopyAs client={client} sessionId={session.id} at={at ?? session.messageCount} />
          </div>
          <RowList
            key={at}
            rows={rows}
            opened={opened}
            at={at}
            client={client}
            sessionId={session.id}
            total={context.tokens}
          />
        </>
      )}
      {at === null && <Fidelity data={data} />}
    </div>
  )
}

/** Splits the item of an address: `@346:419` is row 419 of the context at message 346. */
function placeOf(item: string): { at: number | null; opened: string | null } {
  const [, at, row] = /^(?:@(\d{1,9}):?)?(.*)$/s.exec(item)!
  return { at: at === undefined ? null : Number(at), opened: row === '' ? null : row! }
}

function momentOf(seq: number, { context, checkpoints }: ContextWithSources): Moment {
  const { entries, tokens, contextStatus } = context
  return {
    seq,
    entries: (entries ?? []) as Entry[],
    checkpoints: checkpoints ?? new Map(),
    tokens,
    status: contextStatus,
  }
}

function CopyAs({ client, sessionId, at }: { client: PalimpsestClient; sessionId: string; at: number }) {
  if (at === 0) return null
  return (
    <div class="copy-as" role="group" aria-label="Copy the context as a request">
      <span>Copy as</span>
      {(Object.keys(COPY_FORMATS) as CopyFormat[]).map((format) => (
        <CopyButton
          key={format}
          title={COPY_FORMATS[format]}
          what={`the context as ${COPY_FORMATS[format]} JSON`}
          text={() => requestText(client, sessionId, { at, format })}
        />
      ))}
    </div>
  )
}
