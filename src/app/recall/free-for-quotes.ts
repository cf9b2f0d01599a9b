import { planRules } from '../../domain/compression/compression-plan.js'
import { tailStart } from '../../domain/compression/tail.js'
import { unitsOf } from '../../domain/context/pairing.js'
import { leastSaying } from '../../domain/eviction/human-excess.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { evictMessages } from '../cut/evict.js'
import { readRepetition } from '../cut/human-worth.js'

/** Evicts messages of a record of people alone until this many base tokens are free for recalled words: words that are repeated, then the
 * oldest. It fills the window until a person asks, and no model has answered yet whose cache this could cost. [M4] [P12] [P13] */
export async function freeForQuotes(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  tokens: number,
): Promise<void> {
  if (tokens <= 0) return
  const { session } = tx
  const entries = await tx.entries()
  const units = unitsOf(entries, session.lastSpokenSeq)
  const tailFrom = tailStart(units, planRules(session).tail)
  const worth = await readRepetition(tx, entries)
  const leaving = leastSaying(units, session.policy, { worth, tailFrom, tokens })
  const seqs = leaving.flatMap(({ entries: own }) => own.map(({ seq }) => seq)).filter((seq) => seq < tailFrom)
  const reason = 'old messages left for those that answer the question'
  await evictMessages(tx, ports, { seqs, humanMessagesWithResults: [] }, reason)
}
