/** One pass over the context, cheapest and safest first, made as one cut: what stands before the task boundary leaves, old results become
 * one line, old arguments a reference. Whether it is worth a cut is decided for all of it together. [D3]–[D6] */
import { usedTokens } from '../session/budget.js'
import { minGainTokens } from '../compression/compression-plan.js'
import type { ViewEntry } from '../message.js'
import { partKey, type Reduction } from '../context/reduction.js'
import type { Session } from '../session/session.js'
import { NO_WATERMARK } from '../context/watermark.js'
import { beforeBoundary, type Leaving } from './boundary.js'
import { confirmedInputs, keptGroupsFrom, maskCandidates, standInsOf, type Candidate } from './candidates.js'
import { toolMatcher } from './tool-names.js'

export interface Pass {
  leaving: Leaving
  masks: Candidate[]
  inputs: Candidate[]
  /** Boundary that everything before it has left with this pass. */
  boundarySeq: number
}

/** Old parts are put away only when that frees this share of the limit: low and high mark stay ten points apart. [D6] */
export const OLD_PARTS_GAIN_SHARE = 0.1
/** What a stand-in costs, about. */
const STAND_IN_TOKENS = 30
const NOTHING: Leaving = { seqs: [], parts: [], tokens: 0 }

type Reduced = Pick<
  Session,
  'limit' | 'policy' | 'tallies' | 'ledger' | 'openCalls' | 'lastSeq' | 'lastSpokenSeq' | 'turn' | 'watermark' | 'reserve'
>

/** Whether a pass could find anything, told from the sums alone. */
export function mayNeedPass(session: Pick<Session, 'limit' | 'policy' | 'tallies' | 'watermark'>): boolean {
  const { mask, truncateInputs } = session.policy
  const used = usedTokens(session.tallies)
  const above = Math.min(mask?.above ?? Infinity, truncateInputs?.above ?? Infinity)
  const old = session.tallies.tool + (truncateInputs ? session.tallies.assistant : 0)
  const { seq, appliedSeq } = session.watermark ?? NO_WATERMARK
  return seq > appliedSeq || (used > above * session.limit && old >= OLD_PARTS_GAIN_SHARE * session.limit)
}

/** What a pass would do now; null: not worth a cut. */
export function planPass(session: Reduced, entries: readonly ViewEntry[], reductions: readonly Reduction[]): Pass | null {
  const { limit, policy } = session
  const { seq: boundarySeq, appliedSeq } = session.watermark ?? NO_WATERMARK
  const leaving = boundarySeq > appliedSeq ? beforeBoundary(session, entries, reductions, boundarySeq) : NOTHING
  const gone = new Set([...leaving.seqs.map(String), ...leaving.parts.map(({ seq, part }) => partKey(seq, part))])
  const stays = ({ seq, part }: Candidate) => !gone.has(String(seq)) && !gone.has(partKey(seq, part))
  const used = usedTokens(session.tallies) - leaving.tokens
  const standing = standInsOf(reductions)
  const { mask, truncateInputs } = policy
  const masks = mask && used > mask.above * limit ? maskCandidates(session, entries, standing, mask.keepGroups).filter(stays) : []
  const inputs =
    truncateInputs && used > truncateInputs.above * limit
      ? confirmedInputs(entries, standing, toolMatcher(truncateInputs.tools), oldBefore(policy, entries)).filter(stays)
      : []
  const gain = [...masks, ...inputs].reduce((sum, { tokens }) => sum + Math.max(0, tokens - STAND_IN_TOKENS), 0)
  if (leaving.tokens >= minGainTokens(session)) {
    // The break is paid for: what is old goes with it, if it would be worth one of its own.
    return gain >= OLD_PARTS_GAIN_SHARE * limit ? { leaving, masks, inputs, boundarySeq } : { leaving, masks: [], inputs: [], boundarySeq }
  }
  if (gain === 0 || leaving.tokens + gain < OLD_PARTS_GAIN_SHARE * limit) return null
  return { leaving, masks, inputs, boundarySeq }
}

/** Tool groups that masking would keep are not old for arguments either. */
function oldBefore({ mask }: Session['policy'], entries: readonly ViewEntry[]): number {
  return keptGroupsFrom(entries, mask?.keepGroups ?? DEFAULT_KEPT_GROUPS)
}
const DEFAULT_KEPT_GROUPS = 3
