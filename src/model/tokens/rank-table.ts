import { isUtf8 } from 'node:buffer'

/** The ranks of the encoding in 5 MB that all threads of a process share. The library's own take 45 MB in each thread, and 0.3 s to load. */

/** Shared memory, in three regions: rank + 1 for each slot of a hash table (0: empty), where the bytes of each rank start, and those bytes. */
export interface RankTable {
  slots: Int32Array<SharedArrayBuffer>
  starts: Uint32Array<SharedArrayBuffer>
  bytes: Uint8Array<SharedArrayBuffer>
}

/** Slots of the hash table for each rank, at least. */
const SLOTS_PER_RANK = 2
/** Ranks entered before the event loop may turn. */
const TOGETHER = 2_000

/** Enters the ranks, given as texts or as bytes where they are no valid UTF-8. Holes are unused ranks.
 * @param pause lets other work run between pieces of 1 ms */
export async function rankTable(
  ranks: readonly (string | readonly number[] | undefined)[],
  pause: () => Promise<void>,
): Promise<RankTable> {
  const starts = new Uint32Array(new SharedArrayBuffer((ranks.length + 1) * Uint32Array.BYTES_PER_ELEMENT))
  // A character takes three bytes at most.
  let most = 0
  for (const entry of ranks) most += typeof entry === 'string' ? 3 * entry.length : (entry?.length ?? 0)
  const written = Buffer.alloc(most)
  const size = 2 ** Math.ceil(Math.log2(ranks.length * SLOTS_PER_RANK))
  const slots = new Int32Array(new SharedArrayBuffer(size * Int32Array.BYTES_PER_ELEMENT))
  for (let rank = 0; rank < ranks.length; rank++) {
    if (rank % TOGETHER === 0) await pause()
    const entry = ranks[rank] ?? ''
    const from = starts[rank]!
    if (typeof entry === 'string') starts[rank + 1] = from + written.write(entry, from)
    else {
      written.set(entry, from)
      starts[rank + 1] = from + entry.length
    }
    const to = starts[rank + 1]!
    // The library never finds bytes that it could have as a text: they begin with a byte order mark.
    if (from === to || (typeof entry !== 'string' && isUtf8(written.subarray(from, to)))) continue
    let slot = hashOf(written, from, to) & (size - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1)
    slots[slot] = rank + 1
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(starts[ranks.length]!))
  bytes.set(written.subarray(0, bytes.length))
  return { slots, starts, bytes }
}

/** Returns the rank of the bytes; null if they are no token. */
export function rankOf({ slots, starts, bytes }: RankTable, text: Uint8Array, from: number, to: number): number | null {
  const mask = slots.length - 1
  for (let slot = hashOf(text, from, to) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const rank = slots[slot]! - 1
    const start = starts[rank]!
    if (starts[rank + 1]! - start !== to - from) continue
    let at = from
    while (at < to && bytes[start + at - from] === text[at]) at += 1
    if (at === to) return rank
  }
  return null
}

/** FNV-1a, of 32 bits, with its high bits mixed into the low ones. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash ^ (hash >>> 15)
}
