/** Decides what new statements and endings change in the entries of a scope. [M11] */
import type { NewEvent } from '../event.js'
import { endedBy, type Ending } from './ending.js'
import { MAX_ENTRIES, type StandingEntry } from './entry.js'
import { keyOf, replacedBy } from './subject.js'

export interface Held {
  /** Oldest first. */
  open: readonly StandingEntry[]
  /** Entries in any state. */
  count: number
}

export interface StandingChange {
  added: StandingEntry[]
  changed: StandingEntry[]
  /** Oldest closed entries that make way for new ones. */
  dropClosed: number
  /** New entries without a place: the scope is full of open ones. */
  refused: number
  events: NewEvent[]
}

/** @param stated new entries, oldest first, all open
 * @param endings words that end entries, before what is stated
 * @param at when they were said, ISO 8601 */
export function changeOf(
  scope: string,
  held: Held,
  {
    stated,
    endings = [],
    sessionId = '',
    at,
  }: { stated: readonly StandingEntry[]; endings?: readonly Ending[]; sessionId?: string; at: string },
): StandingChange {
  let open = [...held.open]
  const changed = new Map<string, StandingEntry>()
  const close = (id: string, how: Pick<StandingEntry, 'state' | 'supersededBy' | 'reason'>) => {
    const entry = open.find((one) => one.id === id)
    if (!entry) return
    changed.set(id, { ...entry, ...how, closedAt: at })
    open = open.filter((one) => one.id !== id)
  }
  for (const ending of endings) {
    const id = endedBy(ending, open, sessionId)
    if (id !== null) close(id, { state: 'ended', supersededBy: null, reason: ending.text })
  }
  const added: StandingEntry[] = []
  let refused = 0
  for (const entry of stated) {
    // The same words are one entry: what holds already is not listed again.
    const key = keyOf(entry)
    if (open.some((one) => keyOf(one) === key)) continue
    const replaced = replacedBy(entry, open)
    if (open.length - replaced.length >= MAX_ENTRIES) {
      refused += 1
      continue
    }
    for (const id of replaced) close(id, { state: 'superseded', supersededBy: entry.id, reason: null })
    added.push(entry)
    open.push(entry)
  }
  return {
    // An entry may be replaced by a later one of the same message.
    added: added.map((entry) => changed.get(entry.id) ?? entry),
    changed: [...changed.values()].filter(({ id }) => !added.some((entry) => entry.id === id)),
    dropClosed: Math.max(0, held.count + added.length - MAX_ENTRIES),
    refused,
    events: [
      ...added.map((entry) => addedEvent(scope, entry)),
      ...[...changed.values()].map((entry) => changedEvent(scope, entry)),
    ],
  }
}

export function addedEvent(scope: string, { id, kind, source, seq }: StandingEntry): NewEvent {
  return { type: 'standing-added', data: { scope, entryId: id, kind, source, ...(seq !== null && { seq }) } }
}

export function changedEvent(scope: string, { id, state, supersededBy }: StandingEntry): NewEvent {
  return {
    type: 'standing-changed',
    data: { scope, entryId: id, state, ...(supersededBy !== null && { supersededBy }) },
  }
}
