import { parseJson } from '../domain/formats/args.js'
import { isObject, MAX_DEPTH, typeName, type JsonObject } from '../domain/json/json.js'
import { depthOf } from '../domain/json/value-spans.js'
import { readJson } from '../domain/json/json-reader.js'
import type { Json } from '../domain/message.js'
import type { Skipped } from './conversation.js'

export interface LogLine {
  /** From 1. */
  line: number
  value: JsonObject
}

/** Returns the objects of a JSON Lines file, and the text of each. Ignores blank lines. Reports and skips lines that are
 * not objects. */
export function readLines(text: string): { lines: LogLine[]; skipped: Skipped[]; texts: Map<Json, string> } {
  const lines: LogLine[] = []
  const skipped: Skipped[] = []
  const texts = new Map<Json, string>()
  let line = 0
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const source = text.slice(from, to)
    from = to + 1
    line += 1
    if (source.trim() === '') continue
    const value = depthOf(source) > MAX_DEPTH ? undefined : parsed(source)
    if (isObject(value)) {
      lines.push({ line, value })
      texts.set(value, source.trim())
    } else if (value !== undefined) skipped.push({ line, reason: `expected an object, received ${typeName(value)}` })
    else
      skipped.push({ line, reason: depthOf(source) > MAX_DEPTH ? `nested deeper than ${MAX_DEPTH}` : 'invalid JSON' })
  }
  return { lines, skipped, texts }
}

/** Longer texts may have too many values. */
const FEW_NODES_CHARS = 131_072
const LIMITS = { depth: MAX_DEPTH, nodes: 10_000_000 }

/** Returns the value of a JSON text; undefined if it is none, or nested too deep. */
export function parsed(text: string): Json | undefined {
  if (text.length <= FEW_NODES_CHARS) return parseJson(text)
  const reading = readJson(text, LIMITS)
  return reading.kind === 'value' ? reading.value : undefined
}
