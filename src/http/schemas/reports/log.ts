import { z } from 'zod'
import { EVENT_TYPES } from '../../../domain/event.js'
import { queryInt, Timestamp, Tokens } from '../common.js'
import { EventCursor, EVENTS_MAX } from '../event.js'
import { ContextStatusReply } from '../session.js'

export const LogQuery = z.strictObject({
  format: z
    .enum(['json', 'markdown'])
    .optional()
    .meta({ description: 'Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`.' }),
  after: EventCursor.optional().meta({ description: 'Only events after this cursor.' }),
  limit: queryInt(1, EVENTS_MAX)
    .optional()
    .meta({ description: `Maximum events on the page. Default: ${EVENTS_MAX}.` }),
  last: queryInt(1, EVENTS_MAX)
    .optional()
    .meta({ description: 'Number of newest events. Cannot be combined with `after` or `limit`.' }),
})

export const LogReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    lines: z.array(
      z.strictObject({
        at: Timestamp,
        seq: z.int().meta({ description: 'Number of the event in the session.' }),
        type: z.enum(EVENT_TYPES),
        line: z.string().meta({ description: 'One line of text for people.' }),
        usage: z.strictObject({ before: Tokens, after: Tokens }).nullable().meta({
          description: 'Tokens in the context before and after. Null if the event did not change the context.',
        }),
        cut: z
          .int()
          .nullable()
          .meta({ description: 'Version of `GET …/cuts/{version}` for a line about a cut; else null.' }),
      }),
    ),
    cursor: z.string().meta({ description: 'Value of `after` for the next read, even if the list is empty.' }),
  })
  .meta({ id: 'Log' })
