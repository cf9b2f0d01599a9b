import { planRules } from '../../domain/compression/compression-plan.js'
import { tailStart } from '../../domain/compression/tail.js'
import { unitsOf } from '../../domain/context/pairing.js'
import type { ViewEntry } from '../../domain/message.js'
import { excessAfterCompression, excessTokens, leastSaying } from '../../domain/eviction/human-excess.js'
import { isOfPeopleAlone } from '../../domain/session/budget.js'
import { tokensAboveLowMark } from '../../domain/session/model-tokens.js'
import { evictMessages } from '../cut/evict.js'
import { readHumanWorth } from '../cut/human-worth.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** Evicts messages of a person that say least, if human text fills more than its share and the context is above its low mark after
 * a compression. Otherwise all that the other side said would be in checkpoints, and reactions of this side would stay. Call in the
 * transaction of the compression, so that the prefix changes once. [P12] [P13] [R4] */
export async function shedHumans(tx: SessionTx, ports: Pick<Ports, 'ids' | 'tokenizer'>): Promise<void> {
  await shed(tx, ports, (entries) => excessAfterCompression(entries, tx.session))
}

/** Evicts messages of a person that say least, of a conversation whose other side has too little to summarize while tokens are
 * needed: otherwise the next read of the context would have to shrink it. Returns whether any left. [P12] [R4] */
export async function shedExcess(tx: SessionTx, ports: Pick<Ports, 'ids' | 'tokenizer'>): Promise<boolean> {
  const { session } = tx
  if (isOfPeopleAlone(session.tokenCounts)) return false
  return shed(tx, ports, (entries) => excessTokens(entries, session))
}

async function shed(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'tokenizer'>,
  excessOf: (entries: readonly ViewEntry[]) => number,
): Promise<boolean> {
  const { session } = tx
  const needed = tokensAboveLowMark(session)
  if (needed <= 0) return false
  const entries = await tx.entries()
  const excess = excessOf(entries)
  if (excess <= 0) return false
  const worth = await readHumanWorth(tx, entries)
  const units = unitsOf(entries, session.lastSpokenSeq)
  const tailFrom = tailStart(units, planRules(session).tail)
  const leaving = leastSaying(units, session.policy, { worth, tailFrom, tokens: Math.min(excess, needed) })
  // The tail stays raw.
  const seqs = leaving.flatMap(({ entries: own }) => own.map(({ seq }) => seq)).filter((seq) => seq < tailFrom)
  await evictMessages(tx, ports, { seqs, humanMessagesWithResults: [] }, 'human messages that say least evicted')
  return seqs.length > 0
}
