/** Presets are data; every number can be overridden per session. [10.3] */
export const PRESETS = ['checkpointed', 'tiered', 'truncate', 'off'] as const
export type Preset = (typeof PRESETS)[number]
export const MODES = ['DEVELOPER', 'PLANNING', 'DEBUGGER', 'ASSISTANT'] as const
export type Mode = (typeof MODES)[number]

/** Token figures are for a limit of 13,600 and shrink with smaller limits [S5]; shares are of the limit unless said otherwise. */
export interface Policy {
  /** Tool results larger than this are offloaded on arrival: the smaller of a token figure and a share of the limit; null: never. [D1] */
  offload: { tokens: number; share: number } | null
  /** Old tool results are masked above this share of the limit, the newest `keepGroups` tool groups stay; null: never. [D5] */
  mask: { above: number; keepGroups: number } | null
  /** Results of these tools hold the user's own words and are never reduced. */
  humanTools: string[]
  /** When to summarise, by what, and over which base; null: never by an LLM. [B2] */
  summarise: { at: number; of: 'available' | 'limit' } | null
  /** The newest messages that stay raw. [C2] */
  tail: { tokens: number; messages: number }
  /** A cut that frees less is not made. [P12] */
  minGain: { tokens: number; share: number }
  /** Ceilings of levels 3, 2, 1 and per checkpoint joined in the ultra, and the share all together may take. [C4] */
  checkpoints: { detailed: number; moderate: number; brief: number; ultra: number; totalShare: number }
  /** What happens to text in the user role. [C1] */
  userMessages: 'keep' | 'summarize'
  /** What happens when nothing more can be shrunk. [R4] */
  overflow: 'rollover' | 'reject'
}

const checkpointed: Policy = {
  offload: { tokens: 15_000, share: 0.2 },
  mask: { above: 0.5, keepGroups: 3 },
  humanTools: ['AskUserQuestion'],
  summarise: { at: 0.8, of: 'available' },
  tail: { tokens: 2_048, messages: 5 },
  minGain: { tokens: 200, share: 0.05 },
  checkpoints: { detailed: 1_200, moderate: 600, brief: 300, ultra: 150, totalShare: 0.25 },
  userMessages: 'keep',
  overflow: 'rollover',
}

export const PRESET_POLICIES: Record<Preset, Policy> = {
  checkpointed,
  tiered: { ...checkpointed, summarise: { at: 0.75, of: 'limit' }, tail: { tokens: 0, messages: 5 } },
  truncate: { ...checkpointed, offload: null, mask: null, summarise: null },
  off: { ...checkpointed, offload: null, mask: null, summarise: null },
}
