import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Event } from '@palimpsest/client'
import { lineOf } from '../parts/event-text.js'
import { formatClock, formatInteger, formatTime } from '../parts/format.js'
import { Empty, Loading } from '../parts/notices.js'
import { VirtualRows } from '../parts/virtual-rows.js'
import type { Feed, FeedStart } from '../state/feed.js'
import { nameOf } from '../state/pick-rows.js'
import { addressOf } from '../state/route.js'
import { sessions } from '../state/sessions.js'

/** Heights of a row in px: one line on a wide screen, two on a phone. Set in time.css, too. */
const ROW_PX = 36
const PHONE_ROW_PX = 60
const PHONE = '(max-width: 720px)'

interface RowsProps {
  feed: Feed
  opened: Event | null
  open: (event: Event) => void
  /** null: everything is shown already. */
  replay: ((start: FeedStart) => void) | null
}

function Titles() {
  return (
    <div class="event-row head" role="row">
      {['Time', 'Type', 'Session', 'What'].map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
    </div>
  )
}

/** The events of a feed, newest first. */
export function EventRows({ feed, opened, open, replay }: RowsProps) {
  const { events, status, dropped } = feed.state.value
  const total = dropped + events.length
  // While the person reads further down, the list does not move.
  const [frozen, setFrozen] = useState<{ events: readonly Event[]; total: number } | null>(null)
  useEffect(() => setFrozen(null), [feed])
  const shown = frozen?.events ?? events
  const names = useMemo(() => new Map(sessions.value.rows.map((row) => [row.id, nameOf(row)])), [sessions.value.rows])
  if (shown.length === 0) {
    if (status === 'connecting' || status === 'replaying') return <Loading what="events" />
    return (
      <Empty title="No events here yet.">
        New events appear by themselves.{' '}
        {replay !== null && (
          <button type="button" onClick={() => replay({ kind: 'beginning' })}>
            Replay from the beginning
          </button>
        )}
      </Empty>
    )
  }
  const isPhone = matchMedia(PHONE).matches
  const fresh = frozen === null ? 0 : total - frozen.total
  return (
    <div class="event-table" role="table" aria-label="Events, newest first" aria-rowcount={shown.length + 1}>
      {fresh > 0 && <p class="fresh hint">{formatInteger(fresh)} newer events above. Scroll to the top to see them.</p>}
      <VirtualRows
        count={shown.length}
        rowPx={isPhone ? PHONE_ROW_PX : ROW_PX}
        head={<Titles />}
        onTop={(isTop) => setFrozen(isTop ? null : (old) => old ?? { events, total })}
        row={(index) => {
          const event = shown[shown.length - 1 - index]!
          return (
            <EventRow
              key={event.cursor}
              event={event}
              index={index}
              session={event.sessionId === null ? '' : (names.get(event.sessionId) ?? event.sessionId)}
              isOpen={event.cursor === opened?.cursor}
              open={open}
            />
          )
        }}
      />
    </div>
  )
}

interface EventRowProps {
  event: Event
  index: number
  session: string
  isOpen: boolean
  open: (event: Event) => void
}

function EventRow({ event, index, session, isOpen, open }: EventRowProps) {
  return (
    <div class={`event-row ${isOpen ? 'selected' : ''}`} role="row" aria-rowindex={index + 2}>
      <span role="cell" class="when">
        <time dateTime={event.at} title={formatTime(event.at)}>
          {formatClock(event.at)}
        </time>
      </span>
      <span role="cell" class="what">
        <button type="button" class="text" onClick={() => open(event)}>
          {event.type}
        </button>
      </span>
      <span role="cell" class="whose" title={event.sessionId ?? 'the service'}>
        {session === '' ? 'service' : session}
      </span>
      <span role="cell" class="line">
        {lineOf(event)}
      </span>
    </div>
  )
}

interface DetailsProps {
  event: Event
  replay: (start: FeedStart) => void
  close: () => void
}

export function EventDetails({ event, replay, close }: DetailsProps) {
  const { type, at, sessionId, cursor, data } = event
  return (
    <aside class="card event-details" aria-label="Event">
      <div class="title-line">
        <h2>{type}</h2>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
      <p class="facts">
        {formatTime(at)}
        {sessionId !== null && (
          <>
            {' · '}
            <a href={addressOf({ view: 'session', sessionId, tab: 'strip' })}>Open the session</a>
            {event.type === 'context-rewritten' && (
              <>
                {' · '}
                <a href={addressOf({ view: 'session', sessionId, tab: 'cuts', item: String(event.data.version) })}>
                  What the cut changed
                </a>
              </>
            )}
          </>
        )}
      </p>
      <p class="facts exact">cursor {cursor}</p>
      <button type="button" onClick={() => replay({ kind: 'after', cursor })}>
        Replay from here
      </button>
      <pre class="long-text" tabIndex={0}>
        {JSON.stringify(data, null, 2)}
      </pre>
    </aside>
  )
}
