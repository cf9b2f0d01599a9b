import { DomainError } from '../../domain/errors.js'
import type { Deletion } from '../../ports/app-port.js'
import type { Ports } from '../../ports/ports.js'
import { auditEntry, hashedName } from '../shared/audit-entry.js'
import { required } from '../shared/read-session.js'
import { runDeletions } from './run-deletions.js'

type Needs = Pick<Ports, 'store' | 'quotas' | 'queue' | 'tokenizer' | 'ids' | 'clock' | 'log' | 'actor'>

/** Id of the job that goes on with deletions: the queue has it once. */
export const DELETIONS_JOB = 'deletions'
/** Milliseconds for which a request deletes by itself. Workers do the rest. */
const INLINE_MS = 5_000

/** Starts the deletion of an app with its sessions, keys, index, scopes, and standing entries. From now on the app is unknown and its keys
 * are refused. Throws not_found, and forbidden for the app that must exist.
 * @param requiredApp app that must exist */
export async function deleteApp(ports: Needs, appId: string, requiredApp: string): Promise<Deletion> {
  if (appId === requiredApp)
    throw new DomainError('forbidden', `The app ${appId} cannot be deleted: the admin key acts as it by default.`, {
      appId,
    })
  const id = ports.ids.make('del')
  const audit = auditEntry(ports, { action: 'app-deleted', appId, target: appId, details: { deletionId: id } })
  if (!(await ports.store.startDeletion({ id, appId, kind: 'app', name: null }, audit))) required(null, 'app', appId)
  return begun(ports, id)
}

/** Starts the deletion of the sessions of a user (`metadata.user`), or of the sessions and standing entries of a scope, as many as
 * exist now. */
export async function deleteOf(
  ports: Needs,
  appId: string,
  { kind, name }: { kind: 'user' | 'scope'; name: string },
): Promise<Deletion> {
  const id = ports.ids.make('del')
  const details = { kind, name: hashedName(name) }
  const audit = auditEntry(ports, { action: 'deletion-started', appId, target: id, details })
  await ports.store.startDeletion({ id, appId, kind, name }, audit)
  return begun(ports, id)
}

/** Goes on for a short time, so that the reply to a small deletion is its final report. */
async function begun(ports: Needs, id: string): Promise<Deletion> {
  try {
    await runDeletions(ports, AbortSignal.timeout(INLINE_MS), { only: id })
  } catch (error) {
    // It has begun, so workers end it.
    ports.log.warn({ err: error, deletionId: id }, 'deletion interrupted; workers go on with it')
  }
  const deletion = required(await ports.store.deletion(id, null), 'deletion', id)
  if (deletion.state === 'running')
    await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: DELETIONS_JOB })
  return deletion
}
