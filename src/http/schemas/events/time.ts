import { z } from 'zod'
import { ROLLOVER_TRIGGERS } from '../../../domain/time/event-data.js'
import { SNAPSHOT_PURPOSES } from '../../../domain/time/snapshot.js'
import { Id, Tokens } from '../common.js'
import { Seq, type EventDocs } from './event-doc.js'

const SnapshotMade = z.strictObject({
  snapshotId: Id,
  name: z.string().nullable(),
  purpose: z.enum(SNAPSHOT_PURPOSES),
  seq: Seq,
  version: z.int().describe('Version of the context.'),
  tokens: Tokens.describe('Tokens in the context.'),
})
const made = { snapshotId: 'snp_01', name: null, seq: 41, version: 58, tokens: 11_020 }

export const timeEvents = {
  'snapshot-created': {
    when: 'The app saved the state of the session.',
    data: SnapshotMade,
    example: { ...made, name: 'before the rewrite', purpose: 'manual' },
  },
  'auto-snapshot-created': {
    when:
      'A rule saved the state of the session: before the first cut above the threshold of the policy, when the context ' +
      'is nearly full, before an emergency, or before a restore.',
    data: SnapshotMade,
    example: { ...made, purpose: 'recovery' },
  },
  'snapshot-restored': {
    when: 'The session returned to a saved state. Later messages stay in the history, evicted.',
    data: z.strictObject({
      snapshotId: Id,
      seq: Seq.describe('Newest message of the snapshot.'),
      rollbackId: Id.nullable().describe('Snapshot of the state before the restore; null: it failed.'),
      version: z.int(),
      tokensBefore: Tokens,
      tokensAfter: Tokens,
    }),
    example: {
      ...{ snapshotId: 'snp_01', seq: 41, rollbackId: 'snp_02', version: 77 },
      ...{ tokensBefore: 9_400, tokensAfter: 11_020 },
    },
  },
  'snapshot-error': {
    when: 'A snapshot that a rule asked for could not be made. The change it was to precede was made all the same.',
    data: z.strictObject({ purpose: z.enum(SNAPSHOT_PURPOSES), detail: z.string() }),
    example: { purpose: 'recovery', detail: 'the database refused it (53100)' },
  },
  'session-forked': {
    when: 'The session was made from another one, and has its history up to a message.',
    data: z.strictObject({
      parentId: Id,
      seq: Seq.describe('Newest message that both have.'),
      snapshotId: Id.nullable().describe('The snapshot it was made from; null: from a message.'),
    }),
    example: { parentId: 'ses_01', seq: 41, snapshotId: null },
  },
  'rollover-complete': {
    when: 'The session started a new epoch: only its fixed part, its newest human messages and a short summary stay.',
    data: z.strictObject({
      epoch: z.int().describe('Number of the new epoch.'),
      trigger: z
        .enum(ROLLOVER_TRIGGERS)
        .describe('The app asked for it, or nothing more could shrink and the policy allows it.'),
      snapshotId: Id.nullable().describe('Snapshot of the state before; null: it failed, or the policy makes none.'),
      keptHumanMessages: z.int(),
      evictedMessages: z.int().describe('Human messages that left the context.'),
      tokensBefore: Tokens,
      tokensAfter: Tokens,
    }),
    example: {
      ...{ epoch: 2, trigger: 'overflow', snapshotId: 'snp_03', keptHumanMessages: 10, evictedMessages: 31 },
      ...{ tokensBefore: 11_900, tokensAfter: 2_140 },
    },
  },
} satisfies EventDocs
