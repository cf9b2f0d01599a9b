import { z } from 'zod'
import { EVENT_TYPES } from '../../domain/event.js'
import { queryInt, queryList } from './common.js'
import { EventReply } from './events/index.js'

/** Most events one read gives. */
export const EVENTS_MAX = 500
export const EVENTS_DEFAULT = 100
/** Most sessions a filter may name. */
export const FILTER_SESSIONS_MAX = 100

export const EventTypeName = z.enum(EVENT_TYPES)
export const EventCursor = z.string().regex(/^[\w.:-]{1,64}$/, 'a cursor, or 0')

export const EventsQuery = z.strictObject({
  after: EventCursor.optional().meta({
    description: 'Give what came after this cursor; 0: all that is kept. A stream without it begins now.',
  }),
  sessionId: queryList(z.string().regex(/^[\w-]{1,64}$/, 'a session id'), FILTER_SESSIONS_MAX).optional(),
  types: queryList(EventTypeName, EVENT_TYPES.length).optional(),
  limit: queryInt(1, EVENTS_MAX).optional(),
  include: z.enum(['content']).optional().meta({
    description: 'Adds the exact messages to `message-appended` events, as `content`. Needs an app key.',
  }),
  ticket: z.string().optional().meta({ description: 'One-use key from POST /v1/tickets, where no header can be set.' }),
})

export const EventListReply = z
  .strictObject({
    events: z.array(EventReply),
    cursor: z.string().meta({ description: 'Pass it as `after` to go on, also when the list is empty.' }),
  })
  .meta({ id: 'EventList' })
