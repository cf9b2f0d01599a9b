import type { PartPath } from '../message.js'
import { eachMember, elementSpans, type Span } from '../json/value-spans.js'

/** Returns the source text of the value at a path, such as one part of a message; null if there is none. */
export function sliceAt(text: string, path: PartPath): string | null {
  let value: string | null = text
  for (let at = 0; at < path.length && value !== null; at++) {
    const key = String(path[at])
    const index = path[at + 1]
    if (typeof index !== 'number') value = sliceValue(value, key)
    else {
      const elements: string[] = sliceArray(value, key)
      value = elements[index] ?? null
      at += 1
    }
  }
  return value
}

/** Returns the source text of each element of the top-level array `key`, without surrounding whitespace; empty if there
 * is no such array. `bodyText` must have passed JSON.parse. If the key repeats, the last value counts, as in
 * JSON.parse. */
export function sliceArray(text: string, key: string): string[] {
  const list = memberSpan(text, key)
  const elements = list === null ? [] : elementSpans(text, list.from)
  return elements.map(({ from, to }) => text.slice(from, to))
}

/** Returns the source text of the value of a top-level key; null if the key is absent. */
export function sliceValue(text: string, key: string): string | null {
  const value = memberSpan(text, key)
  return value === null ? null : text.slice(value.from, value.to)
}

/** If the key repeats, the last value counts. */
function memberSpan(text: string, key: string): Span | null {
  const spans: Span[] = []
  eachMember(text, (name, span) => {
    if (name === key) spans[0] = span
  })
  return spans[0] ?? null
}
