import { invalidRequest } from '../../domain/errors.js'
import type { Json } from '../../domain/message.js'

/** Returns the messages of a body as values. */
export function messagesOf(body: Json): Json[] {
  const messages = body !== null && typeof body === 'object' && !Array.isArray(body) ? body.messages : undefined
  return Array.isArray(messages) ? messages : []
}

/** Throws invalid_request if `origins` and `messages` differ in length. */
export function requireOneOriginEach(body: { messages: unknown[]; origins?: unknown[] }): void {
  if (body.origins === undefined || body.origins.length === body.messages.length) return
  const expected = `${body.messages.length} items, one per message`
  throw invalidRequest('origins', expected, `${body.origins.length} items`)
}
