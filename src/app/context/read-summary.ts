import { summaryOf, type SessionSummary } from '../../domain/reports/summary.js'
import { readIntent } from '../drift/read-intent.js'
import { statusOf } from '../models/model-health.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readKnowledge } from '../shared/read-knowledge.js'
import { readRecords } from './read-context.js'
import { readSavings } from '../savings/read-savings.js'

/** Summarizes a session without a model, what is still raw included: what it is for, what was decided and done, what failed, what is
 * next, and where the originals are. Throws session_not_found. [R5] [C12] */
export async function readSummary(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas' | 'tokenizer'>,
  { sessionId, appId }: SessionAddress,
): Promise<SessionSummary> {
  const records = await readRecords(ports, sessionId, appId)
  const { session, reductions, checkpoints } = records
  return summaryOf({
    session,
    status: await statusOf(ports, session),
    intent: await readIntent(ports, session),
    goals: await ports.store.goals(sessionId),
    knowledge: await readKnowledge(ports, records),
    tokensSaved: (await readSavings(ports, { sessionId, appId })).saved,
    checkpoints,
    reductions,
  })
}
