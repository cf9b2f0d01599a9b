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

export interface SnapshotData {
  snapshotId: string
  name: string | null
  purpose: SnapshotPurpose
  seq: number
  /** Context version. */
  version: number
  tokens: number
}
