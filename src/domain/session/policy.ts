import { DEFAULT_KINDS } from '../reductions/condense/kinds.js'
import type { CondenseRule } from '../reductions/condense/condense.js'

/** Presets are data; every number can be overridden per session. [10.3] */
export const PRESETS = ['checkpointed', 'simple', 'tiered', 'watermark', 'truncate', 'off'] as const
export type Preset = (typeof PRESETS)[number]
export const MODES = ['DEVELOPER', 'PLANNING', 'DEBUGGER', 'ASSISTANT'] as const
export type Mode = (typeof MODES)[number]

/** Token counts apply at a limit of 13,600 and scale down with smaller limits [S5]. Shares are of the limit unless
 * stated otherwise. */
export interface Policy {
  /** Offloads tool results larger than this on append: the smaller of a token count and a share of the limit; null:
   * never. [D1] */
  readonly offload: { readonly tokens: number; readonly share: number } | null
  /** Condenses tool results on append, by kind of tool; null: never. [D2] */
  readonly condense: CondenseRule | null
  /** Masks old tool results above this share of what the fixed part leaves of the limit, except the newest `keepGroups` tool
   * groups; null: never. [D5] */
  readonly mask: { readonly above: number; readonly keepGroups: number } | null
  /** Reduces long arguments of old calls of these tools above this share of what the fixed part leaves of the limit, once a
   * result shows that the call succeeded; null: never. `*` in a tool name matches any characters. [D3] */
  readonly truncateInputs: { readonly above: number; readonly tools: readonly string[] } | null
  /** Drops the reasoning of closed turns: `auto` with the next cut, `drop` as soon as a turn closes; `keep`: only so
   * that no message is refused because of it. [D7] */
  readonly reasoning: 'auto' | 'keep' | 'drop'
  /** Calls of these tools end a task: earlier calls and results leave the context; null: only an explicit boundary
   * does. The newest `keepBefore` tool groups before it
   * stay (absent: 0). With `onDrift` (absent: off) a step of the assistant that drifted ends the task before it, too. [D4] [Q3] */
  readonly watermark: {
    readonly tools: readonly string[]
    readonly keepBefore?: number
    readonly onDrift?: boolean
  } | null
  /** Tools whose results contain the user's own words. These results are never reduced. */
  readonly humanTools: readonly string[]
  /** Triggers a summary: `available`, when the conversation reaches this share of what the fixed parts and checkpoints
   * leave; `limit`, when everything in the context reaches this share of the limit. null: no LLM summary. [B2] */
  readonly summarize: { readonly at: number; readonly of: 'available' | 'limit' } | null
  /** Newest messages that stay raw. [C2] */
  readonly tail: { readonly tokens: number; readonly messages: number }
  /** Minimum a cut must free; smaller cuts are not made. [P12] */
  readonly minGain: { readonly tokens: number; readonly share: number }
  /** Maximum tokens of a checkpoint at levels 3, 2 and 1, and the share of the limit for all checkpoints. Only that
   * share bounds the ultra checkpoint. `running`: a single checkpoint of at most this many tokens replaces everything,
   * without levels. [C4] */
  readonly checkpoints: {
    readonly detailed: number
    readonly moderate: number
    readonly brief: number
    readonly totalShare: number
    readonly running: number | null
  }
  /** How older checkpoints shrink: `lines` drops whole lines; `llm` has the model rewrite them one level down afterwards,
   * and keeps the lines if its text is refused. [C5] */
  readonly aging: 'lines' | 'llm'
  /** Frees tokens at once without a model: by an extractive checkpoint, or by evicting the oldest messages. [P3] */
  readonly makeRoom: 'copy' | 'evict'
  /** When only messages of the user are left to shrink: `rollover` starts a new epoch; `reject` evicts none of them and
   * refuses the message that would not fit. [R4] */
  readonly overflow: 'rollover' | 'reject'
  /** Treatment of a human message that cannot fit whole: `refuse` it, or `offload` its middle and show head and tail.
   * [D8] */
  readonly oversized: 'refuse' | 'offload'
  /** Saved states: none if not `enabled`; `auto`: also before the first cut above this share of the limit, when the
   * context is nearly full, and before an emergency. Only the newest `keep` of these stay. [R1] */
  readonly snapshots: {
    readonly enabled: boolean
    readonly auto: boolean
    readonly threshold: number
    readonly keep: number
  }
  /** Words from earlier that come back by themselves: `auto`, with each message of a person; at most `maxTokens` (null: a share of what
   * system text, tools and goals leave of the limit, see `recall-share.ts`). `scope`: `session`, or a name that sessions of the app share to recall from each other. [M8] [M9] */
  readonly recall: { readonly mode: 'auto' | 'off'; readonly maxTokens: number | null; readonly scope: string }
  /** What a cut prefers: `detail` keeps as much in the context as fits, `cache` changes the prompt as rarely as it can. [P12] */
  readonly priority: 'detail' | 'cache'
  /** Whether a model server evaluates a prompt that a worker changed before the next reader asks for it. [P12] */
  readonly warmUp: boolean
  /** Whether a model names the session once it is idle: `auto`, or `off`. */
  readonly titles: 'auto' | 'off'
  /** Reliability cost of each compression: minus 0.15 with a floor of 0.3, or times 0.9. [Q1] */
  readonly reliability: { readonly penalty: 'linear' | 'geometric' }
}

/** Names of write and edit tools in coding agents. Their arguments can be read from the files once written. */
const WRITING_TOOLS = [
  'write*',
  'edit*',
  'multiedit',
  'notebookedit',
  'create*',
  'str_replace*',
  'insert*',
  'apply_patch',
  'replace*',
  'update_file',
]

const checkpointed: Policy = {
  offload: { tokens: 15_000, share: 0.2 },
  condense: {
    kinds: DEFAULT_KINDS,
    fileLines: 500,
    queryRows: 100,
    minTokens: 200,
    structuredTokens: 500,
    verbosity: 'normal',
  },
  mask: { above: 0.5, keepGroups: 3 },
  truncateInputs: { above: 0.5, tools: WRITING_TOOLS },
  reasoning: 'auto',
  watermark: { tools: ['deactivate_augments', 'compress_to_checkpoint'] },
  humanTools: ['AskUserQuestion'],
  summarize: { at: 0.8, of: 'available' },
  tail: { tokens: 2_048, messages: 5 },
  minGain: { tokens: 200, share: 0.05 },
  checkpoints: { detailed: 1_200, moderate: 600, brief: 300, totalShare: 0.25, running: null },
  aging: 'lines',
  makeRoom: 'copy',
  overflow: 'rollover',
  oversized: 'refuse',
  snapshots: { enabled: true, auto: true, threshold: 0.8, keep: 5 },
  recall: { mode: 'auto', maxTokens: null, scope: 'session' },
  priority: 'detail',
  warmUp: false,
  titles: 'off',
  reliability: { penalty: 'linear' },
}

/** Does only what [P3] requires. */
const off: Policy = {
  ...checkpointed,
  offload: null,
  condense: null,
  mask: null,
  truncateInputs: null,
  reasoning: 'keep',
  watermark: null,
  summarize: null,
  recall: { ...checkpointed.recall, mode: 'off' },
}

export const PRESET_POLICIES: Record<Preset, Policy> = {
  checkpointed,
  simple: {
    ...off,
    condense: checkpointed.condense,
    recall: checkpointed.recall,
    reasoning: 'auto',
    summarize: { at: 0.5, of: 'limit' },
    tail: { tokens: 0, messages: 3 },
    checkpoints: { ...checkpointed.checkpoints, detailed: 1_024, running: 1_024 },
  },
  tiered: {
    ...checkpointed,
    condense: null,
    watermark: null,
    summarize: { at: 0.75, of: 'limit' },
    tail: { tokens: 0, messages: 5 },
  },
  watermark: { ...off, reasoning: 'auto', watermark: checkpointed.watermark, makeRoom: 'evict' },
  truncate: { ...off, makeRoom: 'evict' },
  off,
}

/** Whether every reduction is switched off, to see exactly what was sent. Checkpoints and evictions remain. [D6] */
export function isDebug({ condense }: Pick<Policy, 'condense'>): boolean {
  return condense?.verbosity === 'debug'
}
