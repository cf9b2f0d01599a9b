import type { SnapshotPurpose } from './snapshot.js'

/** Data of the events about snapshots, restores, rollovers and forks. All sizes are in tokens of the session's model. [R1]–[R4] */
export interface TimeEventData {
  'snapshot-created': SnapshotData
  'auto-snapshot-created': SnapshotData
  'snapshot-restored': {
    snapshotId: string
    /** Newest message of the snapshot; later ones are evicted. */
    seq: number
    /** Snapshot of the state before; null if it could not be made. */
    rollbackId: string | null
    version: number
    tokensBefore: number
    tokensAfter: number
  }
  'snapshot-error': { purpose: SnapshotPurpose; detail: string }
  'rollover-complete': {
    epoch: number
    trigger: RolloverTrigger
    snapshotId: string | null
    keptHumanMessages: number
    evictedMessages: number
    tokensBefore: number
    tokensAfter: number
  }
  'session-forked': {
    parentId: string
    /** Newest message that both have. */
    seq: number
    snapshotId: string | null
  }
}

/** Why a new epoch began: the app asked for it, or nothing more in the context could shrink. [R4] */
export const ROLLOVER_TRIGGERS = ['request', 'overflow'] as const
export type RolloverTrigger = (typeof ROLLOVER_TRIGGERS)[number]

export interface SnapshotData {
  snapshotId: string
  name: string | null
  purpose: SnapshotPurpose
  seq: number
  /** Context version. */
  version: number
  tokens: number
}
