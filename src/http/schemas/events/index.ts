import { z } from 'zod'
import { EVENT_TYPES, type EventType } from '../../../domain/event.js'
import { Id, Timestamp } from '../common.js'
import { compressionEvents } from './compression.js'
import { contextEvents } from './context.js'
import type { EventDoc } from './event-doc.js'
import { goalEvents } from './goal.js'
import { modelEvents } from './model.js'
import { sessionEvents } from './session.js'

/** Every event type with its schema. The compiler reports a type that is missing or whose schema differs from `EventData`. */
export const EVENT_DOCS: { [T in EventType]: EventDoc<T> } = {
  ...sessionEvents,
  ...compressionEvents,
  ...contextEvents,
  ...goalEvents,
  ...modelEvents,
}

function eventSchema<T extends EventType>(type: T) {
  return z
    .strictObject({
      cursor: z.string().meta({ description: 'Opaque position in the log.' }),
      id: Id,
      type: z.literal(type),
      appId: Id.meta({ description: '`*` in events about the service itself, which every app receives.' }),
      sessionId: Id.nullable(),
      seq: z.int().meta({ description: '1, 2, 3 … in the session, without gaps; 0 in events about the service.' }),
      at: Timestamp,
      data: EVENT_DOCS[type].data,
    })
    .meta({ id: schemaName(type), description: EVENT_DOCS[type].when })
}

const [first, ...others] = EVENT_TYPES.map((type) => eventSchema(type))
/** Any event. `type` decides the shape of `data`. */
export const EventReply = z.discriminatedUnion('type', [first!, ...others]).meta({ id: 'Event' })

/** `budget-updated` → `BudgetUpdatedEvent`. */
function schemaName(type: EventType): string {
  return `${type.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())}Event`
}
