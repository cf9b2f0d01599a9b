import { usedTokens } from '../../domain/session/budget.js'
import { endStuckState, isBelowTrigger, untilCompression } from '../../domain/session/model-tokens.js'
import { isWorthy, largestContributors, planCompression, rulesNow } from '../../domain/compression/compression-plan.js'
import type { Compression, CompressionTrigger, Strategy } from '../../domain/compression/compression.js'
import { compressorQueued, compressorStuck, isStuckBecause, isWaiting } from '../../domain/session/compressor.js'
import { pauseAfterMany } from '../../ports/pause.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { shedExcess } from './shed-humans.js'
import { skipActive } from './skip-active.js'
import { lacksTokensForRecall } from '../../domain/recall/free-tokens.js'
import { shedBacklog } from '../cut/shed-backlog.js'
import { reduceContext } from '../reductions/reduce-context.js'
import { reduceOutliers } from '../reductions/reduce-parts.js'

/** Compressions in a row triggered before the tail could refill, after which the session is stuck. [P9] */
const REFILLS_ALLOWED = 3

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer' | 'cause'>

/** Reduces giants that keep the context from fitting, then older parts if that is worth a cut, sheds what is still many times too
 * much, then creates a pending compression if the trigger is reached. Call after every change.
 * Returns the new compression; the caller enqueues its job after the commit. [B2] [D6] [P9] */
export async function checkBudget(tx: SessionTx, ports: Needs): Promise<Compression | null> {
  const { session } = tx
  await reduceOutliers(tx, ports)
  const { length } = await tx.entries()
  await pauseAfterMany(length)
  await reduceContext(tx, ports)
  await pauseAfterMany(length)
  await shedBacklog(tx, ports)
  const left = untilCompression(session)
  if (left === null) return null
  tx.change(endStuckState(session))
  if (left > 0) {
    if (lacksTokensForRecall(session)) await shedExcess(tx, ports)
    return null
  }
  const { state } = session.compressor
  // The compression of an unreadable session was ended without changing the session.
  const active = state === 'queued' || state === 'running' ? await tx.activeCompression() : null
  if (active && !isAgingInQueue(active)) return null
  if (isWaiting(session.compressor, ports.clock.now())) return null
  const entries = await tx.entries()
  const rules = rulesNow(session)
  const planned = planCompression(session, entries, rules)
  await pauseAfterMany(entries.length)
  if (!isWorthy(planned, rules) && (await shedExcess(tx, ports))) return null
  // A small span waits for more messages while there are free tokens: each checkpoint changes the prefix. [P12]
  if (planned.plan && !rules.pressed && !isWorthy(planned, rules)) return null
  // What recall needs is no reason to give up, or to compress again after a few messages.
  if (isBelowTrigger(session) && (!planned.plan || isRefilled(session))) return null
  if (!planned.plan) {
    reportStuck(tx, planned.reason, largestContributors(entries, 3))
    return null
  }
  if (refilled(tx)) {
    reportStuck(tx, 'refilled-three-times', largestContributors(entries, 3))
    return null
  }
  if (active) await skipActive(tx, ports, 'session-active')
  return createPendingCompression(tx, ports, 'budget', 'auto', null)
}

/** Whether it only waits to rewrite an old checkpoint. A full window is more urgent. [C5] [V7] */
function isAgingInQueue({ trigger, state }: Compression): boolean {
  return trigger === 'aging' && state.status === 'queued'
}

/** Records a pending compression. */
export async function createPendingCompression(
  tx: SessionTx,
  { ids, clock, cause }: Pick<Ports, 'ids' | 'clock' | 'cause'>,
  trigger: CompressionTrigger,
  strategy: Strategy,
  instructions: string | null,
  /** The extractive checkpoint that a model should rewrite. */
  upgrades?: string,
): Promise<Compression> {
  const { session } = tx
  const compression: Compression = {
    id: ids.make('cmp'),
    sessionId: session.id,
    trigger,
    strategy,
    instructions,
    state: { status: 'queued' },
    stages: [],
    attempts: [],
    covered: [],
    messages: 0,
    tokensBefore: null,
    tokensAfter: null,
    checkpointId: null,
    runs: 0,
    createdAt: clock.now(),
    ...(upgrades === undefined ? {} : { upgrades }),
    ...(cause === undefined ? {} : { cause }),
  }
  await tx.insertCompression(compression)
  tx.change({ compressor: compressorQueued(session.compressor) })
  tx.emit({
    type: 'compression-queued',
    data: {
      compressionId: compression.id,
      trigger,
      strategy,
      used: usedTokens(session.tokenCounts),
      limit: session.limit,
    },
  })
  return compression
}

/** Counts triggers in a row with hardly any new message since the last compression. More messages reset the count. */
function refilled(tx: SessionTx): boolean {
  const { session } = tx
  // No new message at all is the rest of a long backlog, not a refill.
  if (session.compressionCount === 0 || session.lastSeq === session.compressedAtSeq) return false
  const refills = isRefilled(session) ? session.refills + 1 : 0
  tx.change({ refills })
  return refills >= REFILLS_ALLOWED
}

function isRefilled({ lastSeq, compressedAtSeq, compressionCount, policy }: Session): boolean {
  return compressionCount > 0 && lastSeq - compressedAtSeq <= policy.tail.messages
}

/** Marks the session as stuck and reports it once per reason. */
function reportStuck(tx: SessionTx, reason: string, filledBy: { seq: number; role: string; tokens: number }[]): void {
  const { session } = tx
  if (isStuckBecause(session.compressor, reason)) return
  tx.change({ compressor: compressorStuck(reason) })
  tx.emit({
    type: 'compression-stuck',
    data: { reason, used: usedTokens(session.tokenCounts), limit: session.limit, filledBy },
  })
}
