/** One pass over the context, cheapest and safest first, made as one cut: what stands before the task boundary leaves, old results become
 * one line, old arguments a reference. Whether it is worth a cut is decided for all of it together. [D3]–[D6] */
import { usedTokens } from '../session/budget.js'
import { minGainTokens } from '../compression/compression-plan.js'
import type { ViewEntry } from '../message.js'
import { partKey, type Reduction } from '../context/reduction.js'
import type { Session } from '../session/session.js'
import { NO_WATERMARK } from '../context/watermark.js'
import { beforeBoundary, type Eviction } from './boundary.js'
import { confirmedInputs, keptGroupsFrom, maskCandidates, placeholdersOf, type Candidate } from './candidates.js'
import { toolMatcher } from './tool-names.js'

export interface Pass {
  eviction: Eviction
  masks: Candidate[]
  inputs: Candidate[]
  /** Boundary that everything before it has left with this pass. */
  boundarySeq: number
}

/** Old parts are put away only when that frees this share of the limit: low and high mark stay ten points apart. [D6] */
export const OLD_PARTS_GAIN_SHARE = 0.1
/** What a stand-in costs, about. */
const PLACEHOLDER_TOKENS = 30
const NOTHING: Eviction = { seqs: [], parts: [], tokens: 0 }

type Reduced = Pick<
  Session,
  | 'limit'
  | 'policy'
  | 'tokenCounts'
  | 'ledger'
  | 'openCalls'
  | 'lastSeq'
  | 'lastSpokenSeq'
  | 'turn'
  | 'watermark'
  | 'reserve'
>

/** Whether a pass could find anything, told from the sums alone. */
export function mayNeedPass(session: Pick<Session, 'limit' | 'policy' | 'tokenCounts' | 'watermark'>): boolean {
  const { mask, truncateInputs } = session.policy
  const used = usedTokens(session.tokenCounts)
  const above = Math.min(mask?.above ?? Infinity, truncateInputs?.above ?? Infinity)
  const old = session.tokenCounts.tool + (truncateInputs ? session.tokenCounts.assistant : 0)
  const { seq, appliedSeq } = session.watermark ?? NO_WATERMARK
  return seq > appliedSeq || (used > above * session.limit && old >= OLD_PARTS_GAIN_SHARE * session.limit)
}

/** What a pass would do now; null: not worth a cut. */
export function planPass(
  session: Reduced,
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
): Pass | null {
  const { limit, policy } = session
  const { seq: boundarySeq, appliedSeq } = session.watermark ?? NO_WATERMARK
  const eviction = boundarySeq > appliedSeq ? beforeBoundary(session, entries, reductions, boundarySeq) : NOTHING
  const removed = new Set([...eviction.seqs.map(String), ...eviction.parts.map(({ seq, part }) => partKey(seq, part))])
  const isProtected = ({ seq, part }: Candidate) => !removed.has(String(seq)) && !removed.has(partKey(seq, part))
  const used = usedTokens(session.tokenCounts) - eviction.tokens
  const placeholders = placeholdersOf(reductions)
  const { mask, truncateInputs } = policy
  const masks =
    mask && used > mask.above * limit
      ? maskCandidates(session, entries, placeholders, mask.keepGroups).filter(isProtected)
      : []
  const inputs =
    truncateInputs && used > truncateInputs.above * limit
      ? confirmedInputs(entries, placeholders, toolMatcher(truncateInputs.tools), oldBefore(policy, entries)).filter(
          isProtected,
        )
      : []
  const gain = [...masks, ...inputs].reduce((sum, { tokens }) => sum + Math.max(0, tokens - PLACEHOLDER_TOKENS), 0)
  if (eviction.tokens >= minGainTokens(session)) {
    // The break is paid for: what is old goes with it, if it would be worth one of its own.
    return gain >= OLD_PARTS_GAIN_SHARE * limit
      ? { eviction, masks, inputs, boundarySeq }
      : { eviction, masks: [], inputs: [], boundarySeq }
  }
  if (gain === 0 || eviction.tokens + gain < OLD_PARTS_GAIN_SHARE * limit) return null
  return { eviction, masks, inputs, boundarySeq }
}

/** Tool groups that masking would keep are not old for arguments either. */
function oldBefore({ mask }: Session['policy'], entries: readonly ViewEntry[]): number {
  return keptGroupsFrom(entries, mask?.keepGroups ?? DEFAULT_KEPT_GROUPS)
}
const DEFAULT_KEPT_GROUPS = 3
