/** Lists the steps that reduce one part of a message. [D1] [D3] [D5] [D7] */
import { planRules } from '../compression/compression-plan.js'
import { tailStart } from '../compression/tail.js'
import { openSeqs, unitsOf } from '../context/pairing.js'
import { partKey } from '../context/part-key.js'
import {
  inputCandidates,
  maskCandidates,
  offloadCandidates,
  placeholdersOf,
  unmaskedCandidates,
  type Candidate,
  type Placeholders,
} from '../reductions/candidates.js'
import { oversizedCandidates } from '../reductions/oversized.js'
import type { Reach } from '../reductions/entry.js'
import { partsLeavingFirst } from '../reductions/pass.js'
import { reductionEntry, type CutReductionKind } from '../reductions/registry.js'
import { isDebug } from '../session/policy.js'
import { textCandidates } from '../reductions/text-parts.js'
import { baseLimit, policyScale } from '../session/model-tokens.js'
import { COVER_LOSS, lossOf, OUTLIER_SHARE, type EvictionState, type Group, type Step } from './step.js'

/** Loss per token of a part as large as the limit: of an older part, and of one in the recent tail. */
const WEIGHTS = {
  excerpt: { old: 0.5, recent: 0.5 },
  mask: { old: 1, recent: 1 },
  truncateConfirmed: { old: 1.5, recent: 3 },
  offload: { old: 3, recent: 4 },
  truncateFailed: { old: 3, recent: 6 },
  appText: { old: 4, recent: 7 },
  assistantText: { old: 5, recent: 8 },
  openCall: { old: 8, recent: 8 },
  openReasoning: { old: 8, recent: 8 },
}
type Weight = (typeof WEIGHTS)[keyof typeof WEIGHTS]

/** Smallest result that is offloaded under pressure, at a limit of 13,600. */
const OFFLOAD_FROM_TOKENS = 200
/** Loss per token of what no model has seen yet: the arguments of an open call that is no outlier, and results that become
 * one line. */
const UNSEEN_LOSS = 10 * COVER_LOSS
/** Loss per token of a recent result, or of the preview of an offloaded one, that becomes one line. */
const UNMASKED_LOSS = 2 * COVER_LOSS
/** Estimated tokens of a placeholder: a low estimate, because the plan is made again with the real sizes. */
const REST_TOKENS = { mask: 30, other: 120 }

export function reduceSteps(state: EvictionState): Step[] {
  const { session, entries, reductions } = state
  const units = unitsOf(entries, session.lastSpokenSeq)
  const placeholders = placeholdersOf(reductions)
  const tailFrom = tailStart(units, planRules(session).tail)
  // The model reads results when it answers them.
  const answeredTo = entries.findLast(({ role }) => role === 'assistant')?.seq ?? 0
  const unlessUnread = (made: Step, { seq }: Candidate): Step =>
    seq > answeredTo ? { ...made, group: 'unread' } : made
  const step = (reduction: CutReductionKind, candidate: Candidate, weight: Weight, group?: Group) => {
    const recent = candidate.seq >= tailFrom
    return stepOf(baseLimit(session), reduction, candidate, recent ? weight.recent : weight.old, group)
  }
  const offloadFrom = OFFLOAD_FROM_TOKENS * policyScale(session)
  const { mask } = session.policy
  const always: (() => Step[])[] = [
    () => reasoningSteps(state, step),
    () =>
      oversizedCandidates(session, entries, placeholders).map((candidate) =>
        step('excerpt', candidate, WEIGHTS.excerpt, 'cheap'),
      ),
  ]
  const permitted: (() => Step[])[] = [
    () =>
      (mask === null ? [] : maskCandidates(session, entries, placeholders, mask.keepGroups)).map((candidate) =>
        unlessUnread(step('mask', candidate, WEIGHTS.mask), candidate),
      ),
    () =>
      offloadCandidates(session, entries, placeholders, offloadFrom).map((candidate) =>
        unlessUnread(step('offload', candidate, WEIGHTS.offload), candidate),
      ),
    () =>
      unmaskedCandidates(session, entries, placeholders).map((candidate) => {
        const loss = candidate.seq > answeredTo ? UNSEEN_LOSS : UNMASKED_LOSS
        return unlessUnread(costly(step('mask', candidate, WEIGHTS.offload), loss), candidate)
      }),
    () => inputSteps(state, placeholders, step),
    () =>
      textCandidates(entries, placeholders).map(({ isApp, ...candidate }) =>
        step('offload-text', candidate, isApp ? WEIGHTS.appText : WEIGHTS.assistantText),
      ),
  ]
  const isOff = isDebug(session.policy)
  const steps: Step[] = []
  for (const list of [...always, ...permitted]) {
    const listed = list().filter(({ tokens }) => tokens > 0)
    const group = isOff && permitted.includes(list) ? { group: 'switched-off' as const } : {}
    for (const one of listed) steps.push({ ...one, ...group })
  }
  return steps
}

type MakeStep = (kind: CutReductionKind, candidate: Candidate, weight: Weight, group?: Group) => Step

/** Arguments of calls: of those that ended well, and of failed and open ones. */
function inputSteps({ session, entries }: EvictionState, placeholders: Placeholders, step: MakeStep): Step[] {
  const open = openSeqs(session, entries)
  const settled = inputCandidates(session, entries, placeholders, false)
  const isSettled = new Set(settled.map(({ seq, part }) => partKey(seq, part)))
  const unsettled = inputCandidates(session, entries, placeholders, true).filter(
    ({ seq, part }) => !isSettled.has(partKey(seq, part)),
  )
  return [
    ...settled.map((candidate) => step('truncate-input', candidate, WEIGHTS.truncateConfirmed)),
    ...unsettled.map((candidate) => {
      const isOpen = open.has(candidate.seq)
      const made = step('truncate-input', candidate, isOpen ? WEIGHTS.openCall : WEIGHTS.truncateFailed)
      const isSmallAndOpen = isOpen && candidate.tokens < OUTLIER_SHARE * baseLimit(session)
      return isSmallAndOpen ? costly(made, UNSEEN_LOSS) : made
    }),
  ]
}

/** Reasoning of closed turns leaves with every cut, so it costs nothing. That of the open turn leaves under pressure;
 * that which the policy keeps leaves last of all. [D7] */
function reasoningSteps({ session, entries, reductions }: EvictionState, step: MakeStep): Step[] {
  const listed = new Set<string>()
  const reaches: [Reach, Weight, Group?][] = [
    ['cut', { old: 0, recent: 0 }, 'cheap'],
    ['pressure', WEIGHTS.openReasoning],
    ['refusal', WEIGHTS.openReasoning, 'last'],
  ]
  return reaches.flatMap(([reach, weight, group]) =>
    partsLeavingFirst(session, entries, reductions, reach).flatMap(({ kind, candidates }) =>
      candidates.flatMap((candidate) => {
        const key = partKey(candidate.seq, candidate.part)
        if (listed.has(key)) return []
        listed.add(key)
        return [step(kind, candidate, weight, group)]
      }),
    ),
  )
}

function costly(step: Step, lossPerToken: number): Step {
  return { ...step, group: 'costly', loss: lossPerToken * step.tokens }
}

function stepOf(limit: number, reduction: CutReductionKind, candidate: Candidate, weight: number, group?: Group): Step {
  const { seq, part } = candidate
  const isRemoved = reductionEntry(reduction).placeholder === null
  const rest = isRemoved ? 0 : (candidate.maxTokens ?? (reduction === 'mask' ? REST_TOKENS.mask : REST_TOKENS.other))
  const tokens = candidate.tokens - rest
  const loss = lossOf(weight, Math.max(1, tokens), limit)
  return {
    key: `${reduction} ${partKey(seq, part)}`,
    group: group ?? (loss <= COVER_LOSS * tokens ? 'cheap' : 'costly'),
    tokens,
    loss,
    whole: [],
    parts: [{ seq, key: partKey(seq, part), tokens }],
    beside: 0,
    action: { kind: 'reduce', reduction, candidate },
  }
}
