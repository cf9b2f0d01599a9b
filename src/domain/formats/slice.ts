import type { PartPath } from '../message.js'
import { finish, type Steps } from '../steps.js'
import { eachMember, elementSpans, type Span } from './value-spans.js'

/** Extracts exact source text from a JSON body. History returns messages byte for byte, and a parsed value cannot
 * reproduce numeric key order, duplicate keys, big numbers and escapes. All functions take one pass without recursion
 * over up to 16 MiB of text. */

/** Returns the source text of each element of the top-level array `key`, without surrounding whitespace; empty if there
 * is no such array. `bodyText` must have passed JSON.parse. If the key repeats, the last value counts, as in
 * JSON.parse. */
export function sliceArray(bodyText: string, key: string): string[] {
  return finish(arraySteps(bodyText, key))
}

/** Returns the source text of the value of a top-level key; null if the key is absent. */
export function sliceValue(bodyText: string, key: string): string | null {
  return finish(valueSteps(bodyText, key))
}

/** Returns the source text of the value at a path, such as one part of a message; null if there is none. */
export function* sliceAtSteps(text: string, path: PartPath): Steps<string | null> {
  let value: string | null = text
  for (let at = 0; at < path.length && value !== null; at++) {
    const key = String(path[at])
    const index = path[at + 1]
    if (typeof index !== 'number') value = yield* valueSteps(value, key)
    else {
      const elements: string[] = yield* arraySteps(value, key)
      value = elements[index] ?? null
      at += 1
    }
  }
  return value
}

/** As `sliceArray`, in steps. */
export function* arraySteps(text: string, key: string): Steps<string[]> {
  const list = yield* memberSpan(text, key)
  const elements = list === null ? [] : yield* elementSpans(text, list.from)
  return elements.map(({ from, to }) => text.slice(from, to))
}

/** As `sliceValue`, in steps. */
export function* valueSteps(text: string, key: string): Steps<string | null> {
  const value = yield* memberSpan(text, key)
  return value === null ? null : text.slice(value.from, value.to)
}

/** If the key repeats, the last value counts. */
function* memberSpan(text: string, key: string): Steps<Span | null> {
  const spans: Span[] = []
  yield* eachMember(text, (name, span) => {
    if (name === key) spans[0] = span
  })
  return spans[0] ?? null
}
