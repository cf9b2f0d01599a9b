import { conversationTokens, triggerTokens, usedTokens } from '../domain/budget.js'
import { largestContributors, planCompression, planRules } from '../domain/compression-plan.js'
import type { Compression, CompressionTrigger, Strategy } from '../domain/compression.js'
import { maskCandidates } from '../domain/reductions/candidates.js'
import { applyReductions, reducedParts } from './apply-reductions.js'
import { recordCut } from './change-context.js'
import type { Ports, SessionTx } from './ports.js'

/** A mask is made only when it frees this share of the limit: low and high mark stay ten points apart. [D6] */
const MASK_GAIN_SHARE = 0.1
/** Compressions owed again before the tail could refill, after which the session says it is stuck. [P9] */
const REFILLS_ALLOWED = 3

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** After anything was added: masks old results if the window is half full, then decides whether a compression is owed.
 * Returns the compression just queued; the caller enqueues its job after the commit. [B2] [D5] [D6] [P9] */
export async function settleBudget(tx: SessionTx, ports: Needs): Promise<Compression | null> {
  const { session } = tx
  await maskOldResults(tx, ports)
  const trigger = triggerTokens(session.limit, session.tallies, session.policy.summarise)
  if (trigger === null) return null
  if (conversationTokens(session.tallies) < trigger) {
    if (session.compressor.state === 'stuck') session.compressor = { state: 'idle' }
    return null
  }
  const { state, until } = session.compressor
  if (state === 'queued' || state === 'running') return null
  if (state === 'backing-off' && until !== undefined && ports.clock.now() < new Date(until)) return null
  const entries = await tx.entries()
  const planned = planCompression(session, entries, planRules(session))
  if (!planned.plan) {
    saysStuck(tx, planned.reason, largestContributors(entries, 3))
    return null
  }
  if (refilled(tx)) {
    saysStuck(tx, 'refilled-three-times', largestContributors(entries, 3))
    return null
  }
  return oweCompression(tx, ports, 'budget', 'auto', null)
}

/** Writes down that a compression is owed. */
export async function oweCompression(
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
    data: { compressionId: compression.id, trigger, strategy, used: usedTokens(session.tallies), limit: session.limit },
  })
  return compression
}

async function maskOldResults(tx: SessionTx, ports: Needs): Promise<void> {
  const { session } = tx
  const rule = session.policy.mask
  const worth = MASK_GAIN_SHARE * session.limit
  if (!rule || usedTokens(session.tallies) <= rule.above * session.limit || session.tallies.tool < worth) return
  const candidates = maskCandidates(session, await tx.entries(), await reducedParts(tx), rule.keepGroups)
  if (candidates.reduce((sum, { tokens }) => sum + tokens, 0) < worth) return
  const cutId = ports.ids.make('cut')
  if ((await applyReductions(tx, ports, 'mask', candidates, cutId)) === 0) return
  await recordCut(tx, ports, { id: cutId, kind: 'mask', reason: `${candidates.length} old tool results put away` })
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
function saysStuck(tx: SessionTx, reason: string, filledBy: { seq: number; role: string; tokens: number }[]): void {
  const { session } = tx
  if (session.compressor.state === 'stuck' && session.compressor.reason === reason) return
  session.compressor = { state: 'stuck', reason }
  tx.emit({ type: 'compression-stuck', data: { reason, used: usedTokens(session.tallies), limit: session.limit, filledBy } })
}
