/** Plans one reduction pass over the context, made as one cut: calls and results before the task boundary are removed,
 * old results become one line, old arguments a reference. The gain of all steps together decides whether the cut is
 * made. [D3]–[D6] */
import { usedTokens } from '../session/budget.js'
import { baseLimit } from '../session/model-tokens.js'
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
  /** Boundary up to which this pass applies the watermark. */
  boundarySeq: number
}

/** Old parts are reduced only if that frees at least this share of the limit, so that passes are at least 10% of the
 * limit apart. [D6] */
export const OLD_PARTS_GAIN_SHARE = 0.1
/** Approximate tokens of a placeholder. */
const PLACEHOLDER_TOKENS = 30
const NOTHING: Eviction = { seqs: [], parts: [], tokens: 0 }

type Reduced = Pick<
  Session,
  | 'limit'
  | 'scale'
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

/** Whether a pass could free enough, judged by the token counts alone. */
export function mayNeedPass(
  session: Pick<Session, 'limit' | 'scale' | 'policy' | 'tokenCounts' | 'watermark'>,
): boolean {
  const { mask, truncateInputs } = session.policy
  const used = usedTokens(session.tokenCounts)
  const above = Math.min(mask?.above ?? Infinity, truncateInputs?.above ?? Infinity)
  const old = session.tokenCounts.tool + (truncateInputs ? session.tokenCounts.assistant : 0)
  const { seq, appliedSeq } = session.watermark ?? NO_WATERMARK
  const limit = baseLimit(session)
  return seq > appliedSeq || (used > above * limit && old >= OLD_PARTS_GAIN_SHARE * limit)
}

/** Returns the pass to make now; null if it is not worth a cut. */
export function planPass(
  session: Reduced,
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
): Pass | null {
  const { policy } = session
  const limit = baseLimit(session)
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
    // The eviction alone justifies the cut. Old parts join it only if they would justify a cut by themselves.
    return gain >= OLD_PARTS_GAIN_SHARE * limit
      ? { eviction, masks, inputs, boundarySeq }
      : { eviction, masks: [], inputs: [], boundarySeq }
  }
  if (gain === 0 || eviction.tokens + gain < OLD_PARTS_GAIN_SHARE * limit) return null
  return { eviction, masks, inputs, boundarySeq }
}

/** Returns the message from which arguments are kept. Arguments in tool groups that masking would keep do not count as
 * old. */
function oldBefore({ mask }: Session['policy'], entries: readonly ViewEntry[]): number {
  return keptGroupsFrom(entries, mask?.keepGroups ?? DEFAULT_KEPT_GROUPS)
}
const DEFAULT_KEPT_GROUPS = 3
