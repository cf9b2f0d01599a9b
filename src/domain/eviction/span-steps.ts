/** Lists the steps that cover spans with a checkpoint or evict messages. [V5] [R4] */
import {
  isCompressible,
  planRules,
  planUnits,
  WORTHY_CEILINGS,
  type CompressionPlan,
} from '../compression/compression-plan.js'
import { isHuman } from '../message.js'
import { tailStart } from '../compression/tail.js'
import { isProtected } from '../reductions/protected.js'
import { baseLimit } from '../session/model-tokens.js'
import { openSeqs, unitsOf, type Unit } from '../context/pairing.js'
import { partKey } from '../context/part-key.js'
import { isReadBack } from '../reductions/candidates.js'
import { excessTokens, leastSaying } from './human-excess.js'
import { COVER_LOSS, type EvictReason, type EvictionState, type FreedPart, type Group, type Step } from './step.js'

/** Loss per token of the steps, beside the one of a cover step. */
const LOSS = {
  /** A checkpoint for recent messages. */
  coverRecent: 2.5 * COVER_LOSS,
  /** A checkpoint for one message that no reduction may shrink. */
  coverAlone: 3 * COVER_LOSS,
  /** The oldest messages, where the policy wants no checkpoint. Only outliers come first. */
  evictOldest: COVER_LOSS / 3,
  /** A message without a checkpoint; its age adds up to as much again. */
  evict: 8 * COVER_LOSS,
  /** A message of a person. */
  human: 1_000 * COVER_LOSS,
  /** The message of a person that says least, while these messages fill more than their share; the others lose more. */
  humanExcess: 1.5 * COVER_LOSS,
}
/** Loss of every checkpoint beside that of its messages, as tokens of its ceiling: heading, change of the prefix, and
 * the aging of all older ones. A small span is not chosen while a larger one exists. [P12] */
const CHECKPOINT_LOSS = 0.5 * COVER_LOSS
/** Smaller spans join the one before them, as a multiple of the ceiling. */
const JOIN_CEILINGS = 1
/** Estimated share of a span that its checkpoint takes, below the ceiling. */
const CHECKPOINT_SHARE = 0.4
/** Share of the limit from which a message that cannot be reduced gets a checkpoint of its own. */
const ALONE_SHARE = 0.05

/** @param left tokens of a message after the cheaper steps
 * @param neededTokens tokens to free after the cheaper steps */
export function spanSteps(state: EvictionState, left: (seq: number) => number, neededTokens: number): Step[] {
  const { session, entries } = state
  const units = unitsOf(entries, session.lastSpokenSeq)
  const open = openSeqs(session, entries)
  const rules = planRules(session)
  const tailFrom = tailStart(units, rules.tail)
  const newest = units.at(-1)
  const compressible = units.filter((unit) => isCompressible(unit, open))
  const evictions = evictSteps(state, units, open, tailFrom)
  if (session.policy.makeRoom === 'evict') return evictions
  const covers = spansOf(
    compressible.filter((unit) => unit !== newest),
    { left, neededTokens, tailFrom },
    rules,
  ).flatMap(({ units: span, isRecent }) =>
    isRecent
      ? coverStep(state, span, left, LOSS.coverRecent, 'costly')
      : coverStep(state, span, left, COVER_LOSS, 'cheap'),
  )
  const alone = compressible
    .filter((unit) => irreducibleTokens(unit) > ALONE_SHARE * baseLimit(session))
    // A context should not end with a checkpoint. Only content that was read back gets one there, instead of an eviction.
    .filter((unit) => unit !== newest || unit.entries.some(({ shape }) => shape.some(isReadBack)))
    .flatMap((unit) => coverStep(state, [unit], left, LOSS.coverAlone, unit === newest ? 'last' : 'costly'))
  return [...covers, ...alone, ...evictions]
}

interface Span {
  units: Unit[]
  tokens: number
  /** Whether recent units are in it. */
  isRecent: boolean
}

/** Divides units, oldest first, into the spans of one checkpoint each: as large as needed, at most as large as the
 * window. Old units form spans of their own. A small remainder of them joins the span before it; without one, it grows
 * into the recent units. */
function spansOf(
  units: readonly Unit[],
  { left, neededTokens, tailFrom }: { left: (seq: number) => number; neededTokens: number; tailFrom: number },
  { ceiling, spanTokens }: { ceiling: number; spanTokens: number },
): Span[] {
  const spans: Span[] = []
  const worthyTokens = WORTHY_CEILINGS * ceiling
  let needed = neededTokens
  let span: Span = { units: [], tokens: 0, isRecent: false }
  const close = () => {
    const before = spans.at(-1)
    if (before && span.tokens < JOIN_CEILINGS * ceiling && before.isRecent === span.isRecent) {
      before.units.push(...span.units)
      before.tokens += span.tokens
    } else if (span.units.length > 0) spans.push(span)
    needed -= span.tokens - Math.min(ceiling, CHECKPOINT_SHARE * span.tokens)
    span = { units: [], tokens: 0, isRecent: false }
  }
  for (const unit of units) {
    const tokens = unit.entries.reduce((sum, { seq }) => sum + left(seq), 0)
    const isRecent = unit.entries[0]!.seq >= tailFrom
    const endsOld = isRecent && !span.isRecent && (spans.length > 0 || span.tokens >= worthyTokens)
    const isFull = span.tokens >= Math.min(spanTokens, Math.max(worthyTokens, needed + ceiling))
    if (endsOld || isFull || span.tokens + tokens > spanTokens) close()
    span.units.push(unit)
    span.tokens += tokens
    span.isRecent ||= isRecent
  }
  close()
  return spans
}

function coverStep(
  state: EvictionState,
  units: readonly Unit[],
  left: (seq: number) => number,
  loss: number,
  group: Group,
): Step[] {
  const rules = planRules(state.session)
  const plan = planUnits(units)
  if (!plan) return []
  const tokens = plan.seqs.reduce((sum, seq) => sum + left(seq), 0)
  const rest = Math.min(rules.ceiling, CHECKPOINT_SHARE * tokens)
  const key = `cover ${plan.seqs[0]!} ${plan.seqs.at(-1)!} ${plan.seqs.length}`
  const step = spanStep(key, { tokens: tokens - rest, loss, group }, plan, units, -rest, { kind: 'cover', plan })
  return [{ ...step, loss: step.loss + CHECKPOINT_LOSS * rules.ceiling }]
}

/** Evicts units without a checkpoint, oldest first. Human messages leave after all others, unless they fill more than their share: then
 * those that say least leave before that. The first of the session leaves last, the newest never; open calls and the newest unit stay as long as they can. [P4] [P5] */
function evictSteps(state: EvictionState, units: readonly Unit[], open: ReadonlySet<number>, tailFrom: number): Step[] {
  const { session, entries } = state
  const { policy } = session
  const newestHuman = entries.findLast(isHuman)
  const tokens = excessTokens(entries, session)
  const leaving = leastSaying(units, policy, { worth: state.worth, tailFrom, tokens })
  const excess = new Map(leaving.map((unit, at) => [unit, at / leaving.length]))
  const stepOf = (unit: Unit, index: number): Step[] => {
    const [first] = unit.entries
    const age = 1 + index / units.length
    if (unit.entries.some((entry) => isProtected(policy, entry))) return []
    if (isHuman(first!)) {
      if (first === newestHuman) return []
      const plan = { seqs: unit.entries.map(({ seq }) => seq), humanMessagesWithResults: [] }
      const rank = excess.get(unit)
      if (rank === undefined)
        return [
          evictStep(
            plan,
            [unit],
            LOSS.human * age,
            first!.turn === 1 ? 'last' : 'human',
            'oldest human messages evicted',
          ),
        ]
      const loss = LOSS.humanExcess * (1 + rank / 4)
      const { ordered: _, ...step } = evictStep(plan, [unit], loss, 'costly', 'human messages that say least evicted')
      return [step]
    }
    const plan = planUnits([unit])
    if (!plan) return []
    if (unit.entries.some(({ seq }) => open.has(seq)) || index === units.length - 1)
      return [evictStep(plan, [unit], LOSS.evict * age, 'last', 'no other content could shrink')]
    if (policy.makeRoom === 'copy')
      return [evictStep(plan, [unit], LOSS.evict * age, 'costly', 'no other content could shrink')]
    const group = first!.seq < tailFrom ? 'cheap' : 'costly'
    return [evictStep(plan, [unit], LOSS.evictOldest * age, group, 'oldest messages evicted')]
  }
  const steps: Step[] = []
  for (const [index, unit] of units.entries()) {
    steps.push(...stepOf(unit, index))
  }
  return steps
}

function evictStep(
  plan: Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'>,
  units: readonly Unit[],
  loss: number,
  group: Group,
  reason: EvictReason,
): Step {
  const tokens = Math.max(
    1,
    units.reduce((sum, unit) => sum + unit.tokens, 0),
  )
  const key = `evict ${plan.seqs.join(' ')}`
  return { ...spanStep(key, { tokens, loss, group }, plan, units, 0, { kind: 'evict', plan, reason }), ordered: true }
}

function spanStep(
  key: string,
  { tokens, loss, group }: { tokens: number; loss: number; group: Group },
  { seqs, humanMessagesWithResults }: Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'>,
  units: readonly Unit[],
  beside: number,
  action: Step['action'],
): Step {
  const shared = new Set(humanMessagesWithResults)
  const parts = units
    .flatMap((unit) => unit.entries)
    .filter(({ seq }) => shared.has(seq))
    .flatMap(({ seq, shape }) =>
      shape.flatMap((part, index): FreedPart[] =>
        part.kind === 'tool_result' ? [{ seq, key: partKey(seq, index), tokens: part.tokens }] : [],
      ),
    )
  return { key, group, tokens, loss: loss * tokens, whole: seqs, parts, beside, action }
}

/** Returns the tokens of errors, of content that was read back, and of images and files. */
function irreducibleTokens({ entries }: Unit): number {
  return entries
    .flatMap(({ shape }) => shape)
    .filter((part) =>
      part.kind === 'tool_result' ? part.isError || isReadBack(part) : ['image', 'file', 'opaque'].includes(part.kind),
    )
    .reduce((sum, { tokens }) => sum + tokens, 0)
}
