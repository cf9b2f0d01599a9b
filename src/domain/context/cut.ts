import type { SeqRange } from '../message.js'

/** A recorded change to how older messages appear. Between two cuts the context only grows at its end. [P12] */
export const CUT_KINDS = [
  'compression',
  'upgrade',
  'aging',
  'mask',
  'watermark',
  'emergency',
  'evict',
  'goals',
] as const
export type CutKind = (typeof CUT_KINDS)[number]

export interface Cut {
  id: string
  kind: CutKind
  /** Context version it produced. */
  version: number
  reason: string
  /** Messages it set aside; empty for every other kind of change. */
  evicted: SeqRange[]
  tokensBefore: number
  tokensAfter: number
  /** Checkpoints it made or replaced, the compression it belongs to. */
  checkpointId: string | null
  compressionId: string | null
}
