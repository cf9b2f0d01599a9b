import { useEffect, useMemo, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare } from '../parts/format.js'
import { Empty, Fault } from '../parts/notices.js'
import { OriginalPane } from '../messages/original-pane.js'
import { Original } from '../messages/original.js'
import { Recalled } from '../messages/recalled.js'
import { StripCanvas } from '../parts/strip-canvas.js'
import { RunTable, StripKey } from '../parts/strip-key.js'
import { useMoment, type Moment } from '../state/moment.js'
import { nameOf } from '../state/pick-rows.js'
import { addressOf } from '../state/route.js'
import type { ContextStatus, SessionData, SessionProps } from '../state/session.js'
import { ForkButton } from './snapshots/fork.js'
import { cellsOf, describeLook, RECALLED, type Cells } from '../strip/cells.js'
import { Whereabouts } from '../strip/whereabouts.js'

interface StripProps {
  client: PalimpsestClient
  data: SessionData
  /** Message that the address opens; null: none. */
  seq: number | null
  /** Called with the earlier moment that is shown; null: now. */
  onMoment: (past: Moment | null) => void
}

/** The strip: every message of the session as a cell, now or at any earlier moment. */
export function StripView({ client, data, seq, onMoment }: StripProps) {
  const { session } = data
  const count = session.messageCount
  /** null: the newest message, which changes while someone watches. */
  const [cursor, setCursor] = useState<number | null>(seq)
  const [opened, setOpened] = useState<number | null>(seq)
  useEffect(() => {
    if (seq === null) return
    setCursor(seq)
    setOpened(seq)
  }, [seq])
  const { chosen, setMoment, past, fault } = useShownMoment({ client, sessionId: session.id }, onMoment)
  // While an earlier moment is read, the one before remains visible.
  const { newest, entries, checkpoints } = past ? { newest: past.seq, ...past } : { newest: count, ...data }
  const cells = useMemo(() => cellsOf(entries, checkpoints, { newest, count }), [entries, checkpoints, newest, count])
  if (count === 0) return <Empty title="No messages yet.">They appear here as soon as the app appends them.</Empty>
  return (
    <div class="strip-view">
      <div class="strip-column">
        <StripCanvas
          cells={cells}
          cursor={Math.min(cursor ?? count, count)}
          title={`${nameOf(session)}${past ? ` at message ${past.seq}` : ''}`}
          onCursor={setCursor}
          onOpen={setOpened}
        />
        <GoTo
          count={count}
          onSeq={(one) => {
            setCursor(one)
            setOpened(one)
          }}
        />
        <StripKey cells={cells} />
        <Scrubber count={count} seq={chosen} onSeq={setMoment} />
        {fault !== null && <Fault text={fault} />}
        <ContextLine past={past} status={past?.status ?? session.contextStatus} sessionId={session.id} />
        <RunTable cells={cells} />
      </div>
      <aside class="original" aria-label="Original message">
        <OriginalPane
          isOpen={opened !== null}
          hint="Click a cell, or press Enter on it, to read the message as it was received."
          onClose={() => setOpened(null)}
        >
          {opened !== null && <OpenedMessage client={client} data={data} seq={opened} past={past} cells={cells} />}
        </OriginalPane>
      </aside>
    </div>
  )
}

interface OpenedMessageProps {
  client: PalimpsestClient
  data: SessionData
  seq: number
  past: Moment | null
  cells: Cells
}

/** A message as it was received, where it is at the moment, and what was recalled for it. */
function OpenedMessage({ client, data, seq, past, cells }: OpenedMessageProps) {
  const { session } = data
  const { entries, checkpoints } = past ?? data
  const newest = past?.seq ?? session.messageCount
  return (
    <>
      <Original
        key={seq}
        client={client}
        sessionId={session.id}
        seq={seq}
        then={past ? describeLook(cells, seq) : null}
      >
        <Whereabouts {...{ seq, entries, checkpoints, newest, session }} />
        <ForkButton client={client} sessionId={session.id} from={{ seq }} where={`message ${seq}`} />
      </Original>
      {isRecalledFor(cells, seq) && (
        <section class="message" aria-label={`Recalled for message ${seq}`}>
          <h3>Recalled before it</h3>
          <Recalled client={client} sessionId={session.id} seq={seq} hasQuotes />
        </section>
      )}
    </>
  )
}

/** Returns the moment that a person chose, once it is read, and reports it. */
function useShownMoment(session: SessionProps, onMoment: StripProps['onMoment']) {
  const [chosen, setMoment] = useState<number | null>(null)
  const { data, fault } = useMoment(session, chosen)
  const past = chosen === null ? null : data
  useEffect(() => onMoment(past), [past])
  useEffect(() => () => onMoment(null), [])
  return { chosen, setMoment, past, fault: chosen === null ? null : fault }
}

const isRecalledFor = ({ marks }: Cells, seq: number) => ((marks[seq - 1] ?? 0) & RECALLED) !== 0

interface ContextLineProps {
  past: Moment | null
  status: ContextStatus
  sessionId: string
}

/** How large the context of the moment is, and the way to its entries. */
function ContextLine({ past, status, sessionId }: ContextLineProps) {
  const item = past === null ? {} : { item: `@${past.seq}` }
  return (
    <h2>
      {past ? `Context at message ${formatInteger(past.seq)}` : 'Context now'}
      <small>
        {' '}
        {formatInteger(status.used)} of {formatInteger(status.limit)} tokens, {formatShare(status.utilization)} ·{' '}
        <a href={addressOf({ view: 'session', sessionId, tab: 'context', ...item })}>
          Read {past ? 'this' : 'the'} context entry by entry
        </a>
      </small>
    </h2>
  )
}

/** Opens a message by its number. */
function GoTo({ count, onSeq }: { count: number; onSeq: (seq: number) => void }) {
  return (
    <label class="go-to">
      Go to message{' '}
      <input
        type="number"
        min={1}
        max={count}
        placeholder={`1 to ${count}`}
        onChange={({ currentTarget: { valueAsNumber: seq } }) => {
          if (Number.isInteger(seq) && seq >= 1 && seq <= count) onSeq(seq)
        }}
      />
    </label>
  )
}

/** Chooses the moment: the message that was the newest. */
function Scrubber({ count, seq, onSeq }: { count: number; seq: number | null; onSeq: (seq: number | null) => void }) {
  const at = seq ?? count
  return (
    <div class="scrubber">
      <label>
        <span>
          Moment: {seq === null ? 'now' : `message ${formatInteger(seq)}`} of {formatInteger(count)}
        </span>
        <input
          type="range"
          min={1}
          max={count}
          value={at}
          aria-label="Moment"
          aria-valuetext={seq === null ? 'now' : `message ${seq}`}
          onInput={(event) => {
            const value = event.currentTarget.valueAsNumber
            onSeq(value >= count ? null : value)
          }}
        />
      </label>
      <button type="button" disabled={seq === null} onClick={() => onSeq(null)}>
        Now
      </button>
    </div>
  )
}
