/** Plans one reduction pass over the context, made as one cut: calls and results before the task boundary are removed,
 * and the rules of the registry reduce older parts. The gain of all steps together decides whether the cut is made.
 * [D3]–[D7] */
import { usedTokens } from '../session/budget.js'
import { dueGainTokens, refillTokens, shareFilled, untilCompression, minGainTokens } from '../session/model-tokens.js'
import type { ViewEntry } from '../message.js'
import { partKey, type Reduction } from '../context/reduction.js'
import { isDebug } from '../session/policy.js'
import type { Session } from '../session/session.js'
import { NO_WATERMARK } from '../session/watermark.js'
import { beforeBoundary, type Eviction } from './boundary.js'
import { placeholdersOf, type Candidate } from './candidates.js'
import type { CutContext, Reach } from './entry.js'
import { CUT_RULES, reductionEntry, type CutReductionKind } from './registry.js'

/** Parts that one rule reduces. */
export interface PassStep {
  kind: CutReductionKind
  candidates: Candidate[]
}

export interface Pass {
  eviction: Eviction
  /** In registry order; none is empty. */
  steps: PassStep[]
  /** Boundary up to which this pass applies the watermark. */
  boundarySeq: number
  /** Estimated base tokens that the pass frees. */
  tokens: number
}

/** Approximate tokens of a placeholder. */
const PLACEHOLDER_TOKENS = 30
const NOTHING: Eviction = { seqs: [], parts: [], tokens: 0 }

/** The session fields that the rules read. */
export type ReducedSession = Pick<
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
> &
  Partial<Pick<Session, 'preset'>>

/** Rules in whose steps the parts leave with every cut, and the others. */
const FIRST = CUT_RULES.filter(({ rule }) => rule.withEveryCut)
const LATER = CUT_RULES.filter(({ rule }) => !rule.withEveryCut)

/** Whether parts must leave at once, whatever a cut frees. */
export function isForced({ policy }: Pick<Session, 'policy'>): boolean {
  return FIRST.some(({ rule }) => rule.withEveryCut?.isForced(policy))
}

/** Whether a boundary is due that is applied whatever it frees: preset `watermark`, where it says that the task is over.
 * [D4] [P12] */
export function appliesBoundaryAtOnce({ preset, watermark }: Partial<Pick<Session, 'preset' | 'watermark'>>): boolean {
  const { seq, appliedSeq } = watermark ?? NO_WATERMARK
  return preset === 'watermark' && seq > appliedSeq
}

type Weighed = Parameters<typeof untilCompression>[0]

/** Returns the base tokens that old parts must free to be worth a cut. The next pass must come after real growth; but once a
 * compression is due, the prefix changes anyway, and a line for a result says more than a checkpoint about it. [D6] [P12] */
function worthyGain(session: Weighed): number {
  // Who asks for no share wants old parts reduced as soon as they may be.
  if (session.policy.minGain.share === 0) return minGainTokens(session)
  const isDue = (untilCompression(session) ?? 1) <= 0
  return Math.max(minGainTokens(session), isDue ? dueGainTokens(session) : refillTokens(session))
}

/** Whether a pass could free enough, judged by the token counts alone. */
export function mayNeedPass(session: Weighed & Pick<Session, 'watermark'>): boolean {
  const { policy, tokenCounts } = session
  const filled = shareFilled(session, usedTokens(tokenCounts))
  const roles = new Set(CUT_RULES.flatMap(({ rule }) => (filled > rule.above(policy) ? rule.roles : [])))
  const old = [...roles].reduce((sum, role) => sum + tokenCounts[role], 0)
  const { seq, appliedSeq } = session.watermark ?? NO_WATERMARK
  return seq > appliedSeq || (roles.size > 0 && old >= worthyGain(session)) || isForced(session)
}

/** Whether a compression is due even after the pass. It covers old messages, so their results need no line of their own: one cut
 * instead of two. [P12] [D6] */
export function leavesCompressionDue(session: Weighed, { tokens }: Pick<Pass, 'tokens'>): boolean {
  const until = untilCompression(session)
  return until !== null && until + tokens * session.scale.ratio <= 0
}

/** Returns the pass to make now; null if it is not worth a cut. */
export function planPass(
  session: ReducedSession,
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
): Pass | null {
  const { policy } = session
  const { seq: boundarySeq, appliedSeq } = session.watermark ?? NO_WATERMARK
  const isBoundaryDue = boundarySeq > appliedSeq && !isDebug(policy)
  const eviction = isBoundaryDue ? beforeBoundary(session, entries, reductions, boundarySeq) : NOTHING
  const removed = new Set([...eviction.seqs.map(String), ...eviction.parts.map(({ seq, part }) => partKey(seq, part))])
  const remains = ({ seq, part }: Candidate) => !removed.has(String(seq)) && !removed.has(partKey(seq, part))
  const context = { session, entries, placeholders: placeholdersOf(reductions) }
  const first = stepsOf(FIRST, context, remains)
  const used = usedTokens(session.tokenCounts) - eviction.tokens
  const isAbove = (tokens: number) => {
    const filled = shareFilled(session, tokens)
    return (step: (typeof CUT_RULES)[number]) => filled > step.rule.above(policy)
  }
  const firstGain = FIRST.some(isAbove(used)) ? gainOf(first) : 0
  const later = stepsOf(LATER.filter(isAbove(used - firstGain)), context, remains)
  const gain = firstGain + gainOf(later)
  const worthy = worthyGain(session)
  const all = { eviction, steps: [...first, ...later], boundarySeq, tokens: eviction.tokens + gain }
  // The eviction alone justifies the cut. Old parts join it only if they would justify a cut by themselves.
  const withEviction = gain >= worthy ? all : { ...all, steps: first, tokens: eviction.tokens + firstGain }
  if (appliesBoundaryAtOnce(session) && eviction.tokens > 0) return withEviction
  if (eviction.tokens >= minGainTokens(session)) return withEviction
  if (gain > 0 && all.tokens >= worthy) return all
  if (first.length === 0 || !isForced(session)) return null
  return { eviction: NOTHING, steps: first, boundarySeq, tokens: firstGain }
}

/** Returns the parts that leave with every cut, before other rules are considered. [D7] */
export function partsLeavingFirst(
  session: CutContext['session'],
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
  reach: Reach = 'cut',
): PassStep[] {
  return stepsOf(FIRST, { session, entries, placeholders: placeholdersOf(reductions) }, () => true, reach)
}

function stepsOf(
  rules: typeof CUT_RULES,
  context: CutContext,
  remains: (candidate: Candidate) => boolean,
  reach: Reach = 'cut',
): PassStep[] {
  return rules
    .map(({ kind, rule }) => ({ kind, candidates: rule.candidates(context, reach).filter(remains) }))
    .filter(({ candidates }) => candidates.length > 0)
}

/** Returns the approximate tokens that the steps free. */
function gainOf(steps: readonly PassStep[]): number {
  const gains = steps.flatMap(({ kind, candidates }) => {
    const rest = reductionEntry(kind).placeholder === null ? 0 : PLACEHOLDER_TOKENS
    return candidates.map(({ tokens }) => Math.max(0, tokens - rest))
  })
  return gains.reduce((sum, gain) => sum + gain, 0)
}

/** Returns the reasons of the steps, for the record of their cut. */
export function reasonsOf(steps: readonly PassStep[]): string[] {
  return CUT_RULES.flatMap(({ kind, rule }) => {
    const step = steps.find((made) => made.kind === kind)
    return step ? [rule.reason(step.candidates.length)] : []
  })
}
