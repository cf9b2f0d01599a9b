import { auditCoverage, type Audit } from '../domain/coverage.js'
import { DomainError } from '../domain/errors.js'
import type { Ports } from './ports.js'
import { readRecords } from './read-context.js'

/** The reads of an audit are several; when the session changed between them they are made again, at most this often. */
const TRIES = 5

/** Recomputes where every message is from history and records alone. [P2] Throws session_not_found. */
export async function auditSession(ports: Pick<Ports, 'store'>, { sessionId, appId }: { sessionId: string; appId: string | null }): Promise<Audit & { version: number }> {
  for (let tries = 1; ; tries++) {
    const records = await readRecords(ports, sessionId, appId)
    const [states, cuts] = [await ports.store.states(sessionId), await ports.store.cuts(sessionId)]
    const now = await ports.store.session(sessionId, appId)
    if (!now) throw new DomainError('session_not_found', `No session ${sessionId}.`, { sessionId })
    if (now.version !== records.session.version) {
      if (tries < TRIES) continue
      throw new DomainError('version_mismatch', 'The session changed faster than it could be audited; try again in a quiet moment.', { version: now.version })
    }
    return { ...auditCoverage({ ...records, states, cuts }), version: now.version }
  }
}
