import { callReadingTool, readingTools } from '../../app/history/call-reading-tool.js'
import type { Json } from '../../domain/message.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { ToolCallBody, ToolCallReply, ToolsQuery, ToolsReply } from '../schemas/offload.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Reading tools')

export const readingToolOperations = [
  operation('listReadingTools', 'GET /v1/sessions/{sessionId}/tools', {
    summary: 'Get tool definitions with which a model reads back what a placeholder or checkpoint names.',
    description:
      'Add them to the tools of your own requests, and answer their calls with `POST …/tools/call`. Results of these ' +
      'tools are never reduced.',
    role: 'viewer',
    query: ToolsQuery,
    replies: { 200: { description: 'The definitions.', schema: ToolsReply } },
    async handle({ ports, at, query }) {
      const tools = readingTools(query.format ?? 'openai')
      return ok(await withStatus(ports, at, { tools }))
    },
  }),
  operation('callReadingTool', 'POST /v1/sessions/{sessionId}/tools/call', {
    summary: 'Answer a call of a reading tool.',
    description:
      'Returns text of at most a tenth of the limit. A wrong call returns 200 with `isError`, so that the model can ' +
      'correct itself. The caller appends the result.',
    role: 'app',
    body: ToolCallBody,
    replies: { 200: { description: 'The result for the model.', schema: ToolCallReply } },
    async handle({ ports, at, body, large }) {
      const args = (body.arguments ?? {}) as Json
      return large(async (admit) => {
        const { content, isError } = await callReadingTool(ports, { ...at, name: body.name, args, admit })
        return ok(await withStatus(ports, at, { content, isError }))
      })
    },
  }),
]
