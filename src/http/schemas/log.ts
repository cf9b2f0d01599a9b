import { z } from 'zod'
import { EVENT_TYPES } from '../../domain/event.js'
import { queryInt, Timestamp, Tokens } from './common.js'
import { EventCursor, EVENTS_MAX } from './event.js'

export const LogQuery = z.strictObject({
  format: z
    .enum(['json', 'markdown'])
    .optional()
    .meta({ description: 'JSON unless said here, or by `Accept: text/markdown`.' }),
  after: EventCursor.optional().meta({ description: 'Only what came after this cursor.' }),
  limit: queryInt(1, EVENTS_MAX).optional(),
  last: queryInt(1, EVENTS_MAX)
    .optional()
    .meta({ description: 'Only the newest so many; not together with `after` or `limit`.' }),
})

export const LogReply = z
  .strictObject({
    lines: z.array(
      z.strictObject({
        at: Timestamp,
        seq: z.int().meta({ description: 'Number of the event in the session.' }),
        type: z.enum(EVENT_TYPES),
        line: z.string(),
        usage: z
          .strictObject({ before: Tokens, after: Tokens })
          .nullable()
          .meta({ description: 'Tokens in the context, where the act changed it.' }),
      }),
    ),
    cursor: z.string().meta({ description: 'Pass it as `after` to go on, also when the list is empty.' }),
  })
  .meta({ id: 'Log' })
