import { DomainError, invalidRequest } from '../../domain/errors.js'
import { addedEvent, changedEvent, changeOf } from '../../domain/standing/apply.js'
import {
  MAX_ENTRIES,
  type StandingEntry,
  type StandingKind,
  type StandingSource,
  type StandingState,
} from '../../domain/standing/entry.js'
import { standingIn } from '../../domain/standing/find.js'
import type { Page, Ports } from '../../ports/ports.js'

/** What an app reads and changes of the entries of a scope. [M11] */

export interface Scope {
  appId: string
  scope: string
}
type Needs = Pick<Ports, 'store' | 'ids' | 'clock'>

/** Returns entries, newest first. An unknown scope has none. */
export function listStanding(
  { store }: Pick<Ports, 'store'>,
  of: Scope,
  page: Page & { state?: StandingState | undefined },
): Promise<StandingEntry[]> {
  return store.standingEntries(of, page)
}

export interface NewStanding {
  text: string
  /** Default: what its words say, else a rule. */
  kind?: StandingKind | undefined
  source: Extract<StandingSource, 'api' | 'tool'>
  sessionId?: string | undefined
  seq?: number | undefined
}

/** Adds an entry; it supersedes older ones on the same subject. The same words return the entry that holds.
 * Throws invalid_request if the scope is full, session_not_found. */
export async function addStanding(ports: Needs, of: Scope, given: NewStanding): Promise<StandingEntry> {
  const { text, source, sessionId = null, seq = null } = given
  if (sessionId !== null && !(await ports.store.session(sessionId, of.appId)))
    throw new DomainError('session_not_found', `Session ${sessionId} not found.`, { sessionId })
  const at = ports.clock.now().toISOString()
  const entry: StandingEntry = {
    ...{
      id: ports.ids.make('std'),
      kind: given.kind ?? standingIn(text)[0]?.kind ?? 'rule',
      text,
      source,
      sessionId,
      seq,
      at,
    },
    ...{ state: 'open', closedAt: null, supersededBy: null, reason: null },
  }
  return ports.store.changeStanding(of, (held) => {
    const change = changeOf(of.scope, held, { stated: [entry], at })
    if (change.refused > 0) throw scopeFull(held.open.length)
    const known = held.open.find((one) => !change.added.length && one.text.trim() === text.trim())
    return { changes: change, events: change.events, result: known ?? change.added[0] ?? entry }
  })
}

function scopeFull(open: number): DomainError {
  const detail = `The scope has ${open} open entries, the most allowed. End or delete some.`
  return invalidRequest('scope', `fewer than ${MAX_ENTRIES} open entries`, String(open), detail)
}

export interface StandingEdit {
  text?: string | undefined
  kind?: StandingKind | undefined
  state?: Extract<StandingState, 'open' | 'ended'> | undefined
}

/** Changes an entry. Another text makes a new entry that supersedes it: what was said stays readable. Throws not_found. */
export async function editStanding(ports: Needs, of: Scope, id: string, edit: StandingEdit): Promise<StandingEntry> {
  const before = await requireEntry(ports, of, id)
  const at = ports.clock.now().toISOString()
  return ports.store.changeStanding(of, () => {
    const isClosed = edit.state === 'ended'
    const same: StandingEntry = {
      ...before,
      kind: edit.kind ?? before.kind,
      ...(edit.state && { state: edit.state, closedAt: isClosed ? at : null, supersededBy: null }),
      ...(isClosed && { reason: 'ended by the app' }),
    }
    if (edit.text === undefined || edit.text === before.text)
      return { changes: { changed: [same] }, events: [changedEvent(of.scope, same)], result: same }
    const fresh: StandingEntry = {
      ...same,
      id: ports.ids.make('std'),
      text: edit.text,
      source: 'api',
      sessionId: null,
      seq: null,
      at,
    }
    const old: StandingEntry = {
      ...before,
      state: 'superseded',
      closedAt: at,
      supersededBy: fresh.id,
      reason: 'edited by the app',
    }
    return {
      changes: { added: [fresh], changed: [old] },
      events: [addedEvent(of.scope, fresh), changedEvent(of.scope, old)],
      result: fresh,
    }
  })
}

export async function requireEntry({ store }: Pick<Ports, 'store'>, of: Scope, id: string): Promise<StandingEntry> {
  const entry = await store.standingEntry(of, id)
  if (!entry) throw new DomainError('not_found', `The scope has no entry ${id}.`, { entryId: id })
  return entry
}
