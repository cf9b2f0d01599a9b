/** Describes an entry of the reduction registry. */
import type { Json, PartShape, ViewEntry } from '../message.js'
import type { Policy } from '../session/policy.js'
import type { Session } from '../session/session.js'
import type { Candidate, Placeholders } from './candidates.js'
import type { CondensedView } from './condense/view.js'
import type { Offloaded, Original } from './placeholders.js'

/** A part about to be replaced. */
export interface Replaced {
  offloaded: Offloaded
  original: Original
  /** Arguments of a call; empty for other parts. */
  args: Json
  /** Content that stays; only when a result is condensed. */
  view: CondensedView | null
}

/** Returns the tokens of a part with this text as its content. */
export type Cost = (text: string) => number

/** Words of the event that reports parts reduced together. */
export interface ReductionEvent {
  type: string
  /** When the event is emitted. Published in openapi.yaml and docs/events.md. */
  when: string
  /** Part of the example in the documentation that differs from other reductions. */
  example: { toolName?: string | null; resultKind?: string; tokensAfter?: number }
  /** The session log line: `<verb> 3 <unit>s (messages 4 to 9), saved ~1,200 tokens`. */
  verb: string
  unit: string
}

/** The context that a rule reduces at a cut. */
export interface CutContext {
  session: Pick<Session, 'limit' | 'policy' | 'openCalls' | 'lastSeq' | 'lastSpokenSeq' | 'turn'>
  /** Messages in the context, ascending. */
  entries: readonly ViewEntry[]
  placeholders: Placeholders
}

/** Why parts leave. `cut`: with a recorded cut. `pressure`: the context does not fit. `refusal`: nothing else can make
 * it fit, so the policy no longer counts. [P3] */
export type Reach = 'cut' | 'pressure' | 'refusal'

/** A rule that reduces older parts at a cut. */
export interface CutRule {
  /** Share of what the fixed part leaves of the limit above which the rule alone may cause a cut; Infinity: never. */
  above(policy: Policy): number
  /** Roles of the messages in which the rule frees tokens. */
  roles: readonly ('assistant' | 'tool')[]
  candidates(context: CutContext, reach: Reach): Candidate[]
  /** Reason of a cut that reduces this number of parts. */
  reason(parts: number): string
  /** Present if the parts leave with every cut, before other rules are considered. */
  withEveryCut?: {
    /** Whether a cut is made for these parts at once, whatever it frees. */
    isForced(policy: Policy): boolean
    /** Kind of part that leaves before a message is refused. */
    part: PartShape['kind']
  }
}

export interface ReductionEntry {
  /** Rule id in reports and explanations. */
  rule: string
  /** Reason that `explain` gives for a message whose newest reduction is of this kind. */
  reason: string
  /** null: the recorded cut reports the parts. */
  event: ReductionEvent | null
  /** Whether the rule also reduces new parts on append, when nothing earlier changes. */
  onAppend: boolean
  /** Returns the text in place of the part; null: the part is removed. */
  placeholder: ((part: Replaced, cost: Cost) => string) | null
  /** null: no pass over the context uses the rule. */
  atCut: CutRule | null
}
