import { z } from 'zod'
import type { EventData } from '../../../domain/event-data.js'
import type { EventType } from '../../../domain/event.js'

/** Documentation of an event type, published in openapi.yaml and docs/events.md. */
export type EventDoc<T extends EventType> = DataDoc<EventData[T]>

/** Documentation of some of the event types. */
export type EventDocs = { [T in EventType]?: EventDoc<T> }

interface DataDoc<D> {
  /** When the event is emitted, in one or two sentences. */
  when: string
  data: z.ZodType<D>
  example: D
}

/** Number of a message in its session: 1, 2, 3 … */
export const Seq = z.int().min(0)
export const Share = z.number().min(0).max(1)
