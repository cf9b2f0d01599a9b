import { deserialize, serialize } from 'node:v8'
import { pauseWhenDue } from '../ports/pause.js'
import { textTable, textsOf, type TextTable } from './result-texts.js'

/** Copies results from threads to the event loop in pieces, and each long text once. To copy a body of 250,000 values, or an object of
 * 100,000 members, holds the event loop for 50 ms and more if it is done at once. [T1] */

/** A result whose large containers and long texts are apart. Plain data. */
export interface Apart {
  value: unknown
  /** What belongs where, inner places before outer ones. */
  places: Place[]
  texts: TextTable
}

/** Names of members, indexes, and keys of maps, from the outermost value on. */
type Path = readonly unknown[]
type Kind = 'list' | 'object' | 'map'
/** Pieces are serialized lists: of elements, or of names with their values. */
type Place = { path: Path; kind: Kind; pieces: Uint8Array[] } | { path: Path; text: number }

/** Values of a piece, read in 1 ms at most. */
const TOGETHER = 1_000
/** Characters of a text that is copied once, however often it is in the result. */
const LONG_TEXT = 65_536

interface Taken {
  value: unknown
  /** Values in it that are not apart. */
  weight: number
}

/** Takes a result apart. Changes nothing in it. */
export function takeApart(given: unknown): Apart {
  const places: Place[] = []
  const texts: string[] = []
  const indexes = new Map<string, number>()
  const indexOf = (text: string): number => {
    const index = indexes.get(text) ?? texts.push(text) - 1
    indexes.set(text, index)
    return index
  }
  const take = (value: unknown, path: Path): Taken => {
    if (typeof value === 'string' && value.length >= LONG_TEXT) {
      places.push({ path, text: indexOf(value) })
      return { value: '', weight: 1 }
    }
    const kind = kindOf(value)
    if (kind === null) return { value, weight: 1 }
    const before = entriesOf(value, kind)
    const taken = before.map(([key, inner]) => take(inner, [...path, key]))
    const weight = taken.reduce((sum, one) => sum + one.weight, 1)
    const isChanged = taken.some((one, at) => one.value !== before[at]![1])
    if (weight <= TOGETHER && !isChanged) return { value, weight }
    const entries = taken.map((one, at): Entry => [before[at]![0], one.value])
    if (weight <= TOGETHER) return { value: filled(empty(kind), entries), weight }
    places.push({ path, kind, pieces: piecesOf(kind, entries, taken) })
    return { value: empty(kind), weight: 1 }
  }
  const { value } = take(given, [])
  return { value, places, texts: textTable(texts) }
}

/** Puts a result together, with pauses: for the event loop. */
export async function putTogether({ value, places, texts }: Apart): Promise<unknown> {
  const known = textsOf(texts)
  let root = value
  for (const place of places.toReversed()) {
    const found = 'text' in place ? known[place.text] : await joined(place.kind, place.pieces)
    root = place.path.length === 0 ? found : withInner(root, place.path, found)
  }
  return root
}

type Entry = readonly [key: unknown, value: unknown]

function kindOf(value: unknown): Kind | null {
  if (Array.isArray(value)) return 'list'
  if (value instanceof Map) return 'map'
  if (typeof value !== 'object' || value === null) return null
  return Object.getPrototypeOf(value) === Object.prototype ? 'object' : null
}

function entriesOf(value: unknown, kind: Kind): Entry[] {
  if (kind === 'map') return [...(value as Map<unknown, unknown>)]
  return kind === 'list' ? (value as unknown[]).map((inner, at) => [at, inner]) : Object.entries(value as object)
}

function empty(kind: Kind): object {
  return kind === 'list' ? [] : kind === 'map' ? new Map() : {}
}

function filled(container: object, entries: readonly Entry[]): object {
  for (const [key, value] of entries) setInner(container, key, value)
  return container
}

function piecesOf(kind: Kind, entries: readonly Entry[], taken: readonly Taken[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let piece: unknown[] = []
  let weight = 0
  for (const [at, entry] of entries.entries()) {
    piece.push(kind === 'list' ? entry[1] : entry)
    weight += taken[at]!.weight
    if (weight < TOGETHER) continue
    pieces.push(serialize(piece))
    piece = []
    weight = 0
  }
  return piece.length === 0 ? pieces : [...pieces, serialize(piece)]
}

async function joined(kind: Kind, pieces: readonly Uint8Array[]): Promise<object> {
  const container = empty(kind)
  for (const piece of pieces) {
    await pauseWhenDue()
    const read = deserialize(piece) as unknown[]
    if (Array.isArray(container)) for (const item of read) container.push(item)
    else filled(container, read as Entry[])
  }
  return container
}

function withInner(root: unknown, path: Path, value: unknown): unknown {
  const inner = path.slice(0, -1).reduce<unknown>((outer, key) => {
    return outer instanceof Map ? outer.get(key) : (outer as Record<PropertyKey, unknown>)[key as PropertyKey]
  }, root)
  setInner(inner as object, path.at(-1), value)
  return root
}

function setInner(container: object, key: unknown, value: unknown): void {
  if (container instanceof Map) container.set(key, value)
  // Assigned, this name would set the prototype.
  else if (key === '__proto__')
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
  else (container as Record<PropertyKey, unknown>)[key as PropertyKey] = value
}
