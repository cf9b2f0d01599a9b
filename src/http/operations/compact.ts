import { compactMessages } from '../../app/reductions/compact-messages.js'
import { RawJson } from '../input/json-text.js'
import { messagesOf, requireOneOriginEach } from '../input/messages-body.js'
import { ok, operation } from '../operation.js'
import { CompactBody, CompactReply } from '../schemas/compact.js'
import { Nothing } from '../schemas/common.js'
import { boundaryName } from './watermark.js'

export const compactOperations = [
  operation({
    id: 'compact',
    tag: 'Compact',
    method: 'post',
    path: '/v1/compact',
    summary: 'Shrink a conversation without a session: the deterministic rules, and a report of what each saved.',
    description:
      'Nothing is stored and no model is asked. Messages that no rule touches come back as they were sent. Handles in stand-ins name the place of the original among the messages that were sent: off_<message>_<part>.',
    role: 'app',
    params: Nothing,
    query: Nothing,
    body: CompactBody,
    replies: { 200: { description: 'The conversation as it would stand, and the report.', schema: CompactReply } },
    errors: ['not_found'],
    async handle({ ports, body, bodyTexts, bodyValue }) {
      requireOneOriginEach(body)
      const { format = 'native', watermark, tools, ...rest } = body
      const { system, messages, report } = await compactMessages(ports, {
        ...rest,
        format,
        raw: bodyTexts.elements('messages'),
        values: messagesOf(bodyValue),
        tools: tools ? bodyTexts.member('tools') : null,
        watermark: watermark && boundaryName(watermark),
      })
      return ok({ format, system: system ?? undefined, messages: messages.map((text) => new RawJson(text)), report })
    },
  }),
]
