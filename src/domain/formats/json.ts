import type { Json } from '../message.js'

export type JsonObject = { [key: string]: Json }

/** Nesting that bodies and call arguments may have; deeper text is refused, or stays a string. [13] */
export const MAX_DEPTH = 64

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What came, in the words of a fault. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** First of the values that is a string. */
export function firstString(...values: (Json | undefined)[]): string | undefined {
  return values.find((value) => typeof value === 'string')
}

/** A copy that may be written to; the strings are shared. Depth is bounded by the caller. */
export function copyJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyJson)
  // fromEntries defines its keys, so that a key named __proto__ stays a key.
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyJson(inner)]))
    : value
}
