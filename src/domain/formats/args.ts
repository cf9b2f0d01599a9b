import type { Json } from '../message.js'
import { isObject, MAX_DEPTH, type JsonObject } from './json.js'
import { finish } from '../steps.js'
import { readJson } from './json-reader.js'
import { depthOf } from './slice.js'

/** Arguments of tool calls: a JSON string in OpenAI's format, an object in the others, either of them in real logs. */

/** Longer strings stay strings, and so do those of more values: reading them would hold up other requests. [13] */
const ARGUMENT_CHARS = 1_000_000
const ARGUMENT_NODES = 20_000
/** Shorter ones cannot hold too many values. */
const SHORT_CHARS = 32_768

/** As an object where they are or parse to one; else what came. Nothing given is no arguments. */
export function readArgs(value: Json | undefined): Json {
  if (value === undefined) return {}
  if (typeof value !== 'string') return value
  if (value.length > SHORT_CHARS) return longArgs(value)
  // Deeper than bodies may nest, the string stays a string: whoever copies or prints it must not run out of stack.
  if (depthOf(value) > MAX_DEPTH) return value
  const parsed = parseJson(value)
  return isObject(parsed) ? parsed : value
}

function longArgs(text: string): Json {
  if (text.length > ARGUMENT_CHARS || !/^\s*\{/.test(text)) return text
  const reading = finish(readJson(text, { depth: MAX_DEPTH, nodes: ARGUMENT_NODES }))
  return reading.kind === 'value' && isObject(reading.value) ? reading.value : text
}

/** For formats that want a string. */
export function argsText(args: Json): string {
  return typeof args === 'string' ? args : JSON.stringify(args)
}

/** For formats that want an object: what is none is wrapped as `{input}`, blank text is `{}`. */
export function argsObject(args: Json): JsonObject {
  const read = readArgs(args)
  if (isObject(read)) return read
  if (read === null || (typeof read === 'string' && read.trim() === '')) return {}
  return { input: read }
}

/** The value, or undefined for text that is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    const parsed: Json = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}
