import type { BudgetLevel, TokenCounts } from './budget.js'
import type { GoalsView, LedgerBlock, RecallBlock, SessionTitle, StandingBlock } from './shown-blocks.js'
import type { Calibration } from '../model/calibration.js'
import type { CompressorState } from './compressor.js'
import type { Mode, Policy, Preset } from './policy.js'
import type { RecodedTexts } from './recoded-texts.js'
import type { TokenScale } from './token-scale.js'
import type { ColdPrompt, PromptReader } from './prompt-reader.js'
import type { Watermark } from './watermark.js'

/** A tool call without a result so far. */
export interface OpenCall {
  seq: number
  callId: string
  name: string
  /** The call names an offload of the session, so its result is content read back. [D1] */
  readsBack?: true
  /** The start of the command line that the call runs: its result is judged by it. Empty if it is not known. [D5] [V9] */
  command?: string
}

export interface Quality {
  /** Parameters of the session's model in billions; null if unknown. */
  parameters: number | null
  /** Verification score of the live checkpoints, weighted by the tokens they replace; 1 without checkpoints. */
  verification: number
  /** Share of the covered tokens that extractive checkpoints replace, 0 to 1. */
  extractiveShare: number
}

export interface Session {
  id: string
  appId: string
  /** Key of the session in the app, unique per app; null: none. */
  externalId: string | null
  model: string
  /** Name of the model's provider, for the app's own use; null: not given. */
  provider: string | null
  /** Label or number from the app; null if the app set the limit directly. */
  contextSize: string | number | null
  /** Model tokens the session may use. Fixed, unless the model's window proves smaller. [S1] [S4] */
  limit: number
  /** Model tokens kept free for the reply. [S3] */
  reserve: number
  tier: string
  /** The model's real window in tokens, or `unverified` if unknown. [S4] */
  window: number | 'unverified'
  mode: Mode
  preset: Preset
  /** Frozen when read from the store: a change replaces it. */
  policy: Policy
  systemPrompt: string | null
  /** Exact JSON text of the tool schemas as received; null: none. */
  tools: string | null
  /** Exact JSON text. */
  metadata: string
  /** Ledger as of the last cut; null if it is empty. [C9] */
  ledger: LedgerBlock | null
  /** Goal text in the context; null if the session never had a goal. [G2] */
  goals: GoalsView | null
  /** Recalled words in the context, by the message that they precede; absent: none. [M5] */
  recall?: RecallBlock[]
  /** What people stated for all sessions of the scope, as the context shows it; absent: nothing. [M11] */
  standing?: StandingBlock
  /** What a model named the session; absent: none was asked. */
  title?: SessionTitle
  /** How the newest reader of the context asks the model; absent: it is not known, or the policy asks for no warm-ups. [P12] */
  reader?: PromptReader
  /** A worker changed the prompt, and nothing has read it since; absent: it is known, or the policy asks for no warm-ups. */
  coldPrompt?: ColdPrompt
  /** Newest message for which it was decided what to recall; absent: none. [M1] */
  recalledSeq?: number
  status: 'active'
  epoch: number
  /** Number of the newest message; 0: none. */
  lastSeq: number
  /** Number of the newest event of this session. */
  eventSeq: number
  /** Context version; increases with every change of the context. */
  version: number
  /** Incarnation of the event log in which `version` was made; absent: before any was recorded. After the restore of a
   * backup, the same version may have another content. */
  incarnation?: string
  /** Human messages so far. */
  turn: number
  /** Newest message that is not only tool results. Later results of its calls still count as adjacent to it. */
  lastSpokenSeq: number
  openCalls: OpenCall[]
  /** Base tokens in the context by kind of content. */
  tokenCounts: TokenCounts
  /** Level of the last `level-changed` event. */
  level: BudgetLevel
  checkpointCount: number
  compressionCount: number
  /** Messages with at least one part in the context. Absent until the first cut by a build that counts them. */
  inViewCount?: number
  /** Messages that the last failed audit missed in the store; absent: no audit failed. [P1] */
  lostCount?: number
  /** Messages evicted so far. */
  evictedCount: number
  /** Of these, messages that the app took back; absent if none. */
  withdrawnCount?: number
  compressor: CompressorState
  /** Inputs of the reliability score. [Q1] */
  quality: Quality
  /** Consecutive compressions that were triggered again before the tail had refilled. [P9] */
  refills: number
  /** lastSeq when the last compression completed. */
  compressedAtSeq: number
  /** Version of the rules by which the ledger was derived; absent: 1. [C9] */
  ledgerRules?: number
  /** Messages of the user that were evicted because the context did not fit, oldest first, with their tokens. They come
   * back when they fit again. Absent if none was. [R4] */
  pressedOut?: { seq: number; tokens: number }[]
  /** Messages of the user that the context last showed as head and tail only; absent: none. [D8] */
  excerptCount?: number
  /** Task boundary; absent if none was ever set. [D4] */
  watermark?: Watermark
  /** Base tokens in the context when the last reduction pass found too little to free for a cut. */
  reducedAtTokens?: number
  /** Base tokens in the context before a worker changed it after the last append: a prompt that the app reports may be of
   * either context. Absent: none did. [T2] */
  usedBeforeWorker?: number
  /** The state above the threshold for automatic snapshots is saved; absent: it is not, or the context is below. [R1] */
  savedAboveThreshold?: true
  /** A fresh session was advised since the context last fell under the share for it; absent: it was not. [B4] */
  freshAdvised?: true
  /** Model tokens per base token, as adopted. Every figure that is published or decided on uses it. [T2] */
  scale: TokenScale
  /** Learned from the prompt tokens the app reported for this session; absent without reports. [T2] */
  measured?: Calibration | null
  /** Tokens of the session's texts in the model's own encoding; absent unless that is not the base encoding. [T1] */
  recoded?: RecodedTexts
  /** Model tokens in use according to the last `budget-updated`; absent if none was emitted. */
  publishedUsed?: number
  createdAt: Date
  lastActivityAt: Date
}

export const TIERS = [
  { name: 'TIER_1_MINIMAL', upTo: 4_096, systemBudget: 200 },
  { name: 'TIER_2_BASIC', upTo: 8_192, systemBudget: 500 },
  { name: 'TIER_3_STANDARD', upTo: 16_384, systemBudget: 1_000 },
  { name: 'TIER_4_PREMIUM', upTo: 32_768, systemBudget: 1_500 },
  { name: 'TIER_5_ULTRA', upTo: Infinity, systemBudget: 1_500 },
] as const
