/** Checkpoints: lines that replace a known set of messages, and shrink with age. [C4] [C6] */
import type { LineKind } from '../source/types.js'
import type { SeqRange } from '../message.js'

export interface CheckpointLine {
  kind: LineKind
  /** One line of text; a code line may hold line breaks. */
  text: string
  /** From 0 (worthless) to 1 (must stay). */
  importance: number
  /** Seqs of the messages that the line comes from. */
  sources: number[]
  /** Written by the model, or extracted verbatim from the source. [V5] */
  by: 'model' | 'extract'
  /** Tokens of the line as rendered in the checkpoint. */
  tokens: number
  /** Subject whose newest line counts: `file <path>` (its last change), `read <path>`, `run <command>`, `turn <number>` (its end), `said <number>.<part>` (words of a
   * message), `rest
   * <number>` (what else its end says). A newer line of the same subject
   * replaces this one. */
  about?: string
  /** Human message of the turn that ended with the failed command of this line. The line also replaces older lines about
   * the end of that turn. */
  ends?: number
}

/** Extracted lines below this importance are filler: they may use tokens that nothing better needs. */
export const FILLER_BELOW = 0.45

/** Importance of a line of the model whose words the source hardly supports. It ranks below all lines by rule. [V4] */
export const WEAK_IMPORTANCE = 0.02

/** Whether a line only fills free tokens. Supported lines of the model and digests of turns come first. [C4] */
export function isFiller({ by, importance }: Pick<CheckpointLine, 'by' | 'importance'>): boolean {
  return by === 'extract' ? importance < FILLER_BELOW : importance <= WEAK_IMPORTANCE
}

/** Whether a line quotes what was said in a conversation without calls. Each begins with the number of its message. */
export function isSaid({ about = '' }: Pick<CheckpointLine, 'about'>): boolean {
  return about.startsWith('said ')
}

/** 3 detailed · 2 moderate · 1 brief · 0 ultra, one checkpoint that all older ones join. */
export type CheckpointLevel = 3 | 2 | 1 | 0

export type Summarizer = { kind: 'llm'; model: string } | { kind: 'extractive' } | { kind: 'mixed'; model: string }

/** Result of the check that runs without a model. [V4] */
export interface Verification {
  /** Number of anchors in the source, and of those kept verbatim in the checkpoint. */
  anchors: number
  kept: number
  /** The same counts for important anchors only (weight 2 or more). */
  important: number
  importantKept: number
  /** Kept share of the anchor weight, 0 to 1. */
  score: number
  /** Anchors written by the model but absent from the source. Their lines were dropped. */
  invented: number
}

export interface Checkpoint {
  id: string
  sessionId: string
  /** Number of the compression that made it, starting at 1 in the session. */
  number: number
  level: CheckpointLevel
  /** Number of times it was recompressed. */
  generation: number
  /** First and last covered message. The checkpoint appears in the context after every message up to `to`. */
  range: SeqRange
  /** All covered messages, as ascending, disjoint ranges. */
  covered: SeqRange[]
  /** SHA-256 over the digests of the covered messages in order. */
  sourceDigest: string
  lines: CheckpointLine[]
  /** Lines that did not fit, best first. They return when the line budget has free tokens. [C4] */
  reserve?: CheckpointLine[]
  /** Text that the model receives, including the heading. */
  text: string
  /** Tokens of `text`, including the message overhead. */
  tokens: number
  /** Tokens of the covered messages before the compression. */
  originalTokens: number
  /** Number of checkpoints joined in an ultra; otherwise 1. */
  joined: number
  summarizer: Summarizer
  verification: Verification
  compressionId: string
  supersedes: string[]
  /** null while live. */
  supersededBy: string | null
  createdAt: Date
  recompressedAt: Date | null
}
