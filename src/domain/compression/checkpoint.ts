import type { SeqRange } from '../message.js'

/** Checkpoints: lines that stand in for named messages, and age. [C4] [C6] */

export const LINE_KINDS = [
  'intent',
  'constraint',
  'decision',
  'artifact',
  'error',
  'next',
  'question',
  'progress',
  'fact',
  'code',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

export interface CheckpointLine {
  kind: LineKind
  /** One line of text; a code line may hold line breaks. */
  text: string
  /** 0 (chaff) to 1 (must stay). */
  importance: number
  /** Messages it was taken from. */
  sources: number[]
  /** Who wrote the words: the model, or a copy out of the source. [V5] */
  by: 'model' | 'extract'
  /** Tokens of the line as rendered in the checkpoint. */
  tokens: number
}

/** 3 detailed · 2 moderate · 1 brief · 0 ultra, the one that all older ones join. */
export type CheckpointLevel = 3 | 2 | 1 | 0

export type Summarizer = { kind: 'llm'; model: string } | { kind: 'extractive' } | { kind: 'mixed'; model: string }

/** What the check without a model found. [V4] */
export interface Verification {
  /** Anchors in the source · kept verbatim in the checkpoint. */
  anchors: number
  kept: number
  /** Of those, the important ones (weight 2 and more). */
  important: number
  importantKept: number
  /** Share kept by weight, 0 to 1. */
  score: number
  /** Anchors the model wrote that stand nowhere in the source; their lines were dropped. */
  invented: number
}

export interface Checkpoint {
  id: string
  sessionId: string
  /** Number of the compression that made it, 1, 2, 3 … in the session. */
  number: number
  level: CheckpointLevel
  /** How often it was re-compressed since it was new. */
  generation: number
  /** First and last message it stands for; it appears in the context after everything up to `to`. */
  range: SeqRange
  /** Exactly the messages it stands for, ascending, disjoint. */
  covered: SeqRange[]
  /** SHA-256 over the digests of the covered messages in order. */
  sourceDigest: string
  lines: CheckpointLine[]
  /** What the model reads, heading included. */
  text: string
  /** Tokens of `text` and the message overhead. */
  tokens: number
  /** Tokens the covered messages took before. */
  originalTokens: number
  /** Joined checkpoints in an ultra; 1 otherwise. */
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
