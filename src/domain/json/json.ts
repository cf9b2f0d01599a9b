import type { Json } from '../message.js'

export type JsonObject = { [key: string]: Json }

/** Maximum nesting of bodies and call arguments. Deeper bodies are rejected; deeper arguments stay a string. [13] */
export const MAX_DEPTH = 64

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value of unknown origin is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the name of the value's type, for faults. */
export function typeName(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Returns the first value that is a string. */
export function firstString(...values: (Json | undefined)[]): string | undefined {
  return values.find((value) => typeof value === 'string')
}

/** Returns the value of a JSON text that passed the limits of a body. Throws SyntaxError. */
export function parseStored(text: string): Json {
  const value: Json = JSON.parse(text)
  return value
}

/** Returns a mutable deep copy. Recursive: the caller must bound the depth. */
export function copyJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyJson)
  // fromEntries defines its keys, so that a key named __proto__ stays a key.
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyJson(inner)]))
    : value
}
