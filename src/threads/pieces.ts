import { deserialize, serialize } from 'node:v8'
import { pauseWhenDue } from '../ports/pause.js'

/** Copies long lists to threads in pieces: to copy a body of 250,000 values at once holds the event loop for up to 50 ms. [T1] */

/** A value whose long lists are apart. Plain data. */
export interface InPieces {
  value: unknown
  /** Each list as serialized pieces, in order. */
  lists: Uint8Array[][]
}

/** Elements of a piece. */
const TOGETHER = 200
/** How deep lists are looked for: among the arguments, in members of an argument, in members of those. Values of one message are deeper. */
const DEPTH = 3
/** Names the place of a list. No member of JSON that we read at this depth has this name. */
const MARK = '\u0000list'

/** Takes a value apart with pauses: for the event loop. */
export async function inPiecesWithPauses(given: unknown): Promise<InPieces> {
  const lists: (readonly unknown[])[] = []
  const made: InPieces = { value: withoutLists(given, DEPTH, lists), lists: [] }
  for (const list of lists) {
    const pieces: Uint8Array[] = []
    for (const piece of piecesOf(list)) {
      await pauseWhenDue()
      pieces.push(serialize(piece))
    }
    made.lists.push(pieces)
  }
  return made
}

/** Puts a value together at once: for threads. */
export function whole({ value, lists }: InPieces): unknown {
  return withLists(
    value,
    DEPTH,
    lists.map((pieces) => pieces.flatMap((piece) => deserialize(piece) as unknown[])),
  )
}

function piecesOf(list: readonly unknown[]): (readonly unknown[])[] {
  const pieces: (readonly unknown[])[] = []
  for (let from = 0; from < list.length; from += TOGETHER) pieces.push(list.slice(from, from + TOGETHER))
  return pieces
}

function withoutLists(value: unknown, depth: number, lists: (readonly unknown[])[]): unknown {
  if (Array.isArray(value) && value.length > TOGETHER) return { [MARK]: lists.push(value) - 1 }
  return mapInner(value, depth, (inner) => withoutLists(inner, depth - 1, lists))
}

function withLists(value: unknown, depth: number, lists: readonly unknown[][]): unknown {
  const at = isPlain(value) ? value[MARK] : undefined
  if (typeof at === 'number') return lists[at]
  return mapInner(value, depth, (inner) => withLists(inner, depth - 1, lists))
}

/** Maps the elements or members of a value; at depth 0, and for a value with very many members, returns it as it is. */
function mapInner(value: unknown, depth: number, map: (inner: unknown) => unknown): unknown {
  if (depth === 0) return value
  if (Array.isArray(value)) return value.map(map)
  if (!isPlain(value)) return value
  const members = Object.entries(value)
  // fromEntries defines its keys, so that a key named __proto__ stays a key.
  return members.length > TOGETHER ? value : Object.fromEntries(members.map(([key, inner]) => [key, map(inner)]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
