import { compute } from '../../threads/compute.js'
import type { Frame, StoredMessage } from '../../domain/message.js'
import { OUTLINE_FROM } from '../../domain/context/shortened.js'

/** Creates frames and outlines at read time for messages that were stored without them. */

/** Returns the message with its outline as text, or unchanged if an outline would save little. */
export async function outlined(message: StoredMessage, partChars?: number): Promise<StoredMessage> {
  if (message.raw.length < Math.min(OUTLINE_FROM, 2 * (partChars ?? OUTLINE_FROM))) return message
  // Words are kept whole: a message of nothing else is not parsed to find that out.
  if (message.shape.every(({ kind }) => kind === 'text' || kind === 'reasoning')) return message
  const raw = await compute('outline', message.raw.length, slim(message), partChars)
  return raw === null ? message : { ...message, raw }
}

export async function framed(message: StoredMessage): Promise<Frame | null> {
  if (!message.shape.some(({ kind }) => kind === 'tool_call' || kind === 'tool_result')) return null
  return compute('frame', message.raw.length, slim(message))
}

function slim({ format, raw, seq }: StoredMessage): Pick<StoredMessage, 'format' | 'raw' | 'seq'> {
  return { format, raw, seq }
}
