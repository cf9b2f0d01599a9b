import { z } from 'zod'
import { EVENT_TYPES } from '../../domain/event.js'
import { Id, queryInt, queryList, Timestamp } from './common.js'

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
  ticket: z.string().optional().meta({ description: 'One-use key from POST /v1/tickets, where no header can be set.' }),
})

export const EventReply = z
  .strictObject({
    cursor: z.string(),
    id: Id,
    type: EventTypeName,
    appId: Id.meta({ description: '`*` in events of the service itself, which every app hears.' }),
    sessionId: Id.nullable(),
    seq: z.int().meta({ description: '1, 2, 3 … in the session, without gaps; 0 in events of the service itself.' }),
    at: Timestamp,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' })
export const EventListReply = z
  .strictObject({
    events: z.array(EventReply),
    cursor: z.string().meta({ description: 'Pass it as `after` to go on, also when the list is empty.' }),
  })
  .meta({ id: 'EventList' })
