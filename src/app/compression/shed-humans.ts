import { planRules } from '../../domain/compression/compression-plan.js'
import { tailStart } from '../../domain/compression/tail.js'
import { unitsOf } from '../../domain/context/pairing.js'
import { humanFreeTokens, leastSaying } from '../../domain/eviction/human-excess.js'
import { baseLimit, tokensAboveLowMark } from '../../domain/session/model-tokens.js'
import { evictMessages } from '../cut/evict.js'
import { readHumanWorth } from '../cut/human-worth.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** Share of the limit that human text may fill after a compression. */
const SHED_SHARE = 0.45

/** Evicts messages of a person that say least, if human text fills more than its share and the context is above its low mark after
 * a compression. Otherwise all that the other side said would be in checkpoints, and reactions of this side would stay. Call in the
 * transaction of the compression, so that the prefix changes once. [P12] [P13] [R4] */
export async function shedHumans(tx: SessionTx, ports: Pick<Ports, 'ids' | 'tokenizer'>): Promise<void> {
  const { session } = tx
  const needed = tokensAboveLowMark(session)
  if (needed <= 0) return
  const entries = await tx.entries()
  const excess = -humanFreeTokens(entries, baseLimit(session), SHED_SHARE)
  if (excess <= 0) return
  const worth = await readHumanWorth(tx, entries)
  const units = unitsOf(entries, session.lastSpokenSeq)
  const tailFrom = tailStart(units, planRules(session).tail)
  const leaving = leastSaying(units, session.policy, { worth, tailFrom, tokens: Math.min(excess, needed) })
  // The tail stays raw.
  const seqs = leaving.flatMap(({ entries: own }) => own.map(({ seq }) => seq)).filter((seq) => seq < tailFrom)
  await evictMessages(tx, ports, { seqs, humanMessagesWithResults: [] }, 'human messages that say least evicted')
}
