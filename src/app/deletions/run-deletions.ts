import type { Deletion, DoomedSession } from '../../ports/app-port.js'
import type { Ports } from '../../ports/ports.js'
import { filledScope, OWN_SCOPE } from '../../domain/recall/scope.js'
import { deleteScope, forgetQuotes, forgetSessions } from '../standing/delete.js'

type Needs = Pick<Ports, 'store' | 'quotas' | 'tokenizer' | 'ids' | 'clock' | 'log' | 'actor'>

/** Sessions of a step. An interrupted step is done again. */
const PER_STEP = 20
/** Events and standing entries deleted in one transaction. */
const ROWS_AT_ONCE = 5_000
/** Deletions that go on at the same time, a step each. */
const AT_ONCE = 10
/** The app itself goes last, when no process trusts its keys any more (twice KEY_CHECK_MS). */
const SETTLE_MS = 10_000

interface RunOptions {
  /** Id of the only deletion to go on with. Default: all. */
  only?: string
  settleMs?: number
}

/** Goes on with running deletions until they are done, wait, or `signal` aborts. Safe in several processes and after a kill: each
 * transaction deletes whole rows and counts them. Throws if the store fails. Returns how many are done. */
export async function runDeletions(
  ports: Needs,
  signal: AbortSignal,
  { only, settleMs = SETTLE_MS }: RunOptions = {},
): Promise<number> {
  let done = 0
  const waiting = new Set<string>()
  while (!signal.aborted) {
    const running = only === undefined ? await ports.store.runningDeletions(AT_ONCE) : await one(ports, only)
    const next = running.filter(({ id }) => !waiting.has(id))
    if (next.length === 0) break
    for (const deletion of next) {
      if (signal.aborted) break
      const outcome = await goOn(ports, deletion, settleMs)
      if (outcome === 'done') done += 1
      if (outcome === 'waits') waiting.add(deletion.id)
    }
  }
  return done
}

async function one({ store }: Needs, id: string): Promise<Deletion[]> {
  const deletion = await store.deletion(id, null)
  return deletion?.state === 'running' ? [deletion] : []
}

/** Does one step. */
async function goOn(ports: Needs, deletion: Deletion, settleMs: number): Promise<'more' | 'waits' | 'done'> {
  const { store } = ports
  const step = await store.deletionStep(deletion, PER_STEP)
  if (step.length > 0) {
    for (const session of step) await deleteOne(ports, deletion, session)
    if (deletion.kind === 'user') await forgetEntries(ports, deletion, step)
    if (deletion.kind !== 'app')
      for (const { id: sourceId } of step) await forgetQuotes(ports, { appId: deletion.appId, sourceId })
    await store.endDeletionStep(deletion, step)
    return 'more'
  }
  if (deletion.kind === 'app' && (await store.deleteAppRows(deletion, ROWS_AT_ONCE)) > 0) return 'more'
  const scope = deletion.kind === 'scope' ? deletion.name : await scopeOfUser(ports, deletion)
  if (scope !== null) {
    const { entries } = await deleteScope(ports, { appId: deletion.appId, scope })
    await store.countDeleted(deletion, { standingEntries: entries })
  }
  if (!(await store.finishDeletion(deletion, settleMs))) return 'waits'
  const { appId, id: deletionId, kind } = deletion
  ports.log.info({ appId, deletionId, kind }, 'deletion done')
  return 'done'
}

/** Returns the scope that the app gives each user by default; null: it gives none of their own. Entries in it may have been added without
 * a session, so no session leads to them. */
async function scopeOfUser({ store }: Needs, { kind, appId, name }: Deletion): Promise<string | null> {
  if (kind !== 'user' || name === null) return null
  const given = (await store.appSettings(appId))?.policy?.recall?.scope ?? OWN_SCOPE
  const filled = filledScope(given, JSON.stringify({ user: name }))
  return filled === given || filled === OWN_SCOPE ? null : filled
}

async function deleteOne({ store, quotas }: Needs, deletion: Deletion, { id, isHidden }: DoomedSession): Promise<void> {
  if (isHidden) await store.dropImport(id)
  // An import may have ended meanwhile.
  await store.deleteSession(id, deletion.appId, { deletion })
  quotas.changed(deletion.appId)
}

/** Deletes what these stated for their scopes. */
async function forgetEntries(ports: Needs, deletion: Deletion, step: readonly DoomedSession[]): Promise<void> {
  for (const scope of new Set(step.map((session) => session.scope))) {
    if (scope === null) continue
    const ids = new Set(step.flatMap((session) => (session.scope === scope ? [session.id] : [])))
    const entries = await forgetSessions(ports, { appId: deletion.appId, scope }, ids)
    if (entries > 0) await ports.store.countDeleted(deletion, { standingEntries: entries })
  }
}
