import { contextStatus } from '../../domain/session/status.js'
import { summaryOf, type SessionSummary } from '../../domain/session/summary.js'
import { readIntent } from '../drift/read-intent.js'
import { modelHealthIssues } from '../models/model-health.js'
import type { Ports } from '../ports/ports.js'
import { readRecords } from './read-context.js'

/** Newest open entries of each kind in the ledger that a summary uses. */
const LEDGER_REACH = 50

/** Summarizes a session without a model: what it is for, what was decided and done, what is next, and where the
 * originals are. Throws session_not_found. [R5] */
export async function readSummary(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  { sessionId, appId }: { sessionId: string; appId: string | null },
): Promise<SessionSummary> {
  const { session, reductions, checkpoints } = await readRecords(ports, sessionId, appId)
  return summaryOf({
    session,
    status: contextStatus(session, await modelHealthIssues(ports, session)),
    intent: await readIntent(ports, session),
    goals: await ports.store.goals(sessionId),
    ledger: await ports.store.openLedger(sessionId, LEDGER_REACH),
    checkpoints,
    reductions,
  })
}
