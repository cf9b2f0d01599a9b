import { readStatus } from '../../app/read-status.js'
import { statusMarkdown } from '../../domain/status-markdown.js'
import { ok, operation } from '../operation.js'
import { Nothing, SessionPath } from '../schemas/common.js'
import { StatusQuery, StatusReply } from '../schemas/status.js'

export const statusOperations = [
  operation({
    id: 'readStatus',
    tag: 'Sessions',
    method: 'get',
    path: '/v1/sessions/{sessionId}/status',
    summary: 'Usage, reliability, what was done to the context, and what to hand over to a fresh session.',
    description: 'As Markdown with `format=markdown` or `Accept: text/markdown`.',
    role: 'viewer',
    params: SessionPath,
    query: StatusQuery,
    body: Nothing,
    replies: { 200: { description: 'The status.', schema: StatusReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query, headers }) {
      const report = await readStatus(ports, { sessionId: params.sessionId, appId: principal.scope })
      const asText = query.format === undefined ? headers.accept.includes('text/markdown') : query.format === 'markdown'
      if (!asText) return ok({ ...report })
      return { kind: 'text', status: 200, text: statusMarkdown(report), contentType: 'text/markdown; charset=utf-8' }
    },
  }),
]
