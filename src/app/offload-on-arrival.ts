import type { NewMessage } from '../domain/message.js'
import type { Reduction } from '../domain/reduction.js'
import { offloadCandidates } from '../domain/reductions/candidates.js'
import { scaleFor } from '../domain/budget.js'
import { emitReductions, standInFor } from './apply-reductions.js'
import type { Measured } from './measure-messages.js'
import type { Ports, SessionTx } from './ports.js'

/** Big tool results never enter the context whole: nothing earlier changes, so the prefix stays. [D1] */
export async function offloadOnArrival(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer' | 'ids'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const { session } = tx
  const rule = session.policy.offload
  if (!rule) return
  const above = Math.min(rule.tokens * scaleFor(session.limit), rule.share * session.limit)
  const arrived = messages.map((message) => ({ ...message, state: 'raw' as const, viewTokens: message.tokens }))
  const reductions: Reduction[] = []
  for (const candidate of offloadCandidates(session, arrived, new Set(), above)) {
    const index = candidate.seq - messages[0]!.seq
    const arrival = { message: messages[index]!, parsed: measured[index]!.message }
    const reduction = await standInFor('offload', candidate, arrival, ports, null)
    if (!reduction) continue
    reductions.push(reduction)
    session.tallies[messages[index]!.role] -= reduction.tokensBefore - reduction.tokensAfter
  }
  if (reductions.length === 0) return
  await tx.insertReductions(reductions)
  emitReductions(tx, 'offload', reductions)
}
