import { DomainError } from '../../domain/errors.js'
import type { Json } from '../../domain/message.js'

/** The messages of a body, as values. */
export function messagesOf(body: Json): Json[] {
  const messages = body !== null && typeof body === 'object' && !Array.isArray(body) ? body.messages : undefined
  return Array.isArray(messages) ? messages : []
}

/** Throws invalid_request when there is not one origin beside each message. */
export function requireOneOriginEach(body: { messages: unknown[]; origins?: unknown[] }): void {
  if (body.origins === undefined || body.origins.length === body.messages.length) return
  const fault = {
    path: 'origins',
    expected: `one for each of the ${body.messages.length} messages`,
    received: String(body.origins.length),
  }
  throw new DomainError('invalid_request', `origins: expected ${fault.expected}, received ${fault.received}.`, {}, [
    fault,
  ])
}
