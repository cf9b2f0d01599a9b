/** What a context shows beside the conversation, as a session keeps it. The folders above make these texts. */

import type { ExactBlock } from './exact-block.js'

export type { RecallBlock } from '../recall/block.js'
export type { StandingBlock } from '../standing/block.js'

/** Goals as of the last cut, and notes on what changed since. */
export interface GoalsView {
  /** Number of acts so far, and of those that the blocks include. */
  readonly acts: number
  readonly flushed: number
  readonly goal: ExactBlock | null
  readonly progress: ExactBlock | null
  /** Token budget of the progress block when it was rendered. */
  readonly maxTokens: number
  readonly notes: readonly GoalNote[]
  /** Ids of items changed since then. Notes or the assistant's own text show these changes. */
  readonly touched: readonly string[]
  /** Tokens of the goal block once it is rendered again. No rule may use these tokens. */
  readonly protectedTokens: number
}

/** A change of goals that the context notes until the next cut. */
export interface GoalNote {
  /** Seq of the message that the note follows, after the results that belong to it. */
  readonly afterSeq: number
  readonly text: string
  readonly tokens: number
}

/** The ledger as the model receives it. */
export interface LedgerBlock {
  readonly text: string
  /** Tokens of the text, including the message overhead. */
  readonly tokens: number
  /** Token budget of the block when it was rendered. */
  readonly maxTokens: number
  /** Ids of the entries in it. */
  readonly shown: readonly string[]
  /** Decisions that the blocks of the goals showed at that time, locked or not. The ledger omits the lines that recorded
   * them. */
  readonly locks?: readonly string[]
  /** A goal was active at that time, so the block has no intent. */
  readonly hasGoal?: true
  /** The session shared a scope at that time, whose list shows its preferences. */
  readonly inScope?: true
}

/** The title of a session, or that the model was asked and gave none that the check accepted. */
export interface SessionTitle {
  /** Null: refused. */
  readonly text: string | null
  /** Newest message when the model was asked. */
  readonly seq: number
  readonly model: string
}
