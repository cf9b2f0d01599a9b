import { parseMessage, readJson } from '../../domain/formats/index.js'
import type { Json, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { inSteps, nextSlice } from '../ports/in-steps.js'

/** Parses stored messages without blocking the event loop. [T1] */

/** Texts up to this many characters are parsed in one call, in about 1 ms. */
const AT_ONCE_CHARS = 262_144
/** Stored messages passed every limit when the client sent them. */
const NO_LIMITS = { depth: Infinity, nodes: Infinity }
/** Characters read before other requests may run. */
const CHARS_PER_SLICE = 1_000_000

type Source = Pick<StoredMessage, 'format' | 'raw' | 'seq'>

/** Parses a stored message. */
export async function readStored({ format, raw, seq }: Source): Promise<ParsedMessage> {
  return parseMessage(format, await readRaw(raw), `message ${seq}`)
}

/** Returns the JSON value of a stored message. */
export async function readRaw(raw: string): Promise<Json> {
  if (raw.length <= AT_ONCE_CHARS) return JSON.parse(raw)
  const reading = await inSteps(readJson(raw, NO_LIMITS))
  if (reading.kind !== 'value') throw new Error(`A stored message is not valid JSON: ${reading.kind}.`)
  return reading.value
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
