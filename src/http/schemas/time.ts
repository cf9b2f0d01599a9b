import { z } from 'zod'
import { SNAPSHOT_PURPOSES } from '../../domain/time/snapshot.js'
import { Id, NextAfter, Timestamp, Tokens } from './common.js'
import { ModeName } from './policy.js'
import { ContextStatusReply } from './session.js'

/** Snapshots and restores. [R1] [R2] */

const Name = z.string().min(1).max(200)

export const CreateSnapshotBody = z
  .strictObject({
    name: Name.optional().describe('A name for people.'),
    purpose: z.enum(SNAPSHOT_PURPOSES).optional().describe('Default: `manual`.'),
  })
  .meta({ id: 'CreateSnapshot' })

const SnapshotReply = z
  .strictObject({
    id: Id,
    sessionId: Id,
    name: Name.nullable(),
    purpose: z.enum(SNAPSHOT_PURPOSES),
    auto: z.boolean().describe('Made by a rule. Only the newest of these stay.'),
    tokenCount: Tokens.describe('Tokens in the context.'),
    messageCount: z.int().describe('Messages in the history.'),
    checkpointCount: z.int().describe('Live checkpoints.'),
    model: z.string(),
    tier: z.string(),
    mode: ModeName,
    version: z.int().describe('Version of the context.'),
    seq: z.int().describe('Newest message. 0: none.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Snapshot', description: 'A saved state of a session. It never changes.' })
export const SnapshotStatusReply = z
  .strictObject({ ...SnapshotReply.shape, contextStatus: ContextStatusReply })
  .meta({ id: 'SnapshotWithStatus' })
export const SnapshotListReply = z.strictObject({
  snapshots: z.array(SnapshotReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})
export const RolloverReply = z
  .strictObject({
    epoch: z.int().describe('Number of the new epoch.'),
    snapshotId: Id.nullable().describe(
      'Snapshot of the state before, which undoes the rollover. Null: it could not be made.',
    ),
    version: z.int().describe('Version of the context.'),
    tokensBefore: Tokens,
    tokensAfter: Tokens,
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'RolledOver' })
export const RestoreReply = z
  .strictObject({
    snapshotId: Id,
    seq: z.int().describe('Newest message in the restored context. Later ones are evicted.'),
    version: z.int().describe('Version of the context.'),
    rollbackId: Id.nullable().describe(
      'Snapshot of the state before, which undoes the restore. Null: it could not be made.',
    ),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'Restored' })
