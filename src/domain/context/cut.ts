import type { SeqRange } from '../message.js'

/** A recorded change to how older messages appear. Between two cuts the context only grows at its end. [P12] */
export type CutKind = 'compression' | 'upgrade' | 'aging' | 'mask' | 'watermark' | 'emergency' | 'evict' | 'goals'

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
