import { useEffect, useMemo, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { EntryList, type Opened } from '../messages/entry-list.js'
import { formatInteger, formatShare } from '../parts/format.js'
import { Empty, Fault } from '../parts/notices.js'
import { OriginalPane } from '../messages/original-pane.js'
import { OpenedEntry } from '../messages/opened-entry.js'
import { StripCanvas } from '../parts/strip-canvas.js'
import { RunTable, StripKey } from '../parts/strip-key.js'
import { useMoment, type Moment } from '../state/moment.js'
import { nameOf } from '../state/pick-rows.js'
import { addressOf } from '../state/route.js'
import type { ContextStatus, SessionData, SessionProps } from '../state/session.js'
import { ForkButton } from './snapshots/fork.js'
import { cellsOf, describeLook } from '../strip/cells.js'

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
  const { session, checkpoints } = data
  const count = session.messageCount
  /** null: the newest message, which changes while someone watches. */
  const [cursor, setCursor] = useState<number | null>(seq)
  const [opened, setOpened] = useState<Opened | null>(messageOf(seq))
  useEffect(() => {
    if (seq === null) return
    setCursor(seq)
    setOpened(messageOf(seq))
  }, [seq])
  const { chosen, setMoment, past, fault } = useShownMoment({ client, sessionId: session.id }, onMoment)
  // While an earlier moment is read, the one before remains visible.
  const [newest, entries] = past ? [past.seq, past.entries] : [count, data.entries]
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
          onOpen={(seq) => setOpened(messageOf(seq))}
        />
        <StripKey cells={cells} />
        <Scrubber count={count} seq={chosen} onSeq={setMoment} />
        {fault !== null && <Fault text={fault} />}
        <ContextTitle past={past} status={past?.status ?? session.contextStatus} />
        <EntryList
          key={newest}
          entries={entries}
          selected={opened}
          onOpen={(entry) => {
            setCursor(entry.seq)
            setOpened(entry)
          }}
          onCheckpoint={(item) =>
            (location.hash = addressOf({ view: 'session', sessionId: session.id, tab: 'checkpoints', item }))
          }
        />
        <RunTable cells={cells} />
      </div>
      <aside class="original" aria-label="Original message">
        <OriginalPane
          isOpen={opened !== null}
          hint="Click a cell, or press Enter on it, to read the message as it was received."
          onClose={() => setOpened(null)}
        >
          <OpenedEntry
            opened={opened}
            client={client}
            sessionId={session.id}
            then={past && opened ? describeLook(cells, opened.seq) : null}
          >
            {opened && (
              <ForkButton
                client={client}
                sessionId={session.id}
                from={{ seq: opened.seq }}
                where={`message ${opened.seq}`}
              />
            )}
          </OpenedEntry>
        </OriginalPane>
      </aside>
    </div>
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

function ContextTitle({ past, status }: { past: Moment | null; status: ContextStatus }) {
  return (
    <h2>
      {past ? `Context at message ${formatInteger(past.seq)}` : 'Context now'}
      <small>
        {' '}
        {formatInteger(status.used)} of {formatInteger(status.limit)} tokens, {formatShare(status.utilization)}
      </small>
    </h2>
  )
}

const messageOf = (seq: number | null): Opened | null => (seq === null ? null : { kind: 'message', seq })

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
