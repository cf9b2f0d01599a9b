import { z } from 'zod'
import { EVENT_TYPES, type EventType } from '../../../domain/event.js'
import { Id, Timestamp } from '../common.js'
import { compressionEvents } from './compression.js'
import { contextEvents } from './context.js'
import type { EventDoc } from './event-doc.js'
import { goalEvents } from './goal.js'
import { modelEvents } from './model.js'
import { sessionEvents } from './session.js'
import { timeEvents } from './time.js'

/** Schema of every event type. The compiler reports missing types and schemas that differ from `EventData`. */
export const EVENT_DOCS: { [T in EventType]: EventDoc<T> } = {
  ...sessionEvents,
  ...compressionEvents,
  ...contextEvents,
  ...goalEvents,
  ...timeEvents,
  ...modelEvents,
}

function eventSchema<T extends EventType>(type: T) {
  return z
    .strictObject({
      cursor: z.string().describe('Opaque position in the event log.'),
      id: Id,
      type: z.literal(type),
      appId: Id.describe('The app. `*` in events about the service itself, which every app receives.'),
      sessionId: Id.nullable(),
      seq: z
        .int()
        .describe('Number of the event in its session: 1, 2, 3 … without gaps. 0 in events about the service.'),
      at: Timestamp,
      data: EVENT_DOCS[type].data,
    })
    .meta({ id: schemaName(type), description: EVENT_DOCS[type].when })
}

const [first, ...others] = EVENT_TYPES.map((type) => eventSchema(type))
/** Schema of any event. `type` determines the schema of `data`. */
export const EventReply = z.discriminatedUnion('type', [first!, ...others]).meta({ id: 'Event' })

/** Schema name of an event type: `budget-updated` → `BudgetUpdatedEvent`. */
function schemaName(type: EventType): string {
  const words = type.split('-')
  return `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Event`
}
