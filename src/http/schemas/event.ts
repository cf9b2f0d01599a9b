import { ID_PATTERN } from '../../domain/texts.js'
import { z } from 'zod'
import { EVENT_TYPES, CURSOR } from '../../domain/event.js'
import { queryInt, queryList } from './common.js'
import { EventReply } from './events/index.js'

/** Maximum events per read. */
export const EVENTS_MAX = 500
export const EVENTS_DEFAULT = 100
/** Maximum sessions in a filter. */
export const FILTER_SESSIONS_MAX = 100

export const EventTypeName = z.enum(EVENT_TYPES)
export const EventCursor = z.string().regex(CURSOR, 'a cursor, or 0')

export const EventsQuery = z.strictObject({
  after: EventCursor.optional().describe(
    'Returns events after this cursor. `0` starts at the beginning. A stream without it starts with new events.',
  ),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Starts with the events from this time on, by the clocks of the processes that wrote them. Cannot be combined with `after`.',
    ),
  sessionId: queryList(z.string().regex(ID_PATTERN, 'a session id'), FILTER_SESSIONS_MAX)
    .optional()
    .describe('Only events of these sessions.'),
  types: queryList(EventTypeName, EVENT_TYPES.length).optional().describe('Only events of these types.'),
  limit: queryInt(1, EVENTS_MAX).optional().describe(`Maximum events on the page. Default: ${EVENTS_DEFAULT}.`),
  include: z
    .enum(['content'])
    .optional()
    .describe('Adds the exact messages to `message-appended` events, as `content`. Needs an app key.'),
  ticket: z
    .string()
    .optional()
    .describe('Single-use ticket from `POST /v1/tickets`, for clients that cannot set headers.'),
})

export const EventListReply = z
  .strictObject({
    events: z.array(EventReply),
    cursor: z.string().describe('Value of `after` for the next read, even if the list is empty.'),
  })
  .meta({ id: 'EventList' })
