import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit, policyScale } from '../../domain/session/model-tokens.js'
import { lineBudget } from '../../domain/compression/line-budget.js'
import { RETURN_SHARE, returnedLines, type AgedCheckpoint } from '../../domain/compression/aging.js'
import type { Checkpoint, CheckpointLine } from '../../domain/checkpoint/checkpoint.js'
import { pluralize } from '../../domain/number-format.js'
import { exactTexts } from '../../domain/ledger/ledger-block.js'
import { qualityOf } from '../../domain/session/quality.js'
import type { Session } from '../../domain/session/session.js'
import { commitCut } from '../cut/commit-cut.js'
import { updateReliability } from '../cut/update-reliability.js'
import { compute } from '../../threads/compute.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** Why checkpoints age. `after`: a compression ages every older checkpoint one step; with `urgent`, no line returns,
 * because the context did not fit. `oneLevel`: the context is nearly full, so all age one step. `totalTokens`: nothing
 * else could shrink, so all together must fit that many tokens. */
export type AgingCause =
  | { after: string; urgent?: true }
  | { oneLevel: true }
  /** With `joinedWith`, all become the ultra checkpoint, with this line first. */
  | { totalTokens: number; joinedWith?: CheckpointLine }

/** Ages checkpoints by dropping whole lines; no line is rewritten. Returns whether any checkpoint changed. A second call for the same
 * compression is a no-op. [C4] [C5] */
export async function ageCheckpoints(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  cause: AgingCause,
): Promise<boolean> {
  const { session } = tx
  const live = await tx.checkpoints()
  const newest =
    'after' in cause
      ? live.find(({ compressionId, generation }) => compressionId === cause.after && generation === 0)
      : undefined
  if (
    'after' in cause &&
    (!newest || live.some(({ compressionId, generation }) => generation > 0 && compressionId === cause.after))
  )
    return false
  const scale = policyScale(session)
  const { detailed, moderate, brief, totalShare, running } = session.policy.checkpoints
  const budgetTokens = lineBudget(session)
  const chars = live.reduce((sum, { text }) => sum + text.length, 0)
  const aged = await compute('planAging', chars, {
    checkpoints: newest ? live.filter(({ number }) => number <= newest.number) : live,
    newestId: newest?.id ?? null,
    levels: { detailed: detailed * scale, moderate: moderate * scale, brief: brief * scale },
    totalTokens: totalTokensFor(cause, session, budgetTokens),
    reserveTokens: budgetTokens,
    returnTokens: RETURN_SHARE * totalShare * baseLimit(session),
    runningTokens: running === null || 'totalTokens' in cause ? null : running * scale,
    ...('totalTokens' in cause && cause.joinedWith ? { joinedWith: cause.joinedWith } : {}),
    step: !('totalTokens' in cause),
    // A model that rewrites what aged needs it one level down.
    sparing: 'after' in cause && session.policy.aging === 'lines',
    shown: exactTexts(session),
  })
  if (aged.length === 0) return false
  const compressionId = 'after' in cause ? cause.after : null
  for (const version of aged) await replace(tx, ports, live, version, compressionId)
  const now = await tx.checkpoints()
  updateReliability(tx, { quality: qualityOf(session.quality.parameters, now) })
  await commitCut(tx, ports, {
    kind: 'aging',
    reason: `${pluralize(aged.length, 'older checkpoint')} aged`,
    compressionId,
  })
  return true
}

/** Share of the limit up to which lines return: where it is nearly full, they would have a fresh session advised. [B4] */
const RETURNS_UP_TO = 0.8

/** Returns the maximum tokens of all checkpoints. Only a compression that is not urgent may add to those in the context, and
 * only as far as the context fits. [P12] */
function totalTokensFor(cause: AgingCause, session: Session, budgetTokens: number): number {
  if ('totalTokens' in cause) return cause.totalTokens
  const now = session.tokenCounts.checkpoints
  const returns = 'after' in cause && !cause.urgent
  const most = Math.min(fitLimit(session), Math.floor(RETURNS_UP_TO * baseLimit(session)))
  const free = most - usedTokens(session.tokenCounts)
  return Math.min(budgetTokens, returns ? now + Math.max(0, free) : now)
}

async function replace(
  tx: SessionTx,
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
  live: readonly Checkpoint[],
  aged: AgedCheckpoint,
  compressionId: string | null,
): Promise<void> {
  const before = live.filter(({ id }) => aged.replaces.includes(id))
  const newest = before.reduce((a, b) => (b.number > a.number ? b : a))
  const { replaces, ...version } = aged
  const checkpoint: Checkpoint = {
    ...newest,
    ...version,
    id: ids.make('cp'),
    compressionId: compressionId ?? newest.compressionId,
    supersedes: replaces,
    supersededBy: null,
    recompressedAt: clock.now(),
  }
  await tx.supersede(replaces, checkpoint.id)
  await tx.insertCheckpoint(checkpoint)
  tx.emit({
    type: before.length > 1 ? 'checkpoint-merged' : 'checkpoint-aged',
    data: {
      checkpointId: checkpoint.id,
      replaces,
      levelBefore: Math.max(...before.map(({ level }) => level)),
      level: checkpoint.level,
      generation: checkpoint.generation,
      tokensBefore: before.reduce((sum, { tokens }) => sum + tokens, 0),
      tokensAfter: checkpoint.tokens,
      lines: checkpoint.lines.length,
      returned: returnedLines(before, checkpoint),
    },
  })
}
