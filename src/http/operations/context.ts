import { z } from 'zod'
import { auditSession } from '../../app/context/audit-session.js'
import { explainContext } from '../../app/context/explain-context.js'
import { readContext } from '../../app/context/read-context.js'
import { large, ok, operation } from '../operation.js'
import { FormatName, Nothing, queryFlag, queryInt, SessionPath, Tokens } from '../schemas/common.js'
import { ContextStatusReply } from '../schemas/session.js'

const tag = 'Context'

const ContextQuery = z.strictObject({
  format: FormatName.optional(),
  reserve: queryInt(0, 4_000_000)
    .optional()
    .meta({ description: 'Hold back so many tokens for this reply instead of the session’s reserve.' }),
  explain: queryFlag.optional(),
})

const ExplainQuery = z.strictObject({
  from: queryInt(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'A version of the context: adds `changes`, every cut since then and what it did.' }),
})

const ContextReply = z
  .looseObject({
    format: FormatName,
    system: z.unknown().optional(),
    messages: z.array(z.unknown()),
    tools: z.unknown().optional(),
    tokens: Tokens,
    limit: Tokens,
    version: z.int(),
    contextStatus: ContextStatusReply,
    entries: z.array(z.unknown()).optional(),
  })
  .meta({
    id: 'Context',
    description: 'What to send to the model now. With format=ollama also `model` and `options.num_ctx`.',
  })
const AuditReply = z.looseObject({ ok: z.boolean(), violations: z.array(z.unknown()) }).meta({ id: 'Audit' })
const ExplainReply = z.looseObject({}).meta({
  id: 'Explanation',
  description: 'Each entry of the context with its tokens, rule and reason, and what is left out and why.',
})

export const contextOperations = [
  operation({
    id: 'readContext',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/context',
    summary: 'The active context: what to send to the model now. It always fits.',
    role: 'viewer',
    headers: ['If-None-Match'],
    params: SessionPath,
    query: ContextQuery,
    body: Nothing,
    replies: {
      200: { description: 'The context.', schema: ContextReply },
      304: { description: 'It has not changed.', schema: null },
    },
    errors: ['session_not_found', 'message_exceeds_window'],
    async handle({ ports, server, principal, params, query, headers }) {
      const { format = 'native', reserve, explain } = query
      const hold = server.replies.hold(principal.scope ?? 'admin')
      return large(hold, async () => {
        const input = { appId: principal.scope, sessionId: params.sessionId, format, reserve, explain }
        const { pieces, etag } = await readContext(ports, { ...input, admit: hold.admit })
        const known = headers.ifNoneMatch.includes(etag) || headers.ifNoneMatch.includes('*')
        return known
          ? { kind: 'empty', status: 304, headers: { ETag: etag } }
          : { texts: pieces, headers: { ETag: etag } }
      })
    },
  }),
  operation({
    id: 'explainContext',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/explain',
    summary: 'Why each entry stands in the context, what is left out, and what was cut since a version.',
    role: 'viewer',
    params: SessionPath,
    query: ExplainQuery,
    body: Nothing,
    replies: { 200: { description: 'The explanation.', schema: ExplainReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      return ok(await explainContext(ports, { appId: principal.scope, sessionId: params.sessionId, from: query.from }))
    },
  }),
  operation({
    id: 'auditSession',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/audit',
    summary: 'Recompute from the history alone that every message is accounted for.',
    role: 'viewer',
    params: SessionPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The audit.', schema: AuditReply } },
    errors: ['session_not_found', 'version_mismatch'],
    async handle({ ports, principal, params }) {
      return ok(await auditSession(ports, { appId: principal.scope, sessionId: params.sessionId }))
    },
  }),
]
