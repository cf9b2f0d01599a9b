import type { Json } from '../message.js'
import { isObject, MAX_DEPTH, type JsonObject } from '../json/json.js'
import { readJson } from '../json/json-reader.js'
import { depthOf } from '../json/value-spans.js'

/** Converts arguments of tool calls. They are a JSON string in OpenAI's format and an object in the others; real logs
 * mix both. */

/** Longer strings, and strings with more values, stay strings: parsing them would block other requests. [13] */
const ARGUMENT_CHARS = 1_000_000
const ARGUMENT_NODES = 10_000
/** Shorter strings cannot contain too many values. */
const SHORT_CHARS = 32_768

/** Returns the arguments as an object if they are one or parse to one, else unchanged; `{}` for undefined. */
export function readArgs(value: Json | undefined): Json {
  if (value === undefined) return {}
  if (typeof value !== 'string') return value
  if (value.length > SHORT_CHARS) return longArgs(value)
  // A string nested deeper than bodies may be stays a string, so that copying or printing it cannot overflow the stack.
  if (depthOf(value) > MAX_DEPTH) return value
  const parsed = parseJson(value)
  return isObject(parsed) ? parsed : value
}

function longArgs(text: string): Json {
  if (text.length > ARGUMENT_CHARS || !text.trimStart().startsWith('{')) return text
  const reading = readJson(text, { depth: MAX_DEPTH, nodes: ARGUMENT_NODES })
  return reading.kind === 'value' && isObject(reading.value) ? reading.value : text
}

/** Returns arguments for formats that require a string. */
export function argsText(args: Json): string {
  return typeof args === 'string' ? args : JSON.stringify(args)
}

/** Returns arguments for formats that require an object. Wraps other values as `{input}`; blank text becomes `{}`. */
export function argsObject(args: Json): JsonObject {
  const read = readArgs(args)
  if (isObject(read)) return read
  if (read === null || (typeof read === 'string' && read.trim() === '')) return {}
  return { input: read }
}

/** Returns the parsed value, or undefined for invalid JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}
