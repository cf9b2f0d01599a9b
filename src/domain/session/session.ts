import type { BudgetLevel, TokenCounts } from './budget.js'
import type { GoalsView } from '../goal/view.js'
import type { LedgerBlock } from '../ledger/ledger.js'
import type { Calibration } from './calibration.js'
import type { CompressorState } from './compressor.js'
import type { Mode, Policy, Preset } from './policy.js'
import type { Watermark } from '../context/watermark.js'

/** A tool call whose result has not come. */
export interface OpenCall {
  seq: number
  callId: string
  name: string
  /** It names an offload of the session: its result will be one read back. [D1] */
  readsBack?: true
}

export interface Quality {
  /** Billions of parameters of the session's model; null: nobody said. */
  parameters: number | null
  /** Verification score of the live checkpoints, weighted by the tokens they stand for; 1 while there is none. */
  verification: number
  /** Share of the covered tokens that stands behind extractive checkpoints, 0 to 1. */
  extractiveShare: number
}

export interface Session {
  id: string
  appId: string
  model: string
  /** The label or number the app gave; null if it set the limit itself. */
  contextSize: string | number | null
  /** Tokens we allow ourselves; fixed for the session, unless its model turns out to hold less. [S1] [S4] */
  limit: number
  /** Tokens held back for the reply. [S3] */
  reserve: number
  tier: string
  /** The model's real window in tokens, or that nobody could tell us. [S4] */
  window: number | 'unverified'
  mode: Mode
  preset: Preset
  policy: Policy
  systemPrompt: string | null
  /** Exact JSON text of the tool schemas as they came; null: none. */
  tools: string | null
  /** Exact JSON text. */
  metadata: string
  /** The exact block beside the checkpoints, as the last cut left it; null: nothing in it. [C9] */
  ledger: LedgerBlock | null
  /** What of its goals stands in the context; null: it never had one. [G2] */
  goals: GoalsView | null
  status: 'active'
  epoch: number
  /** Number of the newest message; 0: none. */
  lastSeq: number
  /** Number of the newest event of this session. */
  eventSeq: number
  /** Grows with every change of the context. */
  version: number
  /** Human messages so far. */
  turn: number
  /** Newest message that is not only tool results: results of its calls may still stand beside it. */
  lastSpokenSeq: number
  openCalls: OpenCall[]
  /** Tokens in the context by what they are. */
  tokenCounts: TokenCounts
  /** Level last announced. */
  level: BudgetLevel
  checkpointCount: number
  compressionCount: number
  /** Messages set aside so far. */
  evictedCount: number
  compressor: CompressorState
  /** What the reliability score is made of. [Q1] */
  quality: Quality
  /** Completed compressions that were owed again before the tail had refilled, in a row. [P9] */
  refills: number
  /** lastSeq when the last compression completed. */
  compressedAtSeq: number
  /** The task boundary; absent: none was ever set. [D4] */
  watermark?: Watermark
  /** Tokens in the context when putting old parts away was last found not worth a cut. */
  reducedAtTokens?: number
  /** What the app's reports of real prompts taught; absent: it made none. Of the session, not of the model: what an app sends beside our
   * context must not widen anybody else's margins. [T2] */
  calibration?: Calibration | null
  /** Tokens in use according to the last `budget-updated`; absent: none was emitted. */
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
