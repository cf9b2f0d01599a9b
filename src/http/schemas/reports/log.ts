import { z } from 'zod'
import { EVENT_TYPES } from '../../../domain/event.js'
import { queryInt, Timestamp, Tokens } from '../common.js'
import { EventCursor, EVENTS_MAX } from '../event.js'
import { ContextStatusReply } from '../session.js'

export const LogQuery = z.strictObject({
  format: z
    .enum(['json', 'markdown'])
    .optional()
    .describe('Format of the reply. Default: `json`, or `markdown` with `Accept: text/markdown`.'),
  after: EventCursor.optional().describe('Only events after this cursor.'),
  limit: queryInt(1, EVENTS_MAX).optional().describe(`Maximum events on the page. Default: ${EVENTS_MAX}.`),
  last: queryInt(1, EVENTS_MAX)
    .optional()
    .describe('Number of newest events. Cannot be combined with `after` or `limit`.'),
})

export const LogReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    lines: z.array(
      z.strictObject({
        at: Timestamp,
        seq: z.int().describe('Number of the event in the session.'),
        type: z.enum(EVENT_TYPES),
        line: z.string().describe('One line of text for people.'),
        usage: z
          .strictObject({ before: Tokens, after: Tokens })
          .nullable()
          .describe('Tokens in the context before and after. Null if the event did not change the context.'),
        cut: z.int().nullable().describe('Version of `GET …/cuts/{version}` for a line about a cut; else null.'),
      }),
    ),
    cursor: z.string().describe('Value of `after` for the next read, even if the list is empty.'),
  })
  .meta({ id: 'Log' })
