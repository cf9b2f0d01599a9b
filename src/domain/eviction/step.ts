/** A step that frees tokens under pressure. Steps of every kind are planned together, and the cheapest set that reaches
 * the target is taken. [R4] */
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { CompressionPlan } from '../compression/compression-plan.js'
import type { ViewEntry } from '../message.js'
import type { Reduction } from '../context/reduction.js'
import type { Candidate } from '../reductions/candidates.js'
import type { CutReductionKind } from '../reductions/registry.js'
import type { Session } from '../session/session.js'
import type { HumanWorth } from './human-excess.js'

/** What a step does. */
export type Action =
  /** Moves the notes of goal changes into the goal blocks. */
  | { kind: 'notes' }
  /** Removes calls and results before the task boundary. */
  | { kind: 'watermark' }
  | { kind: 'reduce'; reduction: CutReductionKind; candidate: Candidate }
  /** Replaces a span by an extractive checkpoint. */
  | { kind: 'cover'; plan: CompressionPlan }
  /** Lowers every checkpoint by one level. */
  | { kind: 'age' }
  /** Drops lines of all checkpoints until the target is reached; each keeps at least one line. With `lesser`, only lines
   * that rank below open errors and files. */
  | { kind: 'shrink-checkpoints'; lesser: boolean }
  /** Shortens the ledger; with `keepRules` the rules in the user's words stay. */
  | { kind: 'ledger'; keepRules: boolean }
  /** Shortens the progress of the goal. */
  | { kind: 'progress' }
  /** Evicts messages of a unit without a checkpoint. */
  | { kind: 'evict'; plan: Pick<CompressionPlan, 'seqs' | 'humanMessagesWithResults'>; reason: EvictReason }

/** Why messages leave without a checkpoint. */
export type EvictReason =
  | 'oldest messages evicted'
  | 'oldest human messages evicted'
  | 'human messages that say least evicted'
  | 'no other content could shrink'

/** Order of last resort. A later group is used only while the earlier groups do not make the context fit.
 * `cheap`: to free tokens up to the target. `costly`: recent content, and content without a summary.
 * `ledger`: entries of the ledger but the rules; they leave only as far as the context fits, since they say most per token.
 * `unread`: tool results that no model has seen yet; they leave only as far as the context fits. [D5]
 * `switched-off`: reductions with `verbosity: "debug"`, which the policy allows only where [P3] forces them.
 * `human`: messages of a person. `last`: what must stay if anything can. */
export const GROUPS = ['cheap', 'costly', 'ledger', 'unread', 'switched-off', 'human', 'last'] as const
export type Group = (typeof GROUPS)[number]

/** A part that a step reduces, by `partKey`, and the tokens this frees. */
export interface FreedPart {
  seq: number
  key: string
  tokens: number
}

export interface Step {
  /** Names the step across plans. */
  key: string
  group: Group
  /** Estimated tokens that the step frees alone. */
  tokens: number
  /** What is lost: importance × whether it can be read back × whether a person wrote it. Compared per token freed. */
  loss: number
  /** Messages that leave the context whole. */
  whole: readonly number[]
  parts: readonly FreedPart[]
  /** Tokens freed apart from messages; negative for a checkpoint that replaces them. */
  beside: number
  /** Steps of this kind are taken only in order, oldest first. */
  ordered?: true
  action: Action
}

/** A step with an action of this kind. */
export type StepOf<K extends Action['kind']> = Step & { action: Extract<Action, { kind: K }> }

/** Whether the step is made only while all others together do not make the context fit. */
export function isLastResort({ group }: Step): boolean {
  return group === 'human' || group === 'last'
}

/** Whether the step evicts messages of a person although they do not fill more than their share: a new epoch begins
 * instead. [R4] */
export function endsEpoch(step: Step): boolean {
  return isLastResort(step) && step.action.kind === 'evict' && step.action.reason === 'oldest human messages evicted'
}

/** Returns the steps with actions of this kind. */
export function stepsOf<K extends Action['kind']>(steps: readonly Step[], kind: K): StepOf<K>[] {
  return steps.filter((step): step is StepOf<K> => step.action.kind === kind)
}

/** What a plan is made from. */
export interface EvictionState {
  session: Pick<
    Session,
    | 'limit'
    | 'scale'
    | 'policy'
    | 'tokenCounts'
    | 'openCalls'
    | 'lastSeq'
    | 'lastSpokenSeq'
    | 'turn'
    | 'watermark'
    | 'goals'
    | 'ledger'
    | 'reserve'
  >
  /** Messages in the context, ascending. */
  entries: readonly ViewEntry[]
  reductions: readonly Reduction[]
  /** Live checkpoints. */
  checkpoints: readonly Pick<Checkpoint, 'tokens' | 'level' | 'joined' | 'lines'>[]
  /** How much human messages say. Unknown while they do not fill more than their share. */
  worth?: HumanWorth
  /** Keys of steps that freed nothing when they were tried. */
  failed: ReadonlySet<string>
}

/** Tokens to free: so that the context fits, and so that it reaches the target, which leaves tokens for more messages. */
export interface Need {
  fit: number
  target: number
}

/** Loss per token of a cover step. Other weights compare with it. */
export const COVER_LOSS = 16

/** Share of the limit above which one part is an outlier. */
export const OUTLIER_SHARE = 0.1

/** Returns the loss of shrinking `tokens` of one part. It grows with the root of the size, so that one giant loses less
 * per token than many small parts: outliers come first.
 * @param weight loss per token of a part as large as the limit */
export function lossOf(weight: number, tokens: number, limit: number): number {
  return weight * Math.sqrt(tokens * limit)
}
