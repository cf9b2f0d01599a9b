import { conversationTokens, triggerTokens, usedTokens } from '../../domain/session/budget.js'
import { largestContributors, planCompression, planRules } from '../../domain/compression/compression-plan.js'
import type { Compression, CompressionTrigger, Strategy } from '../../domain/compression/compression.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { reduceContext } from '../reductions/reduce-context.js'

/** Compressions owed again before the tail could refill, after which the session says it is stuck. [P9] */
const REFILLS_ALLOWED = 3

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** After anything was added: puts old parts away where that is worth it, then decides whether a compression is owed.
 * Returns the compression just queued; the caller enqueues its job after the commit. [B2] [D6] [P9] */
export async function settleBudget(tx: SessionTx, ports: Needs): Promise<Compression | null> {
  const { session } = tx
  await reduceContext(tx, ports)
  const trigger = triggerTokens(session.limit, session.tokenCounts, session.policy.summarize)
  if (trigger === null) return null
  if (conversationTokens(session.tokenCounts) < trigger) {
    if (session.compressor.state === 'stuck') session.compressor = { state: 'idle' }
    return null
  }
  const { state, until } = session.compressor
  // A compression whose session could not be read was ended behind the session's back.
  if ((state === 'queued' || state === 'running') && (await tx.activeCompression())) return null
  if (state === 'backing-off' && until !== undefined && ports.clock.now() < new Date(until)) return null
  const entries = await tx.entries()
  const planned = planCompression(session, entries, planRules(session))
  if (!planned.plan) {
    reportStuck(tx, planned.reason, largestContributors(entries, 3))
    return null
  }
  if (refilled(tx)) {
    reportStuck(tx, 'refilled-three-times', largestContributors(entries, 3))
    return null
  }
  return createPendingCompression(tx, ports, 'budget', 'auto', null)
}

/** Writes down that a compression is owed. */
export async function createPendingCompression(
  tx: SessionTx,
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
  trigger: CompressionTrigger,
  strategy: Strategy,
  instructions: string | null,
  /** The copied checkpoint to write anew. */
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
  }
  await tx.insertCompression(compression)
  const { failures } = session.compressor
  session.compressor = failures === undefined ? { state: 'queued' } : { state: 'queued', failures }
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

/** Counts compressions owed again although hardly anything came since the last; the user's next words start afresh. */
function refilled({ session }: SessionTx): boolean {
  const came = session.lastSeq - session.compressedAtSeq
  // Nothing came at all: that is the rest of a long backlog, not a refill.
  if (session.compressionCount === 0 || came === 0) return false
  session.refills = came <= session.policy.tail.messages ? session.refills + 1 : 0
  return session.refills >= REFILLS_ALLOWED
}

/** Once, until something changes. */
function reportStuck(tx: SessionTx, reason: string, filledBy: { seq: number; role: string; tokens: number }[]): void {
  const { session } = tx
  if (session.compressor.state === 'stuck' && session.compressor.reason === reason) return
  session.compressor = { state: 'stuck', reason }
  tx.emit({
    type: 'compression-stuck',
    data: { reason, used: usedTokens(session.tokenCounts), limit: session.limit, filledBy },
  })
}
