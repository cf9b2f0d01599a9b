import type { Mode } from '../session/policy.js'
import { usedModelTokens } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'
import { stateOf, type SessionState } from './session-state.js'

/** Snapshots: recorded states of a session, by reference. [R1] */

export const SNAPSHOT_PURPOSES = ['recovery', 'rollback', 'emergency', 'manual'] as const
export type SnapshotPurpose = (typeof SNAPSHOT_PURPOSES)[number]

/** Maximum number of snapshots of one session that only a request deletes. */
export const SNAPSHOTS_MAX = 500

export interface Snapshot {
  id: string
  sessionId: string
  name: string | null
  purpose: SnapshotPurpose
  /** Made by a rule; only the newest of these are kept. */
  auto: boolean
  /** Model tokens in the context. */
  tokenCount: number
  /** Messages in the history. */
  messageCount: number
  /** Live checkpoints. */
  checkpointCount: number
  model: string
  tier: string
  mode: Mode
  /** Version of the context. */
  version: number
  /** Newest message; 0: none. */
  seq: number
  createdAt: Date
  /** Everything else follows from records that never change. */
  state: SessionState
}

export type NewSnapshot = Pick<Snapshot, 'id' | 'name' | 'purpose' | 'auto' | 'createdAt'>

/** Returns a snapshot of the session as it is. Takes the same time however long the history is. */
export function snapshotOf(session: Session, made: NewSnapshot): Snapshot {
  const { model, tier, mode, version, lastSeq, checkpointCount } = session
  return {
    ...made,
    sessionId: session.id,
    tokenCount: usedModelTokens(session),
    messageCount: lastSeq,
    checkpointCount,
    ...{ model, tier, mode, version },
    seq: lastSeq,
    state: stateOf(session),
  }
}
