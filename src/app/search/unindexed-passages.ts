import { passagesFrom, type IndexedPassage } from '../../domain/search/passages.js'
import { compute } from '../../threads/compute.js'
import { pauseWhenDue } from '../ports/pause.js'
import type { FoundPassage, Ports, SearchScope } from '../ports/ports.js'

/** Reads messages that are not in the index yet, so that a search also finds what was appended a moment ago. [R7] */

/** What one search reads at most. The index is usually a second behind. */
const SESSIONS = 10
const MESSAGES = 200
const BYTES = 1_048_576
/** Passages of one part. */
const PASSAGES = 400

export interface Unindexed {
  passages: (FoundPassage & Pick<IndexedPassage, 'terms'>)[]
  /** Messages that are not in the index. */
  waiting: number
  /** Those of them that were read, the newest of each session. */
  read: number
}

/** Returns the passages of messages that wait for the index, newest first, within bounds. */
export async function unindexedPassages({ store }: Pick<Ports, 'store'>, scope: SearchScope): Promise<Unindexed> {
  const sessions = await store.unindexed(scope, SESSIONS)
  const found: Unindexed = { passages: [], waiting: 0, read: 0 }
  let bytes = BYTES
  for (const { sessionId, indexedSeq, lastSeq } of sessions) {
    found.waiting += lastSeq - indexedSeq
    const limit = MESSAGES - found.read
    if (limit <= 0 || bytes <= 0) continue
    const range = { from: Math.max(indexedSeq + 1, lastSeq - limit + 1), to: lastSeq }
    for (const message of await store.history(sessionId, { ...range, limit, maxBytes: bytes, longest: BYTES })) {
      bytes -= message.raw.length
      found.read += 1
      const { format, raw, seq } = message
      for (const text of await compute('partTexts', raw.length, { format, raw, seq }))
        for (let from: number | null = 0, cut = 0; from !== null && cut < PASSAGES; cut++) {
          await pauseWhenDue()
          const { passages, next } = passagesFrom(text, from, 1)
          for (const passage of passages) found.passages.push({ ...passage, sessionId, seq })
          from = next
        }
    }
  }
  return found
}
