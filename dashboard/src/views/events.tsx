import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Event, EventType, PalimpsestClient } from '@palimpsest/client'
import { TYPE_GROUPS } from '../parts/event-text.js'
import { formatInteger, formatTime } from '../parts/format.js'
import { Fault } from '../parts/notices.js'
import { Feed, FEED_MAX, type FeedStart } from '../state/feed.js'
import { useHealing } from '../state/healing.js'
import { nameOf } from '../state/pick-rows.js'
import { filters, setFilters } from '../state/route.js'
import { sessions } from '../state/sessions.js'
import { EventDetails, EventRows } from './events-rows.js'

/** The event log as it grows, or replayed from a point. */

interface Choice {
  /** Name or id, as typed. */
  session: string
  /** A type, a group of types, or empty for all. */
  type: string
}

export function EventsView({ client }: { client: PalimpsestClient }) {
  const { session = '', type = '' } = filters.value
  const choice: Choice = { session, type }
  const [start, replay] = useState<FeedStart>({ kind: 'now' })
  const sessionId = choice.session === '' ? null : idOf(choice.session)
  const [openedEvent, setOpened] = useState<Event | null>(null)
  const types = TYPE_GROUPS[choice.type] ?? (choice.type === '' ? [] : [choice.type as EventType])
  const isKnown = sessionId !== undefined
  // Another filter or start makes another feed.
  const feed = useMemo(
    () => new Feed(client, { sessionId: sessionId ?? null, types }, start),
    [client, sessionId, choice.type, start],
  )
  useEffect(() => {
    if (isKnown) feed.resume()
    return () => feed.stop()
  }, [feed, isKnown])
  useHealing(feed.state.value.fault, () => feed.resume())
  return (
    <section class="events" aria-labelledby="events-title">
      <div class="toolbar">
        <h1 id="events-title">Events</h1>
        <Filters choice={choice} set={(change) => setFilters({ ...change })} />
      </div>
      {!isKnown && <p class="form-fault">No session has this name or id.</p>}
      <Controls feed={feed} start={start} replay={replay} />
      <div class={`feed-columns ${openedEvent ? 'open' : ''}`}>
        <EventRows
          feed={feed}
          opened={openedEvent}
          open={setOpened}
          replay={start.kind === 'beginning' ? null : replay}
        />
        {openedEvent && <EventDetails event={openedEvent} replay={replay} close={() => setOpened(null)} />}
      </div>
    </section>
  )
}

/** Returns the id of a session by its name or id; undefined if there is none. */
function idOf(text: string): string | undefined {
  const wanted = text.trim()
  return sessions.value.rows.find((row) => row.id === wanted || row.externalId === wanted)?.id
}

/** Names that are offered while typing. */
const OFFERED = 50

function Filters({ choice, set }: { choice: Choice; set: (change: Partial<Choice>) => void }) {
  const typed = choice.session.trim().toLowerCase()
  const offered = sessions.value.rows.filter((row) => nameOf(row).toLowerCase().includes(typed)).slice(0, OFFERED)
  return (
    <div class="pickers">
      <input
        type="search"
        list="feed-sessions"
        placeholder="All sessions"
        aria-label="Session"
        value={choice.session}
        onInput={(event) => set({ session: event.currentTarget.value })}
      />
      <datalist id="feed-sessions">
        {offered.map((row) => (
          <option key={row.id} value={nameOf(row)} />
        ))}
      </datalist>
      <select aria-label="Type" value={choice.type} onChange={(event) => set({ type: event.currentTarget.value })}>
        <option value="">All types</option>
        {Object.entries(TYPE_GROUPS).map(([group, types]) => (
          <optgroup key={group} label={group}>
            <option value={group}>{group}: all</option>
            {types.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

const STARTS: readonly [title: string, minutes: number][] = [
  ['Last 5 minutes', 5],
  ['Last hour', 60],
  ['Last day', 1_440],
]

function Controls({ feed, start, replay }: { feed: Feed; start: FeedStart; replay: (start: FeedStart) => void }) {
  const { status, events, dropped, fault } = feed.state.value
  const isStopped = status === 'paused' || status === 'full'
  return (
    <>
      <div class="feed-controls">
        <button type="button" class="primary" onClick={() => (isStopped ? feed.resume() : feed.pause())}>
          {isStopped ? 'Continue' : 'Pause'}
        </button>
        <span role="status" class={`feed-status ${status}`}>
          {STATUS_TEXTS[status]}
        </span>
        <span class="hint">
          {formatInteger(events.length)} events
          {dropped > 0 && `, ${formatInteger(dropped)} older ones left the list`}
        </span>
        <ReplayForm start={start} replay={replay} />
      </div>
      {fault !== null && <Fault text={fault} retry={() => feed.resume()} />}
      {status === 'full' && (
        <p class="hint">The replay stopped after {formatInteger(FEED_MAX)} events. Continue reads on.</p>
      )}
    </>
  )
}

const STATUS_TEXTS = {
  connecting: 'Connecting',
  replaying: 'Replaying',
  live: 'Up to date',
  paused: 'Paused',
  full: 'Paused: list full',
  waiting: 'Reconnecting',
}

/** Chooses a point of the log. */
function ReplayForm({ start, replay }: { start: FeedStart; replay: (start: FeedStart) => void }) {
  const [time, setTime] = useState('')
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  return (
    <form
      class="replay"
      onSubmit={(event) => {
        event.preventDefault()
        if (time !== '') replay({ kind: 'since', at: new Date(`${time}Z`).toISOString() })
      }}
    >
      <select
        aria-label="Replay from"
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value === 'now' || value === 'beginning') replay({ kind: value })
          else if (value !== '') replay({ kind: 'since', at: ago(Number(value)) })
        }}
      >
        <option value="">{startText(start)}</option>
        <option value="now">New events only</option>
        {STARTS.map(([title, minutes]) => (
          <option key={title} value={minutes}>
            {title}
          </option>
        ))}
        <option value="beginning">The beginning</option>
      </select>
      <input
        type="datetime-local"
        step={1}
        aria-label="Replay from this time (UTC)"
        value={time}
        onInput={(event) => setTime(event.currentTarget.value)}
      />
      <button type="submit" disabled={time === ''}>
        Replay
      </button>
    </form>
  )
}

function startText(start: FeedStart): string {
  switch (start.kind) {
    case 'now':
      return 'Replay from …'
    case 'beginning':
      return 'From the beginning'
    case 'since':
      return `From ${formatTime(start.at)}`
    case 'after':
      return 'From an event'
  }
}
