import { parseMessage } from '../../domain/formats/index.js'
import type { Frame, Json, StoredMessage } from '../../domain/message.js'
import { frameOf, outlineOf, OUTLINE_FROM, type Source } from '../../domain/context/shortened.js'

/** Creates frames and outlines at read time for messages that were stored without them. */

/** Returns the message with its outline as text, or unchanged if an outline would save little. */
export function outlined(message: StoredMessage, partChars?: number): StoredMessage {
  if (message.raw.length < Math.min(OUTLINE_FROM, 2 * (partChars ?? OUTLINE_FROM))) return message
  const raw = outlineOf(sourceOf(message), partChars)
  return raw === null ? message : { ...message, raw }
}

export function framed(message: StoredMessage): Frame | null {
  return frameOf(sourceOf(message))
}

function sourceOf({ format, raw, seq }: StoredMessage): Source {
  const value: Json = JSON.parse(raw)
  return { format, length: raw.length, value, parsed: parseMessage(format, value, `message ${seq}`) }
}
