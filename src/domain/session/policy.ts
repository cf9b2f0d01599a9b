import { DEFAULT_KINDS } from '../reductions/condense/kinds.js'
import type { CondenseRule } from '../reductions/condense/condense.js'

/** Presets are data; every number can be overridden per session. [10.3] */
export const PRESETS = ['checkpointed', 'simple', 'tiered', 'watermark', 'truncate', 'off'] as const
export type Preset = (typeof PRESETS)[number]
export const MODES = ['DEVELOPER', 'PLANNING', 'DEBUGGER', 'ASSISTANT'] as const
export type Mode = (typeof MODES)[number]

/** Token figures are for a limit of 13,600 and shrink with smaller limits [S5]; shares are of the limit unless said otherwise. */
export interface Policy {
  /** Tool results larger than this are offloaded on arrival: the smaller of a token figure and a share of the limit; null: never. [D1] */
  offload: { tokens: number; share: number } | null
  /** Tool results are condensed on arrival by kind of tool; null: never. [D2] */
  condense: CondenseRule | null
  /** Old tool results are masked above this share of the limit, the newest `keepGroups` tool groups stay; null: never. [D5] */
  mask: { above: number; keepGroups: number } | null
  /** Long arguments of old calls of these tools are put away above this share of the limit, once a result says that they were carried out;
   * null: never. Names as tools have them; `*` stands for any letters. [D3] */
  truncateInputs: { above: number; tools: string[] } | null
  /** Calls of these tools end a task: calls and results from before leave the context; null: only a mark set by hand does. [D4] */
  watermark: { tools: string[] } | null
  /** Results of these tools hold the user's own words and are never reduced. */
  humanTools: string[]
  /** When to summarize, by what, and over which base; null: never by an LLM. [B2] */
  summarize: { at: number; of: 'available' | 'limit' } | null
  /** The newest messages that stay raw. [C2] */
  tail: { tokens: number; messages: number }
  /** A cut that frees less is not made. [P12] */
  minGain: { tokens: number; share: number }
  /** Ceilings of levels 3, 2, 1 and per checkpoint joined in the ultra, and the share all together may take; `running`: one checkpoint of
   * so many tokens stands for all, and there are no levels. [C4] */
  checkpoints: {
    detailed: number
    moderate: number
    brief: number
    ultra: number
    totalShare: number
    running: number | null
  }
  /** What happens to text in the user role. [C1] */
  userMessages: 'keep' | 'summarize'
  /** How room is made in a hurry, without a model: by a checkpoint of copied lines, or by setting the oldest aside. [P3] */
  makeRoom: 'copy' | 'evict'
  /** What happens when nothing more can be shrunk. [R4] */
  overflow: 'rollover' | 'reject'
  /** What each compression costs in reliability: 0.15 of it down to 0.3, or a tenth of what is left. [Q1] */
  reliability: { penalty: 'linear' | 'geometric' }
}

/** Write and edit tools as coding agents name them: what they are given stands in the files from then on. */
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
  watermark: { tools: ['deactivate_augments', 'compress_to_checkpoint'] },
  humanTools: ['AskUserQuestion'],
  summarize: { at: 0.8, of: 'available' },
  tail: { tokens: 2_048, messages: 5 },
  minGain: { tokens: 200, share: 0.05 },
  checkpoints: { detailed: 1_200, moderate: 600, brief: 300, ultra: 150, totalShare: 0.25, running: null },
  userMessages: 'keep',
  makeRoom: 'copy',
  overflow: 'rollover',
  reliability: { penalty: 'linear' },
}

/** Nothing is done but what [P3] asks for. */
const off: Policy = {
  ...checkpointed,
  offload: null,
  condense: null,
  mask: null,
  truncateInputs: null,
  watermark: null,
  summarize: null,
}

export const PRESET_POLICIES: Record<Preset, Policy> = {
  checkpointed,
  simple: {
    ...off,
    condense: checkpointed.condense,
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
  watermark: { ...off, watermark: checkpointed.watermark, makeRoom: 'evict' },
  truncate: { ...off, makeRoom: 'evict' },
  off,
}
