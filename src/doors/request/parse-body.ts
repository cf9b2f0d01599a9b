import { isUtf8 } from 'node:buffer'
import { invalidRequest } from '../../domain/errors.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Span } from '../../domain/json/value-spans.js'
import type { Json } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'
import { SHORT_BODY_BYTES } from '../../threads/read-body.js'
import type { Members } from '../protocol.js'
import { bodySpans } from '../../domain/json/body-spans.js'

/** A request body whose list of messages is known element by element. All offsets are bytes. */
export interface ParsedBody {
  bytes: Buffer
  /** The list with its brackets; for a list that is a text, the text. */
  list: Span
  elements: Span[]
  /** Parsed elements from `firstParsed` on; earlier ones are the same bytes as in an earlier request. */
  values: Json[]
  firstParsed: number
  /** Members before the list, which an identical beginning shares. */
  head: Map<string, Span>
  /** Values of all members except the list. */
  others: JsonObject
  spans: Map<string, Span>
  /** The message for a list that is a text, as JSON text; null: the list is an array. */
  textMessage: string | null
}

/** Returns the exact text of each element, as a list of messages has it. */
export function elementTexts({ bytes, elements, textMessage }: ParsedBody): string[] {
  return textMessage === null ? elements.map(({ from, to }) => bytes.toString('utf8', from, to)) : [textMessage]
}

/** Returns the exact text of one element. */
export function elementText({ bytes, elements, textMessage }: ParsedBody, index: number): string {
  if (textMessage !== null) return textMessage
  const { from, to } = elements[index]!
  return bytes.toString('utf8', from, to)
}

/** Parses a whole body. Throws invalid_request, body_too_large.
 * @param readText returns the message for a list that is a text; absent: refused */
export async function parseBody(bytes: Buffer, list: string, readText?: (text: string) => string): Promise<ParsedBody> {
  const { value, members, elements } = await compute('readDoorBody', bytes.length, bytes, list)
  if (!isObject(value)) throw invalidRequest('body', 'a JSON object', Array.isArray(value) ? 'an array' : typeof value)
  const given = value[list]
  const { [list]: _, ...others } = value
  const span = members.get(list)
  const textMessage = typeof given === 'string' && readText ? readText(given) : null
  if (!span || (!Array.isArray(given) && textMessage === null))
    throw invalidRequest(list, 'an array of messages', given === undefined ? 'nothing' : typeof given)
  const head = new Map([...members].filter(([, { to }]) => to <= span.from))
  const values = Array.isArray(given) ? given : [JSON.parse(textMessage!) as Json]
  const shown = Array.isArray(given) ? elements : [span]
  return { bytes, list: span, elements: shown, values, firstParsed: 0, head, others, spans: members, textMessage }
}

/** Parses what follows the first `count` elements of a body that begins like an earlier one. Returns null if the rest is
 * not what it seems; the caller then parses the whole body. */
export function parseRest(bytes: Buffer, earlier: ParsedBody, list: string, count: number): ParsedBody | null {
  const restFrom = earlier.elements[count - 1]!.to
  // Long bodies are parsed whole, in a thread.
  if (bytes.length - restFrom > SHORT_BODY_BYTES) return null
  const opening = `{${JSON.stringify(list)}:[0`
  // Refused when the whole body is parsed.
  if (!isUtf8(bytes.subarray(restFrom))) return null
  const shift = restFrom - Buffer.byteLength(opening)
  const rest = Buffer.concat([Buffer.from(opening), bytes.subarray(restFrom)])
  try {
    const value: Json = JSON.parse(rest.toString('utf8'))
    if (!isObject(value)) return null
    const given = value[list]
    if (!Array.isArray(given) || given[0] !== 0) return null
    const { members, elements } = bodySpans(rest.toString('latin1'), list)
    const moved = ({ from, to }: Span): Span => ({ from: from + shift, to: to + shift })
    const { [list]: _, ...tail } = value
    const others: JsonObject = { ...tail }
    const spans = new Map<string, Span>([...earlier.head, ...[...members].map(([k, s]) => [k, moved(s)] as const)])
    for (const key of earlier.head.keys()) if (!members.has(key)) others[key] = earlier.others[key] ?? null
    const span = { from: earlier.list.from, to: members.get(list)!.to + shift }
    spans.set(list, span)
    return {
      ...{ bytes, list: span, values: given.slice(1), firstParsed: count, head: earlier.head, others, spans },
      textMessage: null,
      elements: [...earlier.elements.slice(0, count), ...elements.slice(1).map(moved)],
    }
  } catch {
    return null
  }
}

export function membersOf({ bytes, others, spans }: ParsedBody): Members {
  return {
    value: (key) => (Object.hasOwn(others, key) ? others[key] : undefined),
    text: (key) => {
      const span = spans.get(key)
      return span && Object.hasOwn(others, key) ? bytes.toString('utf8', span.from, span.to) : null
    },
  }
}
