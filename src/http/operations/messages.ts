import { isNumeral } from '../../domain/texts.js'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import { z } from 'zod'
import { appendMessages } from '../../app/history/append-messages.js'
import { statusOf } from '../../app/models/model-health.js'
import { pinMessage } from '../../app/history/pin-message.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readHistory } from '../../app/history/read-history.js'
import { readSession } from '../../app/shared/read-session.js'
import { created, ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { SessionPath } from '../schemas/common.js'
import { messagesOf, requireOneOriginEach } from '../input/messages-body.js'
import {
  AppendBody,
  AppendQuery,
  AppendReply,
  HISTORY_PAGE_DEFAULT,
  HistoryQuery,
  HistoryReply,
  PinReply,
  WithdrawBody,
  WithdrawReply,
} from '../schemas/message.js'
import { historyView } from '../views.js'
import { withdrawMessages } from '../../app/history/withdraw-messages.js'
import { withContext } from '../with-context.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Messages')
const PinPath = SessionPath.extend({ seq: z.string().describe('Number of the message.') })
const NO_END = 2_147_483_647

/** Returns where a page of history starts. Throws invalid_request if both parameters are given. */
function startOf({ from, after }: { from?: number; after?: number }): { from?: number; after?: number } {
  if (from === undefined || after === undefined) return { from, after }
  const detail = 'query: after: cannot be combined with `from`.'
  throw invalidRequest('after', 'no value beside `from`', String(after), detail)
}

export const messageOperations = [
  operation('appendMessages', 'POST /v1/sessions/{sessionId}/messages', {
    summary: 'Append messages. May queue a compression.',
    description:
      'Appends 1 to 1,000 messages, all or none. After a 2xx reply they are stored permanently. The request does ' +
      'not wait for a model. A response object of a provider (OpenAI chat completion, OpenAI response, Anthropic ' +
      'message, Ollama chat reply) is accepted in place of a message and reduced to its message. Its prompt tokens ' +
      'count as `usage.promptTokens` if the request gives none. Adjacent items of one model turn (`responses`) are ' +
      'stored as one message. With `context`, the reply has the context to send to the model, so that a turn takes ' +
      'one request.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match', 'X-Palimpsest-Recall'],
    query: AppendQuery,
    body: AppendBody,
    replies: { 201: { description: 'The stored messages and the updated context status.', schema: AppendReply } },
    errors: ['message_exceeds_window', 'idempotency_conflict', 'version_mismatch', 'storage_quota_exceeded'],
    async handle({ ports, at, query, body, bodyTexts, bodyValue, idempotency, headers, large }) {
      requireOneOriginEach(body)
      const appended = await appendMessages(ports, {
        ...at,
        format: body.format,
        validation: query.validation,
        raw: bodyTexts.elements('messages'),
        values: messagesOf(bodyValue),
        origins: body.origins,
        usage: body.usage,
        idempotency,
        ifMatch: headers.ifMatch,
      })
      if (query.context === undefined) return created(appended)
      return withContext(ports, large, appended, { ...at, format: query.context, recall: headers.recall })
    },
  }),
  operation('readHistory', 'GET /v1/sessions/{sessionId}/messages', {
    summary: 'Read the full history exactly as received, independent of the context.',
    description:
      'Returns every message in its original format, byte for byte. A page ends after `limit` messages or 16 MiB, ' +
      'whichever comes first, and contains at least one message. Pass `nextAfter` as `after` for the next page, ' +
      'with the same `to`. With `format`, a message in another format also carries its translation as `rendered`.',
    role: 'viewer',
    query: HistoryQuery,
    replies: { 200: { description: 'A page of messages, oldest first.', schema: HistoryReply } },
    handle({ ports, at, query, large }) {
      const { to = NO_END, limit = HISTORY_PAGE_DEFAULT, format } = query
      return large(async (admit) => {
        const page = await readHistory(ports, { ...at, ...startOf(query), to, limit, format, admit })
        const body = { messages: page.messages.map(historyView), nextAfter: page.nextAfter }
        return { body: await withStatus(ports, at, body) }
      })
    },
  }),
  operation('withdrawMessages', 'POST /v1/sessions/{sessionId}/withdraw', {
    summary: 'Take the newest messages back, for example to regenerate an answer.',
    description:
      'The messages leave the context by a recorded cut; the history keeps them as `withdrawn`, and their numbers are ' +
      'not used again. Refused below a cut: a covered, evicted, masked or truncated message cannot be withdrawn. Goal ' +
      'markers of withdrawn messages are undone, pins are removed, and a call whose result is withdrawn is open ' +
      'again. A repeated request changes nothing and returns the same numbers. If newer messages were appended since, ' +
      'it is refused.',
    role: 'app',
    headers: ['If-Match'],
    body: WithdrawBody,
    replies: { 200: { description: 'The withdrawn messages and the context status.', schema: WithdrawReply } },
    errors: ['not_found', 'withdrawal_refused', 'version_mismatch'],
    async handle({ ports, at, body, headers }) {
      return ok(await withdrawMessages(ports, { ...at, ...body, ifMatch: headers.ifMatch }))
    },
  }),
  operation('pinMessage', 'PUT /v1/sessions/{sessionId}/messages/{seq}/pin', {
    summary: 'Pin a message: every context contains it verbatim until it is unpinned.',
    description:
      'Only a raw message can be pinned. A covered, evicted or reduced message is refused, with the path to read ' +
      'it. A pin that would leave too few free tokens is refused as well.',
    role: 'app',
    params: PinPath,
    replies: { 200: { description: 'The message is pinned.', schema: PinReply } },
    errors: ['not_found', 'message_not_in_context', 'message_exceeds_window'],
    async handle({ ports, at }) {
      return ok(await pin(ports, at, true))
    },
  }),
  operation('unpinMessage', 'DELETE /v1/sessions/{sessionId}/messages/{seq}/pin', {
    summary: 'Unpin a message: later cuts may remove it from the context.',
    role: 'app',
    params: PinPath,
    replies: { 200: { description: 'The message is not pinned.', schema: PinReply } },
    errors: ['not_found'],
    async handle({ ports, at }) {
      return ok(await pin(ports, at, false))
    },
  }),
]

async function pin(ports: Ports, at: SessionAddress & { seq: string }, pinned: boolean) {
  if (!isNumeral(at.seq)) {
    await readSession(ports, at)
    throw new DomainError('not_found', `No message ${JSON.stringify(at.seq.slice(0, 40))}.`)
  }
  const seq = Number(at.seq)
  const session = await pinMessage(ports, { ...at, seq, pinned })
  return { seq, pinned, contextStatus: await statusOf(ports, session) }
}
