/** Selects the messages of a compression: all compressible messages before the recent tail, in whole units.
 * [C1] [C2] */
import { minGainTokens, baseLimit, isPressed, policyScale, tokensAboveLowMark } from '../session/model-tokens.js'
import { isHuman, type SeqRange, type ViewEntry } from '../message.js'
import { removedPartKeys } from '../context/removed-parts.js'
import { isBeside, openSeqs, unitsOf, type Unit } from '../context/pairing.js'
import type { Session } from '../session/session.js'
import { shorterTails, tailStart, type Tail } from './tail.js'

export interface CompressionPlan {
  /** Messages that will be covered, ascending. */
  seqs: number[]
  /** Human messages that contain results of covered calls. Their text stays; the results are removed with the calls. */
  humanMessagesWithResults: number[]
  /** Parts of the covered messages that an earlier cut removed, as keys of `partKey`. */
  removed: ReadonlySet<string>
  /** Tokens of the plan in the context now, including the results inside human messages. */
  tokens: number
  /** First and last covered message. */
  range: SeqRange
}

export type Planned =
  | { plan: CompressionPlan }
  | { plan: null; reason: 'nothing-to-compress' | 'gain-too-small'; largest: number }

export interface PlanRules {
  tail: Tail
  /** Minimum tokens that a cut must free. */
  minGain: number
  /** Maximum tokens of the checkpoint. */
  ceiling: number
  /** Maximum tokens that one checkpoint may cover. A span much larger than the window would lose nearly everything. */
  spanTokens: number
  /** Tokens that must leave to reach the low mark. A larger span would take raw messages that may stay. Unknown: all before the tail. [C2] */
  neededTokens?: number
  /** Whether the context is nearly full, so that the tail may shrink to make a small span worth a checkpoint. */
  pressed?: boolean
}

/** Smallest span that is worth a checkpoint, as a multiple of its ceiling. Smaller ones lose more per token. */
export const WORTHY_CEILINGS = 3
/** Smallest span that is worth a model call, as a multiple of the ceiling of its checkpoint. */
export const CALL_CEILINGS = 3.3

/** Returns the values of the policy in base tokens, scaled to the limit of the session. [S5] [P12] [T2] */
export function planRules(session: Pick<Session, 'limit' | 'scale' | 'policy'>): PlanRules {
  const { policy } = session
  const scale = policyScale(session)
  return {
    tail: { tokens: Math.floor(policy.tail.tokens * scale), messages: policy.tail.messages },
    minGain: minGainTokens(session),
    ceiling: Math.floor(policy.checkpoints.detailed * scale),
    spanTokens: Math.floor(baseLimit(session)),
  }
}

/** Returns the rules for the context as full as it is now. */
export function rulesNow(
  session: Parameters<typeof planRules>[0] & Parameters<typeof tokensAboveLowMark>[0],
): PlanRules {
  return { ...planRules(session), pressed: isPressed(session), neededTokens: tokensAboveLowMark(session) }
}

type PlannedSession = Pick<Session, 'openCalls' | 'lastSeq' | 'lastSpokenSeq' | 'turn'>

/** Returns the plan with the longest tail that leaves a span worth a checkpoint, else the one with the largest span before
 * half a tail. */
export function planCompression(session: PlannedSession, entries: readonly ViewEntry[], rules: PlanRules): Planned {
  const open = openSeqs(session, entries)
  const units = unitsOf(entries, session.lastSpokenSeq)
  const compressible = units.filter((unit) => isCompressible(unit, open))
  const before = (tail: Tail) => planBefore(tailStart(units, tail), compressible, rules)
  let best = before(rules.tail)
  if (rules.pressed !== true || isWorthy(best, rules)) return best
  for (const tail of shorterTails(rules.tail)) {
    const planned = before(tail)
    if (isWorthy(planned, rules)) return planned
    if (tail.tokens > 0 && sizeOf(planned) > sizeOf(best)) best = planned
  }
  return best
}

/** Whether the span is large enough for a checkpoint of its own. */
export function isWorthy(planned: Planned, { ceiling }: Pick<PlanRules, 'ceiling'>): boolean {
  return planned.plan !== null && planned.plan.tokens >= WORTHY_CEILINGS * ceiling
}

function sizeOf(planned: Planned): number {
  return planned.plan ? planned.plan.tokens : 0
}

/** Plans a span of the oldest units before the tail. */
function planBefore(tailFrom: number, compressible: readonly Unit[], rules: PlanRules): Planned {
  const candidates = compressible.filter((unit) => unit.entries[0]!.seq < tailFrom)
  const plan = planUnits(asNeeded(withinSpan(candidates, rules.spanTokens), rules))
  if (!plan) return { plan: null, reason: 'nothing-to-compress', largest: 0 }
  const gain = plan.tokens - Math.min(rules.ceiling, plan.tokens)
  return gain >= rules.minGain ? { plan } : { plan: null, reason: 'gain-too-small', largest: gain }
}

/** Whether a checkpoint may replace the unit. */
export function isCompressible(unit: Unit, open: ReadonlySet<number>): boolean {
  if (unit.entries.some((entry) => entry.pinned || entry.role === 'system' || open.has(entry.seq))) return false
  const [first, ...rest] = unit.entries
  // A human message may end a unit with results and text in one message; its text stays. It may not be the whole unit.
  return !isHuman(first!) || (rest.length > 0 && first!.shape.some((part) => part.kind === 'tool_call'))
}

/** Returns the oldest units within the span size, at least one. */
function withinSpan(units: readonly Unit[], spanTokens: number): Unit[] {
  let tokens = 0
  const end = units.findIndex((unit, index) => (tokens += unit.tokens) > spanTokens && index > 0)
  return end < 0 ? [...units] : units.slice(0, end)
}

/** Returns the oldest units that free the tokens needed: at least as many as are worth a model call. [C2] */
function asNeeded(units: readonly Unit[], { neededTokens = Infinity, ceiling, minGain }: PlanRules): Unit[] {
  const least = Math.max(CALL_CEILINGS * ceiling, neededTokens + ceiling, minGain + ceiling)
  let tokens = 0
  const end = units.findIndex((unit) => (tokens += unit.tokens) >= least)
  return end < 0 ? [...units] : units.slice(0, end + 1)
}

/** Returns the plan that replaces these units; null if only a person's words are in them. */
export function planUnits(units: readonly Unit[]): CompressionPlan | null {
  const seqs: number[] = []
  const humanMessagesWithResults: number[] = []
  let tokens = 0
  for (const unit of units) {
    tokens += unit.tokens
    for (const entry of unit.entries) {
      if (!isHuman(entry)) seqs.push(entry.seq)
      else {
        humanMessagesWithResults.push(entry.seq)
        tokens -= entry.viewTokens - entry.shape.filter(isBeside).reduce((sum, part) => sum + part.tokens, 0)
      }
    }
  }
  if (seqs.length === 0) return null
  seqs.sort((a, b) => a - b)
  const removed = removedPartKeys(units.flatMap((unit) => unit.entries))
  return { seqs, humanMessagesWithResults, removed, tokens, range: { from: seqs[0]!, to: seqs.at(-1)! } }
}

/** Returns the largest entries of the context, largest first. Reported when nothing can shrink the session. [P9] */
export function largestContributors(
  entries: readonly ViewEntry[],
  count: number,
): { seq: number; role: string; tokens: number }[] {
  return [...entries]
    .sort((a, b) => b.viewTokens - a.viewTokens || a.seq - b.seq)
    .slice(0, count)
    .map(({ seq, role, viewTokens }) => ({ seq, role, tokens: viewTokens }))
}
