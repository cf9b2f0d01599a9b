import { callReadingTool, readingTools } from '../../app/history/call-reading-tool.js'
import type { Json } from '../../domain/message.js'
import { ok, operation } from '../operation.js'
import { Nothing, SessionPath } from '../schemas/common.js'
import { ToolCallBody, ToolCallReply, ToolsQuery, ToolsReply } from '../schemas/offload.js'
import { withStatus } from '../with-status.js'

const tag = 'Reading tools'

export const readingToolOperations = [
  operation({
    id: 'listReadingTools',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/tools',
    summary: 'Get tool definitions with which a model reads back what a placeholder or checkpoint names.',
    description:
      'Add them to the tools of your own requests, and answer their calls with `POST …/tools/call`. Results of these ' +
      'tools are never reduced.',
    role: 'viewer',
    params: SessionPath,
    query: ToolsQuery,
    body: Nothing,
    replies: { 200: { description: 'The definitions.', schema: ToolsReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const tools = readingTools(query.format ?? 'openai')
      return ok(await withStatus({ ports, principal, params }, { tools }))
    },
  }),
  operation({
    id: 'callReadingTool',
    tag,
    method: 'post',
    path: '/v1/sessions/{sessionId}/tools/call',
    summary: 'Answer a call of a reading tool.',
    description:
      'Returns text of at most a tenth of the limit. A wrong call returns 200 with `isError`, so that the model can ' +
      'correct itself. The caller appends the result.',
    role: 'app',
    params: SessionPath,
    query: Nothing,
    body: ToolCallBody,
    replies: { 200: { description: 'The result for the model.', schema: ToolCallReply } },
    errors: ['session_not_found'],
    async handle({ ports, server, principal, params, body }) {
      const { admit, release } = server.replies.open(principal.scope ?? 'admin')
      try {
        const args = (body.arguments ?? {}) as Json
        const { content, isError } = await callReadingTool(ports, {
          appId: principal.scope,
          ...params,
          name: body.name,
          args,
          admit,
        })
        return ok(await withStatus({ ports, principal, params }, { content, isError }))
      } finally {
        release()
      }
    },
  }),
]
