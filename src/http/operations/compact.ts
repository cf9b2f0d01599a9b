import { compactMessages } from '../../app/reductions/compact-messages.js'
import { RawJson } from '../input/json-text.js'
import { messagesOf, requireOneOriginEach } from '../input/messages-body.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { CompactBody, CompactReply } from '../schemas/compact.js'
import { boundaryName } from './watermark.js'

const operation = operationsOf('Compact')

export const compactOperations = [
  operation('compact', 'POST /v1/compact', {
    summary:
      'Shrink a conversation without a session, using the deterministic rules. Reports the tokens each rule saved.',
    description:
      'Stores nothing and calls no model. Messages that no rule changes are returned exactly as sent. ' +
      'Placeholders say that the caller has the original. Ids in the report have the form `part_<message>_<part>` and ' +
      'name its position in the request. Messages are accepted as `validation=lenient` does.',
    role: 'app',
    body: CompactBody,
    replies: { 200: { description: 'The reduced conversation and the report.', schema: CompactReply } },
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
        keepBefore: watermark?.keepBefore,
      })
      return ok({ format, system: system ?? undefined, messages: messages.map((text) => new RawJson(text)), report })
    },
  }),
]
