import type { Json, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'
import { pause } from '../../ports/pause.js'

/** Parses stored messages without blocking the event loop. [T1] */

/** Characters read before other requests may run. */
const CHARS_PER_SLICE = 1_000_000

type Source = Pick<StoredMessage, 'format' | 'raw' | 'seq'>

/** Parses a stored message. */
export function readStored({ format, raw, seq }: Source): Promise<ParsedMessage> {
  return compute('readStored', raw.length, { format, raw, seq })
}

/** Returns the JSON value of a stored message. */
export function readRaw(raw: string): Promise<Json> {
  return compute('parseJson', raw.length, raw)
}

/** Parses messages one by one and collects the result of `take`. Lets other requests run meanwhile. */
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
    await pause()
    chars = 0
  }
  return taken
}
