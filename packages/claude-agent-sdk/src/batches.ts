import type { SessionStoreEntry } from './contract.js'

/** Appends that the daemon accepts, and keys that a retry has again. */

/** Messages and bytes of one append: the daemon accepts 1,000 and 16 MiB. */
const BATCH_MAX = 500
const BATCH_BYTES = 8 * 1_048_576

/** Splits entries into appends that the daemon accepts. */
export function* batches(entries: readonly SessionStoreEntry[]): Generator<SessionStoreEntry[]> {
  let batch: SessionStoreEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    // Text of entries may be there twice: in the metadata and as a part.
    const size = JSON.stringify(entry).length * 2
    if (batch.length === BATCH_MAX || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(entry)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Returns a key that a retried append has again; undefined if the entries have no ids, since the same text may be
 * appended twice. */
export async function keyOf(batch: readonly SessionStoreEntry[]): Promise<string | undefined> {
  return batch.every(({ uuid }) => uuid !== undefined) ? sha256(JSON.stringify(batch)) : undefined
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
