import { parseMessage, parseSteps } from '../../domain/formats/index.js'
import type { Json, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { inSteps, nextSlice } from '../ports/in-steps.js'

/** Parses stored messages without blocking the event loop. [T1] */

/** Characters read before other requests may run. */
const CHARS_PER_SLICE = 1_000_000

type Source = Pick<StoredMessage, 'format' | 'raw' | 'seq'>

/** Parses a stored message. */
export async function readStored({ format, raw, seq }: Source): Promise<ParsedMessage> {
  return parseMessage(format, await readRaw(raw), `message ${seq}`)
}

/** Returns the JSON value of a stored message. */
export function readRaw(raw: string): Promise<Json> {
  return inSteps(parseSteps(raw))
}

/** Parses messages one by one and collects the result of `take`. Yields to the event loop between slices. */
export async function eachStored<M extends Source, T>(
  messages: readonly M[],
  take: (message: M, parsed: ParsedMessage) => T,
): Promise<T[]> {
  const taken: T[] = []
  let chars = 0
  for (const message of messages) {
    taken.push(take(message, await readStored(message)))
    chars += message.raw.length
    if (chars < CHARS_PER_SLICE) continue
    await nextSlice()
    chars = 0
  }
  return taken
}
