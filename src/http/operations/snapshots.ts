import { statusOf } from '../../app/models/model-health.js'
import { restoreSnapshot } from '../../app/time/restore-snapshot.js'
import { createSnapshot, deleteSnapshot, listSnapshots, readSnapshot } from '../../app/time/snapshots.js'
import type { Snapshot } from '../../domain/time/snapshot.js'
import type { Reply } from '../input/json-text.js'
import { listPage } from '../list-page.js'
import { created, NO_CONTENT, ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { rollOver } from '../../app/context/roll-over.js'
import { pageOf, pageQuery } from '../schemas/common.js'
import {
  CreateSnapshotBody,
  RestoreReply,
  RolloverReply,
  SnapshotListReply,
  SnapshotStatusReply,
} from '../schemas/time.js'
import { sessionEtag } from '../views.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Snapshots')

export const snapshotOperations = [
  operation('createSnapshot', 'POST /v1/sessions/{sessionId}/snapshots', {
    summary: 'Save the state of the session: context, checkpoints, goals, pins, watermark and counters.',
    description: 'It stays until it is deleted, and takes the same time however long the history is.',
    role: 'app',
    headers: ['Idempotency-Key'],
    body: CreateSnapshotBody,
    replies: { 201: { description: 'The snapshot.', schema: SnapshotStatusReply } },
    errors: ['snapshots_disabled', 'too_many_snapshots', 'idempotency_conflict', 'not_found'],
    async handle({ ports, at, body, idempotency }) {
      const { snapshot, session } = await createSnapshot(ports, { ...at, ...body, idempotency })
      return created({ ...snapshotView(snapshot), contextStatus: await statusOf(ports, session) })
    },
  }),
  operation('listSnapshots', 'GET /v1/sessions/{sessionId}/snapshots', {
    summary: 'List the snapshots of a session, newest first.',
    role: 'viewer',
    query: pageQuery('snp'),
    replies: { 200: { description: 'A page of snapshots.', schema: SnapshotListReply } },
    async handle({ ports, at, query }) {
      const page = pageOf(query)
      const found = await listSnapshots(ports, { ...at, ...page })
      const { items, nextAfter } = await listPage(found, page.limit, snapshotView)
      return ok(await withStatus(ports, at, { snapshots: items, nextAfter }))
    },
  }),
  operation('getSnapshot', 'GET /v1/sessions/{sessionId}/snapshots/{snapshotId}', {
    summary: 'Get a snapshot.',
    role: 'viewer',
    replies: { 200: { description: 'The snapshot.', schema: SnapshotStatusReply } },
    errors: ['not_found'],
    async handle({ ports, at }) {
      const snapshot = await readSnapshot(ports, at)
      return ok(await withStatus(ports, at, snapshotView(snapshot)))
    },
  }),
  operation('deleteSnapshot', 'DELETE /v1/sessions/{sessionId}/snapshots/{snapshotId}', {
    summary: 'Delete a snapshot. The session and its history stay as they are.',
    role: 'app',
    replies: { 204: { description: 'The snapshot is deleted.', schema: null } },
    errors: ['not_found'],
    async handle({ ports, at }) {
      await deleteSnapshot(ports, at)
      return NO_CONTENT
    },
  }),
  operation('restoreSnapshot', 'POST /v1/sessions/{sessionId}/snapshots/{snapshotId}/restore', {
    summary: 'Return the session to a snapshot. The context is exactly what it was.',
    description:
      'A recorded cut. Later messages stay in the history as evicted. A snapshot of the state before is made first ' +
      '(`rollbackId`). System prompt and tools return with the context; policy, mode, metadata and limit stay as they ' +
      'are now. A pending compression ends as skipped with the reason `session-restored`.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    replies: { 200: { description: 'The state of the session now.', schema: RestoreReply } },
    errors: ['not_found', 'version_mismatch', 'idempotency_conflict'],
    async handle({ ports, at, idempotency, headers }) {
      const input = { ...at, ifMatch: headers.ifMatch, idempotency }
      const { session, snapshot, rollbackId } = await restoreSnapshot(ports, input)
      const { id: snapshotId, seq } = snapshot
      const status = await statusOf(ports, session)
      const reply = { snapshotId, seq, version: session.version, rollbackId, contextStatus: status }
      return ok(reply, { ETag: sessionEtag(session) })
    },
  }),
  operation('rollOver', 'POST /v1/sessions/{sessionId}/rollover', {
    summary: 'Start a new epoch: shrink the context to its core at once, without a model.',
    description:
      'Recorded cuts. These stay: system prompt, tools, goals, pinned messages, open calls, the last 10 human messages, ' +
      'and one checkpoint of at most 400 tokens (at a limit of 13,600) that names a snapshot of the state before. Older ' +
      'human messages are evicted, and everything else is behind the checkpoint. All of it stays readable.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    replies: { 200: { description: 'The state of the session now.', schema: RolloverReply } },
    errors: ['version_mismatch', 'message_exceeds_window', 'idempotency_conflict'],
    async handle({ ports, at, idempotency, headers }) {
      const rolled = await rollOver(ports, { ...at, ifMatch: headers.ifMatch, idempotency })
      const { session, snapshotId, tokensBefore, tokensAfter } = rolled
      const status = await statusOf(ports, session)
      const { epoch, version } = session
      const reply = { epoch, snapshotId, version, tokensBefore, tokensAfter, contextStatus: status }
      return ok(reply, { ETag: sessionEtag(session) })
    },
  }),
]

function snapshotView({ state: _, ...snapshot }: Snapshot): { [key: string]: Reply } {
  return snapshot
}
