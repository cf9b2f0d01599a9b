import { z } from 'zod'
import { modelHealthIssues } from '../../app/models/model-health.js'
import { restoreSnapshot } from '../../app/time/restore-snapshot.js'
import { createSnapshot, deleteSnapshot, listSnapshots, readSnapshot } from '../../app/time/snapshots.js'
import { contextStatus } from '../../domain/session/status.js'
import type { Snapshot } from '../../domain/time/snapshot.js'
import type { Reply } from '../input/json-text.js'
import { listPage } from '../list-page.js'
import { created, NO_CONTENT, ok, operation } from '../operation.js'
import { rollOver } from '../../app/context/roll-over.js'
import { Nothing, pageOf, pageQuery, SessionPath } from '../schemas/common.js'
import {
  CreateSnapshotBody,
  RestoreReply,
  RolloverReply,
  SnapshotListReply,
  SnapshotStatusReply,
} from '../schemas/time.js'
import { sessionEtag } from '../views.js'
import { withStatus } from '../with-status.js'

const tag = 'Snapshots'
const SnapshotPath = SessionPath.extend({ snapshotId: z.string() })

export const snapshotOperations = [
  operation({
    id: 'createSnapshot',
    tag,
    method: 'post',
    path: '/v1/sessions/{sessionId}/snapshots',
    summary: 'Save the state of the session: context, checkpoints, goals, pins, watermark and counters.',
    description: 'It stays until it is deleted, and takes the same time however long the history is.',
    role: 'app',
    headers: ['Idempotency-Key'],
    params: SessionPath,
    query: Nothing,
    body: CreateSnapshotBody,
    replies: { 201: { description: 'The snapshot.', schema: SnapshotStatusReply } },
    errors: ['session_not_found', 'snapshots_disabled', 'too_many_snapshots', 'idempotency_conflict', 'not_found'],
    async handle({ ports, principal, params, body, idempotency }) {
      const at = { appId: principal.scope, ...params }
      const { snapshot, session } = await createSnapshot(ports, { ...at, ...body, idempotency })
      const status = contextStatus(session, await modelHealthIssues(ports, session))
      return created({ ...snapshotView(snapshot), contextStatus: status })
    },
  }),
  operation({
    id: 'listSnapshots',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/snapshots',
    summary: 'List the snapshots of a session, newest first.',
    role: 'viewer',
    params: SessionPath,
    query: pageQuery('snp'),
    body: Nothing,
    replies: { 200: { description: 'A page of snapshots.', schema: SnapshotListReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const page = pageOf(query)
      const found = await listSnapshots(ports, { appId: principal.scope, ...params, ...page })
      const { items, nextAfter } = await listPage(found, page.limit, snapshotView)
      return ok(await withStatus({ ports, principal, params }, { snapshots: items, nextAfter }))
    },
  }),
  operation({
    id: 'getSnapshot',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/snapshots/{snapshotId}',
    summary: 'Get a snapshot.',
    role: 'viewer',
    params: SnapshotPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The snapshot.', schema: SnapshotStatusReply } },
    errors: ['session_not_found', 'not_found'],
    async handle({ ports, principal, params }) {
      const snapshot = await readSnapshot(ports, { appId: principal.scope, ...params })
      return ok(await withStatus({ ports, principal, params }, snapshotView(snapshot)))
    },
  }),
  operation({
    id: 'deleteSnapshot',
    tag,
    method: 'delete',
    path: '/v1/sessions/{sessionId}/snapshots/{snapshotId}',
    summary: 'Delete a snapshot. The session and its history stay as they are.',
    role: 'app',
    params: SnapshotPath,
    query: Nothing,
    body: Nothing,
    replies: { 204: { description: 'The snapshot is deleted.', schema: null } },
    errors: ['session_not_found', 'not_found'],
    async handle({ ports, principal, params }) {
      await deleteSnapshot(ports, { appId: principal.scope, ...params })
      return NO_CONTENT
    },
  }),
  operation({
    id: 'restoreSnapshot',
    tag,
    method: 'post',
    path: '/v1/sessions/{sessionId}/snapshots/{snapshotId}/restore',
    summary: 'Return the session to a snapshot. The context is exactly what it was.',
    description:
      'A recorded cut. Later messages stay in the history as evicted. A snapshot of the state before is made first ' +
      '(`rollbackId`). System prompt and tools return with the context; policy, mode, metadata and limit stay as they ' +
      'are now. A pending compression ends as skipped with the reason `session-restored`.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    params: SnapshotPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The state of the session now.', schema: RestoreReply } },
    errors: ['session_not_found', 'not_found', 'version_mismatch', 'idempotency_conflict'],
    async handle({ ports, principal, params, headers, idempotency }) {
      const input = { appId: principal.scope, ...params, ifMatch: headers.ifMatch, idempotency }
      const { session, snapshot, rollbackId } = await restoreSnapshot(ports, input)
      const { id: snapshotId, seq } = snapshot
      const status = contextStatus(session, await modelHealthIssues(ports, session))
      const reply = { snapshotId, seq, version: session.version, rollbackId, contextStatus: status }
      return ok(reply, { ETag: sessionEtag(session) })
    },
  }),
  operation({
    id: 'rollOver',
    tag,
    method: 'post',
    path: '/v1/sessions/{sessionId}/rollover',
    summary: 'Start a new epoch: shrink the context to its core at once, without a model.',
    description:
      'Recorded cuts. These stay: system prompt, tools, goals, pinned messages, open calls, the last 10 human messages, ' +
      'and one checkpoint of at most 400 tokens (at a limit of 13,600) that names a snapshot of the state before. Older ' +
      'human messages are evicted, and everything else is behind the checkpoint. All of it stays readable.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    params: SessionPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The state of the session now.', schema: RolloverReply } },
    errors: ['session_not_found', 'version_mismatch', 'message_exceeds_window', 'idempotency_conflict'],
    async handle({ ports, principal, params, headers, idempotency }) {
      const at = { appId: principal.scope, ...params, ifMatch: headers.ifMatch, idempotency }
      const rolled = await rollOver(ports, at)
      const { session, snapshotId, tokensBefore, tokensAfter } = rolled
      const status = contextStatus(session, await modelHealthIssues(ports, session))
      const { epoch, version } = session
      const reply = { epoch, snapshotId, version, tokensBefore, tokensAfter, contextStatus: status }
      return ok(reply, { ETag: sessionEtag(session) })
    },
  }),
]

function snapshotView({ state: _, ...snapshot }: Snapshot): { [key: string]: Reply } {
  return snapshot
}
