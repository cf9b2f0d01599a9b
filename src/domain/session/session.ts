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
  readonly seq: number
  readonly callId: string
  readonly name: string
  /** The call names an offload of the session, so its result is content read back. [D1] */
  readonly readsBack?: true
  /** The start of the command line that the call runs: its result is judged by it. Empty if it is not known. [D5] [V9] */
  readonly command?: string
}

export interface Quality {
  /** Parameters of the session's model in billions; null if unknown. */
  readonly parameters: number | null
  /** Verification score of the live checkpoints, weighted by the tokens they replace; 1 without checkpoints. */
  readonly verification: number
  /** Share of the covered tokens that extractive checkpoints replace, 0 to 1. */
  readonly extractiveShare: number
}

/** A session as it is stored. No code writes into one: a use case passes what it changes to `SessionTx.change`. */
export interface Session {
  readonly id: string
  readonly appId: string
  /** Key of the session in the app, unique per app; null: none. */
  readonly externalId: string | null
  readonly model: string
  /** Name of the model's provider, for the app's own use; null: not given. */
  readonly provider: string | null
  /** Label or number from the app; null if the app set the limit directly. */
  readonly contextSize: string | number | null
  /** Model tokens the session may use. Fixed, unless the model's window proves smaller. [S1] [S4] */
  readonly limit: number
  /** Model tokens kept free for the reply. [S3] */
  readonly reserve: number
  readonly tier: string
  /** The model's real window in tokens, or `unverified` if unknown. [S4] */
  readonly window: number | 'unverified'
  readonly mode: Mode
  readonly preset: Preset
  /** Frozen when read from the store: a change replaces it. */
  readonly policy: Policy
  readonly systemPrompt: string | null
  /** Exact JSON text of the tool schemas as received; null: none. */
  readonly tools: string | null
  /** Exact JSON text. */
  readonly metadata: string
  /** Ledger as of the last cut; null if it is empty. [C9] */
  readonly ledger: LedgerBlock | null
  /** Goal text in the context; null if the session never had a goal. [G2] */
  readonly goals: GoalsView | null
  /** Recalled words in the context, by the message that they precede; absent: none. [M5] */
  readonly recall?: readonly RecallBlock[]
  /** What people stated for all sessions of the scope, as the context shows it; absent: nothing. [M11] */
  readonly standing?: StandingBlock
  /** First words of the first message of a person, on one line; absent: none yet, or older than this member. */
  readonly opening?: string
  /** What a model named the session; absent: none was asked. */
  readonly title?: SessionTitle
  /** How the newest reader of the context asks the model; absent: it is not known, or the policy asks for no warm-ups. [P12] */
  readonly reader?: PromptReader
  /** A worker changed the prompt, and nothing has read it since; absent: it is known, or the policy asks for no warm-ups. */
  readonly coldPrompt?: ColdPrompt
  /** Newest message for which it was decided what to recall; absent: none. [M1] */
  readonly recalledSeq?: number
  readonly status: 'active'
  readonly epoch: number
  /** Number of the newest message; 0: none. */
  readonly lastSeq: number
  /** Number of the newest event of this session. */
  readonly eventSeq: number
  /** Context version; increases with every change of the context. */
  readonly version: number
  /** Incarnation of the event log in which `version` was made; absent: before any was recorded. After the restore of a
   * backup, the same version may have another content. */
  readonly incarnation?: string
  /** Human messages so far. */
  readonly turn: number
  /** Newest message that is not only tool results. Later results of its calls still count as adjacent to it. */
  readonly lastSpokenSeq: number
  readonly openCalls: readonly OpenCall[]
  /** Base tokens in the context by kind of content. */
  readonly tokenCounts: TokenCounts
  /** Level of the last `level-changed` event. */
  readonly level: BudgetLevel
  readonly checkpointCount: number
  readonly compressionCount: number
  /** Messages with at least one part in the context. Absent until the first cut by a build that counts them. */
  readonly inViewCount?: number
  /** Messages that the last failed audit missed in the store; absent: no audit failed. [P1] */
  readonly lostCount?: number
  /** Messages evicted so far. */
  readonly evictedCount: number
  /** Of these, messages that the app took back; absent if none. */
  readonly withdrawnCount?: number
  readonly compressor: CompressorState
  /** Inputs of the reliability score. [Q1] */
  readonly quality: Quality
  /** Consecutive compressions that were triggered again before the tail had refilled. [P9] */
  readonly refills: number
  /** lastSeq when the last compression completed. */
  readonly compressedAtSeq: number
  /** Version of the rules by which the ledger was derived; absent: 1. [C9] */
  readonly ledgerRules?: number
  /** Messages of the user that were evicted because the context did not fit, oldest first, with their tokens. They come
   * back when they fit again. Absent if none was. [R4] */
  readonly pressedOut?: readonly { readonly seq: number; readonly tokens: number }[]
  /** Messages of the user that the context last showed as head and tail only; absent: none. [D8] */
  readonly excerptCount?: number
  /** Task boundary; absent if none was ever set. [D4] */
  readonly watermark?: Watermark
  /** Base tokens in the context when the last reduction pass found too little to free for a cut. */
  readonly reducedAtTokens?: number
  /** Base tokens in the context before a worker changed it after the last append: a prompt that the app reports may be of
   * either context. Absent: none did. [T2] */
  readonly usedBeforeWorker?: number
  /** The state above the threshold for automatic snapshots is saved; absent: it is not, or the context is below. [R1] */
  readonly savedAboveThreshold?: true
  /** A fresh session was advised since the context last fell under the share for it; absent: it was not. [B4] */
  readonly freshAdvised?: true
  /** Model tokens per base token, as adopted. Every figure that is published or decided on uses it. [T2] */
  readonly scale: TokenScale
  /** Learned from the prompt tokens the app reported for this session; absent without reports. [T2] */
  readonly measured?: Calibration | null
  /** Tokens of the session's texts in the model's own encoding; absent unless that is not the base encoding. [T1] */
  readonly recoded?: RecodedTexts
  /** Model tokens in use according to the last `budget-updated`; absent if none was emitted. */
  readonly publishedUsed?: number
  readonly createdAt: Date
  readonly lastActivityAt: Date
}

/** Members that a use case gives a session; `undefined` removes an optional one. Identity and event log belong to the store. */
export type SessionChange = Partial<Omit<Session, 'id' | 'appId' | 'createdAt' | 'eventSeq' | 'incarnation'>>

export const TIERS = [
  { name: 'TIER_1_MINIMAL', upTo: 4_096, systemBudget: 200 },
  { name: 'TIER_2_BASIC', upTo: 8_192, systemBudget: 500 },
  { name: 'TIER_3_STANDARD', upTo: 16_384, systemBudget: 1_000 },
  { name: 'TIER_4_PREMIUM', upTo: 32_768, systemBudget: 1_500 },
  { name: 'TIER_5_ULTRA', upTo: Infinity, systemBudget: 1_500 },
] as const
