import type { Event } from '../domain/event.js'
import type { EventFilter, Ports } from './ports.js'

export interface FollowRequest {
  /** Give what came after this cursor. */
  after: string
  filter: EventFilter
  /** Ends the following; must be aborted by whoever stops reading. */
  signal: AbortSignal
}
/** `caught-up` comes once, when everything that was there at the start has been given; `cursor` is the place to resume from. */
export type Followed = { kind: 'event'; event: Event } | { kind: 'caught-up'; cursor: string }

const PAGE_SIZE = 500 // events per read: bounds what one slow subscriber can hold in memory
/** An event is handed out only when no older transaction can still add one before it; its wake-up may come too early, so look again. */
const POLL_MS = 1_000

/** The log from a cursor on, then live: the same rows either way, so nothing is missed or told twice between the two. [P10]
 * Throws store_unavailable; the caller resumes from the last cursor it got. */
export async function* followEvents({ store }: Pick<Ports, 'store'>, { after, filter, signal }: FollowRequest): AsyncGenerator<Followed> {
  let cursor = after
  // What is there now; under constant writing the end itself would never be reached.
  const target = await store.head()
  let caughtUp = false
  let wake: Promise<void> | null = null
  while (!signal.aborted) {
    // Asked for before reading: what is written between the read and the wait must not be slept through.
    wake ??= store.untilEvents(signal, POLL_MS)
    const { events, head } = await store.events(cursor, filter, PAGE_SIZE)
    for (const event of events) {
      if (signal.aborted) return
      yield { kind: 'event', event }
    }
    const moved = head !== cursor
    cursor = head
    if (!caughtUp && (cursor >= target || !moved)) {
      caughtUp = true
      yield { kind: 'caught-up', cursor }
    }
    if (moved) continue
    await wake
    wake = null
  }
}
