import { lesserTokens } from '../../domain/compression/line-rank.js'
import { CHECKPOINT_FLOOR_TOKENS } from '../../domain/eviction/block-steps.js'
import { stepsOf, type Action, type EvictReason, type Step } from '../../domain/eviction/step.js'
import { usedTokens } from '../../domain/session/budget.js'
import { ageCheckpoints } from '../compression/age-checkpoints.js'
import { commitCut } from '../cut/commit-cut.js'
import { shortenLedger } from '../cut/refresh-ledger.js'
import { flushNotes, shortenProgress } from '../goals/flush-notes.js'
import { pauseAfterMany } from '../../ports/pause.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { reduceParts } from '../reductions/reduce-parts.js'
import { applyWatermark } from '../reductions/reduce-context.js'
import { coverSpan } from './cover-span.js'
import { evictMessages, type EvictedMessages } from '../cut/evict.js'

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** Base tokens of the context: `target` leaves tokens for the next messages, `most` just fits. */
interface Sizes {
  target: number
  most: number
}

/** Makes the steps of a plan: reductions together in one cut, evictions for one reason in one cut, the others one by
 * one. Returns the keys of the steps that freed nothing.
 * @param sizes tokens that the context should take, and those that it may take */
export async function applySteps(tx: SessionTx, ports: Needs, steps: readonly Step[], sizes: Sizes): Promise<string[]> {
  await pauseAfterMany(steps.length)
  const failed = await reduceParts(tx, ports, stepsOf(steps, 'reduce'))
  for (const [reason, plan] of evictionsOf(steps)) {
    await pauseAfterMany(plan.seqs.length)
    await evictMessages(tx, ports, plan, reason)
  }
  await pauseAfterMany(steps.length)
  const others = steps.filter(({ action }) => action.kind !== 'reduce' && action.kind !== 'evict')
  for (const { key, action } of others) if (!(await applyOne(tx, ports, action, sizes))) failed.push(key)
  return failed
}

/** Makes one step that is not made together with others. Returns whether anything changed. */
async function applyOne(tx: SessionTx, ports: Needs, action: Action, { target, most }: Sizes): Promise<boolean> {
  const { session } = tx
  const version = session.version
  const used = usedTokens(session.tokenCounts)
  switch (action.kind) {
    case 'reduce':
    case 'evict':
      return true
    case 'cover':
      return coverSpan(tx, ports, action.plan)
    case 'age':
      return ageCheckpoints(tx, ports, { oneLevel: true })
    case 'shrink-checkpoints': {
      const { checkpoints } = session.tokenCounts
      const lines = action.lesser ? (await tx.checkpoints()).flatMap((checkpoint) => checkpoint.lines) : []
      const minTokens = action.lesser ? checkpoints - lesserTokens(lines) : 0
      const totalTokens = Math.max(CHECKPOINT_FLOOR_TOKENS, minTokens, Math.floor(checkpoints + target - used))
      return ageCheckpoints(tx, ports, { totalTokens })
    }
    case 'ledger': {
      const maxTokens = Math.floor((session.ledger?.tokens ?? 0) + most - used)
      if (!(await shortenLedger(tx, ports, maxTokens, action.keepRules))) return false
      await commitCut(tx, ports, { kind: 'emergency', reason: 'the ledger was shortened' }, null, used)
      return true
    }
    case 'notes':
      await flushNotes(tx, ports, 'emergency')
      break
    case 'watermark':
      await applyWatermark(tx, ports)
      break
    case 'progress':
      await shortenProgress(tx, ports, target)
  }
  return session.version > version
}

/** Returns the messages that leave, by reason. */
function evictionsOf(steps: readonly Step[]): Map<EvictReason, EvictedMessages> {
  const evictions = new Map<EvictReason, EvictedMessages>()
  for (const { action } of steps) {
    if (action.kind !== 'evict') continue
    const { seqs, humanMessagesWithResults } = evictions.get(action.reason) ?? {
      seqs: [],
      humanMessagesWithResults: [],
    }
    seqs.push(...action.plan.seqs)
    humanMessagesWithResults.push(...action.plan.humanMessagesWithResults)
    evictions.set(action.reason, { seqs, humanMessagesWithResults })
  }
  return evictions
}
