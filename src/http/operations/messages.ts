import { appendMessages } from '../../app/append-messages.js'
import { readHistory } from '../../app/read-history.js'
import { DomainError } from '../../domain/errors.js'
import { sliceArray } from '../../domain/formats/index.js'
import type { Json } from '../../domain/message.js'
import { created, ok, operation } from '../operation.js'
import { Nothing, SessionPath } from '../schemas/common.js'
import { AppendBody, AppendReply, HISTORY_PAGE_DEFAULT, HistoryQuery, HistoryReply } from '../schemas/message.js'
import { historyView } from '../views.js'

const tag = 'Messages'
const NO_END = 2_147_483_647

export const messageOperations = [
  operation({
    id: 'appendMessages',
    tag,
    method: 'post',
    path: '/v1/sessions/{sessionId}/messages',
    summary: 'Append messages; may queue a compression.',
    description: 'All or nothing, 1 to 1,000 messages. After a 2xx they are stored for good. No model is asked on the way.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    params: SessionPath,
    query: Nothing,
    body: AppendBody,
    replies: { 201: { description: 'What was stored, and the window as it is now.', schema: AppendReply } },
    errors: ['session_not_found', 'message_exceeds_window', 'idempotency_conflict', 'version_mismatch'],
    async handle({ ports, principal, params, body, bodyText, bodyValue, idempotency, headers }) {
      requireOneOriginEach(body)
      const appended = await appendMessages(ports, {
        appId: principal.scope,
        sessionId: params.sessionId,
        format: body.format ?? 'native',
        raw: sliceArray(bodyText, 'messages'),
        values: messagesOf(bodyValue),
        origins: body.origins,
        usage: body.usage,
        idempotency,
        ifMatch: headers.ifMatch,
      })
      return created(appended)
    },
  }),
  operation({
    id: 'readHistory',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/messages',
    summary: 'The whole history, exact, whatever the context has made of it.',
    description:
      'Every message is given in the format and the bytes it came in. With `format`, a message of another format has its translation beside it as `rendered`.',
    role: 'viewer',
    params: SessionPath,
    query: HistoryQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of messages, oldest first.', schema: HistoryReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const { from = 1, to = NO_END, limit = HISTORY_PAGE_DEFAULT, format } = query
      const page = await readHistory(ports, { appId: principal.scope, sessionId: params.sessionId, from, to, limit, format })
      return ok({ messages: page.messages.map(historyView), nextAfter: page.nextAfter })
    },
  }),
]

function messagesOf(body: Json): Json[] {
  const messages = body !== null && typeof body === 'object' && !Array.isArray(body) ? body.messages : undefined
  return Array.isArray(messages) ? messages : []
}

function requireOneOriginEach(body: { messages: unknown[]; origins?: unknown[] }): void {
  if (body.origins === undefined || body.origins.length === body.messages.length) return
  const fault = { path: 'origins', expected: `one for each of the ${body.messages.length} messages`, received: String(body.origins.length) }
  throw new DomainError('invalid_request', `origins: expected ${fault.expected}, received ${fault.received}.`, {}, [fault])
}
