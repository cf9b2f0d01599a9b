import type { Field } from './json-spans.js'

/** Consecutive fields with the same short value share a line: `reactions.{+1, -1, heart}: 0`. [D2] */

/** Fewer fields have a line each. */
const MIN_FIELDS = 3
/** Source characters of a shared value. */
const MAX_VALUE_CHARACTERS = 20

/** Returns the fields in order, those that share a line together. */
export function alikeFields(text: string, fields: readonly Field[]): Field[][] {
  const groups: Field[][] = []
  let shared: string | null = null
  for (const field of fields) {
    const value = shortValue(text, field)
    if (value !== null && value === shared) groups.at(-1)!.push(field)
    else groups.push([field])
    shared = value
  }
  return groups.flatMap((group) => (group.length < MIN_FIELDS ? group.map((field) => [field]) : [group]))
}

/** Returns the kind and the source text of a short value; null for other values. */
function shortValue(text: string, { value }: Field): string | null {
  if (value.kind !== 'text' && value.kind !== 'scalar') return null
  return value.to - value.from <= MAX_VALUE_CHARACTERS ? `${value.kind} ${text.slice(value.from, value.to)}` : null
}
