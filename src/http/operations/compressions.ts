import { z } from 'zod'
import { readSession, required } from '../../app/shared/read-session.js'
import { requestCompression } from '../../app/compression/request-compression.js'
import { listPage } from '../list-page.js'
import { ok, operation } from '../operation.js'
import { requireItem } from '../require-item.js'
import { Nothing, pageOf, pageQuery, SessionPath } from '../schemas/common.js'
import { CompressBody, CompressionListReply, CompressionStatusReply } from '../schemas/records.js'
import { compressionView } from '../views.js'
import { withStatus } from '../with-status.js'

const tag = 'Compressions'
const CompressionPath = SessionPath.extend({ compressionId: z.string() })

export const compressionOperations = [
  operation({
    id: 'requestCompression',
    tag,
    method: 'post',
    path: '/v1/sessions/{sessionId}/compress',
    summary: 'Request a compression now.',
    description:
      'Returns the compression that is already queued or running, if there is one. Every compression ends as ' +
      'completed, skipped or failed, with the reason.',
    role: 'app',
    params: SessionPath,
    query: Nothing,
    body: CompressBody,
    replies: {
      200: {
        description: 'The compression ended within `waitMs`, or it already existed.',
        schema: CompressionStatusReply,
      },
      202: { description: 'The compression is queued.', schema: CompressionStatusReply },
    },
    errors: ['session_not_found', 'compression_running'],
    async handle({ ports, principal, params, body }) {
      const { strategy = 'auto', instructions, waitMs } = body
      const request = { appId: principal.scope, sessionId: params.sessionId, strategy, instructions, waitMs }
      const { session, compression, created } = await requestCompression(ports, request)
      const pending = compression.state.status === 'queued' || compression.state.status === 'running'
      const location = `/v1/sessions/${params.sessionId}/compressions/${compression.id}`
      return {
        kind: 'json',
        status: created && pending ? 202 : 200,
        body: await withStatus({ ports, principal, params }, compressionView(session, compression)),
        headers: { Location: location },
      }
    },
  }),
  operation({
    id: 'listCompressions',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/compressions',
    summary: 'List the compressions of a session, newest first.',
    role: 'viewer',
    params: SessionPath,
    query: pageQuery('cmp'),
    body: Nothing,
    replies: { 200: { description: 'A page of compressions.', schema: CompressionListReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const session = await readSession(ports, params.sessionId, principal.scope)
      const page = pageOf(query)
      await requireItem(page.after, (id) => ports.store.compression(params.sessionId, id))
      const compressions = await ports.store.compressions(params.sessionId, page)
      const { items, nextAfter } = await listPage(compressions, page.limit, (one) => compressionView(session, one))
      return ok(await withStatus({ ports, principal, params }, { compressions: items, nextAfter }))
    },
  }),
  operation({
    id: 'getCompression',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/compressions/{compressionId}',
    summary: 'Get a compression with its stages, model calls and outcome.',
    role: 'viewer',
    params: CompressionPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The compression.', schema: CompressionStatusReply } },
    errors: ['session_not_found', 'not_found'],
    async handle({ ports, principal, params }) {
      const session = await readSession(ports, params.sessionId, principal.scope)
      const found = await ports.store.compression(params.sessionId, params.compressionId)
      const compression = required(found, 'compression', params.compressionId)
      return ok(await withStatus({ ports, principal, params }, compressionView(session, compression)))
    },
  }),
]
