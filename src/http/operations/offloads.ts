import { z } from 'zod'
import { readOriginal, searchOriginal } from '../../app/read-offloads.js'
import { readSession } from '../../app/read-session.js'
import { ok, operation } from '../operation.js'
import { nextAfter, Nothing, pageOf, PageQuery, SessionPath } from '../schemas/common.js'
import {
  OFFLOAD_READ_DEFAULT,
  OffloadContentReply,
  OffloadListReply,
  OffloadQuery,
  OffloadSearchQuery,
  OffloadSearchReply,
} from '../schemas/records.js'
import { offloadView } from '../views.js'

const tag = 'Offloads'
const OffloadPath = SessionPath.extend({ offloadId: z.string() })
const MATCHES_DEFAULT = 20

export const offloadOperations = [
  operation({
    id: 'listOffloads',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads',
    summary: 'Parts that stand in the context as something shorter.',
    role: 'viewer',
    params: SessionPath,
    query: PageQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of offloads.', schema: OffloadListReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      await readSession(ports, params.sessionId, principal.scope)
      const page = pageOf(query)
      const reductions = await ports.store.reductions(params.sessionId, page)
      return ok({ offloads: reductions.map(offloadView), nextAfter: nextAfter(reductions, page.limit) })
    },
  }),
  operation({
    id: 'readOffload',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads/{offloadId}',
    summary: 'The exact original of a shortened part, by range of characters.',
    description: 'Offsets count UTF-16 code units. Slices put together give the original exactly.',
    role: 'viewer',
    params: OffloadPath,
    query: OffloadQuery,
    body: Nothing,
    replies: { 200: { description: 'The range asked for.', schema: OffloadContentReply } },
    errors: ['session_not_found', 'not_found'],
    async handle({ ports, principal, params, query }) {
      const { offset = 0, limit = OFFLOAD_READ_DEFAULT } = query
      const { reduction, kind: contentKind, content } = await readOriginal(ports, { appId: principal.scope, ...params })
      const end = Math.min(content.length, offset + limit)
      const range = { total: content.length, offset, content: content.slice(offset, end), nextOffset: end < content.length ? end : null }
      return ok({ ...offloadView(reduction), contentKind, ...range })
    },
  }),
  operation({
    id: 'searchOffload',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/offloads/{offloadId}/search',
    summary: 'Find text in the original of a shortened part, whatever the case of letters.',
    role: 'viewer',
    params: OffloadPath,
    query: OffloadSearchQuery,
    body: Nothing,
    replies: { 200: { description: 'Where it stands.', schema: OffloadSearchReply } },
    errors: ['session_not_found', 'not_found'],
    async handle({ ports, principal, params, query }) {
      const { content } = await readOriginal(ports, { appId: principal.scope, ...params })
      return ok(searchOriginal(content, query.q, query.limit ?? MATCHES_DEFAULT))
    },
  }),
]
