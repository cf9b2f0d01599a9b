import { parseJson } from '../domain/formats/args.js'
import { isObject, MAX_DEPTH, typeName, type JsonObject } from '../domain/json/json.js'
import { depthOf } from '../domain/formats/slice.js'
import type { Skipped } from './conversation.js'

export interface LogLine {
  /** From 1. */
  line: number
  value: JsonObject
}

/** Returns the objects of a JSON Lines file. Ignores blank lines. Reports and skips lines that are not objects. */
export function readLines(text: string): { lines: LogLine[]; skipped: Skipped[] } {
  const lines: LogLine[] = []
  const skipped: Skipped[] = []
  text.split('\n').forEach((source, index) => {
    if (source.trim() === '') return
    const line = index + 1
    const value = depthOf(source) > MAX_DEPTH ? undefined : parseJson(source)
    if (isObject(value)) lines.push({ line, value })
    else if (value !== undefined) skipped.push({ line, reason: `expected an object, received ${typeName(value)}` })
    else
      skipped.push({ line, reason: depthOf(source) > MAX_DEPTH ? `nested deeper than ${MAX_DEPTH}` : 'invalid JSON' })
  })
  return { lines, skipped }
}
