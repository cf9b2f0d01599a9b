import { scopeOf } from '../../domain/recall/scope.js'
import { addedEvent } from '../../domain/standing/apply.js'
import { MAX_ENTRIES, wordsKey, type StandingEntry } from '../../domain/standing/entry.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { importRefused } from './refusal.js'

/** Checks an entry of a file. Throws import_refused for one that its session did not state. */
export function checkStanding(
  entry: StandingEntry,
  before: readonly StandingEntry[],
  from: { id: string; lastSeq: number },
) {
  if (before.length >= MAX_ENTRIES) throw importRefused(`The file has more than ${MAX_ENTRIES} standing entries.`)
  if (entry.sessionId !== from.id || (entry.seq !== null && entry.seq > from.lastSeq))
    throw importRefused(`The standing entry ${entry.id} is not of the session in the file.`)
  if ((entry.state === 'open') !== (entry.closedAt === null))
    throw importRefused(`The standing entry ${entry.id} is ${entry.state}, but its closing time says otherwise.`)
}

/** Adds what a session stated to its scope, in the transaction that makes the session visible. Entries that the scope has are skipped, also
 * those that were closed since; an id that is taken elsewhere is replaced. Throws import_refused if the scope has no place. [M11] */
export async function importStanding(
  tx: SessionTx,
  { store, ids }: Pick<Ports, 'store' | 'ids'>,
  given: readonly StandingEntry[],
): Promise<void> {
  if (given.length === 0) return
  const scope = scopeOf(tx.session)
  if (scope === null) throw importRefused('The file has standing entries, but the session has no memory scope.')
  const { appId, id: sessionId } = tx.session
  const held = await tx.holdStanding(scope)
  const all = given.map(({ id }) => id)
  const present = new Set((await store.standingById({ appId, scope }, all)).map(({ id }) => id))
  const taken = new Set(await store.takenStanding(appId, all))
  const open = new Map(held.open.map(({ id, text }) => [wordsKey(text), id]))
  const renamed = new Map<string, string>()
  const fresh = given.filter((entry) => {
    const { id, text, state } = entry
    const same = state === 'open' ? open.get(wordsKey(text)) : undefined
    renamed.set(id, same ?? (taken.has(id) && !present.has(id) ? ids.make('std') : id))
    return same === undefined && !present.has(id)
  })
  if (held.count + fresh.length > MAX_ENTRIES)
    throw importRefused(
      `The scope has ${held.count} entries and the file ${fresh.length} more; at most ${MAX_ENTRIES}.`,
    )
  const added = fresh.map((entry) => ({
    ...{ ...entry, id: renamed.get(entry.id) ?? entry.id, sessionId },
    // Of another session, it may not be here.
    supersededBy: entry.supersededBy === null ? null : (renamed.get(entry.supersededBy) ?? null),
  }))
  await tx.writeStanding(scope, { added })
  for (const entry of added) tx.emit(addedEvent(scope, entry))
}
