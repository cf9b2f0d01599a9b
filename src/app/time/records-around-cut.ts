import type { ContextAt } from '../../domain/time/moment.js'
import { stateOf } from '../../domain/time/session-state.js'
import { DomainError } from '../../domain/errors.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'
import { assembleMoment, notRecorded } from './records-at.js'

/** Maximum attempts. A read needs several queries and starts over if a cut is made between them. */
const TRIES = 5

/** Returns the records of the contexts just before and just after the change that made a cut. Messages that arrived in
 * the same change are in the second only. Reads only. [R3]
 * Throws session_not_found, state_not_recorded, and version_mismatch if the session changes too often.
 * @param version a version that a cut made */
export async function recordsAroundCut(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId, version }: SessionAddress & { version: number },
): Promise<{ before: ContextAt; after: ContextAt }> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const session = await readSession({ store }, { sessionId, appId })
    const earlier = await store.moment(sessionId, { version: version - 1 })
    const { end: before, nextVersion } = earlier
    if (!earlier.isRecorded || before === null || nextVersion === null || nextVersion < version)
      throw notRecorded(`version ${version}`, { version })
    const later = await store.moment(sessionId, { version: nextVersion })
    // A cut between the reads: the session read first does not show how the last moment is.
    if (later.moment === null || (later.end === null && later.moment.version > session.version)) continue
    const after = later.end ?? stateOf(session)
    const seq = later.moment.startSeq
    const records = {
      before: await assembleMoment({ store }, session, earlier, before, before.lastSeq),
      after: await assembleMoment({ store }, session, later, after, seq),
    }
    // The state within a moment counts the messages since it began; its beginning has the version of the cut.
    return { ...records, after: { ...records.after, session: { ...records.after.session, version: nextVersion } } }
  }
  throw new DomainError('version_mismatch', `The session changed during each of ${TRIES} reads; retry.`, { version })
}
