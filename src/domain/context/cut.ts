import type { SeqRange } from '../message.js'
import { timelineOf } from '../timeline.js'

/** Kinds of cuts. A cut is a recorded change to how older messages appear. Between two cuts the context only grows at
 * its end. [P12] */
export const CUT_KINDS = [
  'compression',
  'upgrade',
  'aging',
  'mask',
  'watermark',
  'emergency',
  'evict',
  'recall',
  'standing',
  'goals',
  'withdraw',
  'prompt-changed',
  'restore',
  'rollover',
] as const
export type CutKind = (typeof CUT_KINDS)[number]

export interface Cut {
  id: string
  kind: CutKind
  /** Context version after the cut. */
  version: number
  reason: string
  /** Messages the cut evicted; empty for other kinds of change. */
  evicted: SeqRange[]
  /** Evicted messages that the cut brought back. Absent if there are none. [R4] */
  returned?: SeqRange[]
  tokensBefore: number
  tokensAfter: number
  /** Only in a restore: the context version it returned to. Cuts between that and the restore no longer apply. [R2] */
  restores?: number
  /** Checkpoint the cut created or replaced, and the compression it belongs to. */
  checkpointId: string | null
  compressionId: string | null
}

/** Returns the cuts that apply, without those that a restore took back.
 * @param cuts in the order they were made */
export function cutsInForce<C extends Pick<Cut, 'version' | 'restores'>>(cuts: readonly C[]): C[] {
  return timelineOf(cuts, { at: ({ version }) => version, restores: ({ restores }) => restores })
}
