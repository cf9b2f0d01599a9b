import { readSession, required } from '../../app/shared/read-session.js'
import { requestCompression } from '../../app/compression/request-compression.js'
import { listPage } from '../list-page.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { requireItem } from '../require-item.js'
import { pageOf, pageQuery } from '../schemas/common.js'
import { CompressBody, CompressionListReply, CompressionStatusReply } from '../schemas/records.js'
import { compressionView } from '../views.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Compressions')

export const compressionOperations = [
  operation('requestCompression', 'POST /v1/sessions/{sessionId}/compress', {
    summary: 'Request a compression now.',
    description:
      'Returns the compression that is already queued or running, if there is one. Every compression ends as ' +
      'completed, skipped or failed, with the reason.',
    role: 'app',
    body: CompressBody,
    replies: {
      200: {
        description: 'The compression ended within `waitMs`, or it already existed.',
        schema: CompressionStatusReply,
      },
      202: { description: 'The compression is queued.', schema: CompressionStatusReply },
    },
    errors: ['compression_running'],
    async handle({ ports, params, at, body }) {
      const request = { ...at, ...body, strategy: body.strategy ?? 'auto' }
      const { session, compression, created } = await requestCompression(ports, request)
      const pending = compression.state.status === 'queued' || compression.state.status === 'running'
      const location = `/v1/sessions/${params.sessionId}/compressions/${compression.id}`
      return {
        kind: 'json',
        status: created && pending ? 202 : 200,
        body: await withStatus(ports, at, compressionView(session, compression)),
        headers: { Location: location },
      }
    },
  }),
  operation('listCompressions', 'GET /v1/sessions/{sessionId}/compressions', {
    summary: 'List the compressions of a session, newest first.',
    role: 'viewer',
    query: pageQuery('cmp'),
    replies: { 200: { description: 'A page of compressions.', schema: CompressionListReply } },
    async handle({ ports, params, at, query }) {
      const session = await readSession(ports, at)
      const page = pageOf(query)
      await requireItem(page.after, (id) => ports.store.compression(params.sessionId, id))
      const compressions = await ports.store.compressions(params.sessionId, page)
      const { items, nextAfter } = await listPage(compressions, page.limit, (one) => compressionView(session, one))
      return ok(await withStatus(ports, at, { compressions: items, nextAfter }))
    },
  }),
  operation('getCompression', 'GET /v1/sessions/{sessionId}/compressions/{compressionId}', {
    summary: 'Get a compression with its stages, model calls and outcome.',
    role: 'viewer',
    replies: { 200: { description: 'The compression.', schema: CompressionStatusReply } },
    errors: ['not_found'],
    async handle({ ports, params, at }) {
      const session = await readSession(ports, at)
      const found = await ports.store.compression(params.sessionId, params.compressionId)
      const compression = required(found, 'compression', params.compressionId)
      return ok(await withStatus(ports, at, compressionView(session, compression)))
    },
  }),
]
