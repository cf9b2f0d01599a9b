import type { Json } from '../../domain/message.js'
import { MAX_DEPTH } from '../../domain/json/json.js'
import { readJson } from '../../domain/json/json-reader.js'
import { objectText } from '../answers/json-text.js'

/** Changes members of an object and leaves the text of all others as it was received. */

export interface ExactObject {
  value: Json
  /** Exact text of the members, in order. */
  members: Map<string, string>
  /** Exact text of the elements of a member that is an array. */
  elements(key: string): string[]
}

const LIMITS = { depth: MAX_DEPTH, nodes: 1_000_000 }

/** Returns null for a text that is no JSON or nested too deep. */
export function exactObject(text: string): ExactObject | null {
  const reading = readJson(text, LIMITS)
  if (reading.kind !== 'value') return null
  const { value, members } = reading
  const slice = ([from, to]: readonly [number, number]) => text.slice(from, to)
  return {
    value,
    members: new Map([...members].map(([key, { at }]) => [key, slice(at)])),
    elements: (key) => members.get(key)?.elements.map(slice) ?? [],
  }
}

/** Returns the object with some members replaced, or removed (null). Returns the same text if none of them changes. */
export function withMembers(text: string, changes: Record<string, string | null>): string {
  const object = exactObject(text)
  if (!object) return text
  const changed = Object.entries(changes).filter(([key, to]) => (object.members.get(key) ?? null) !== to)
  if (changed.length === 0) return text
  return objectText({ ...Object.fromEntries(object.members), ...Object.fromEntries(changed) })
}
