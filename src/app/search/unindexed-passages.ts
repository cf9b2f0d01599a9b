import type { SeqRange } from '../../domain/message.js'
import { rangesInclude } from '../../domain/ranges.js'
import { passagesFrom, type IndexedPassage } from '../../domain/search/passages.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { FoundPassage, Ports, RecallSources, SearchScope } from '../../ports/ports.js'
import { compute } from '../../threads/compute.js'

/** What one search reads at most of the messages that are not in the index yet, which is usually a second behind. [R7] */
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
export async function unindexedPassages(
  { store }: Pick<Ports, 'store'>,
  scope: SearchScope,
  shared: RecallSources['shared'],
): Promise<Unindexed> {
  const [sessions, elsewhere] = await Promise.all([
    store.unindexed(scope, SESSIONS),
    indexedElsewhere({ store }, scope, shared),
  ])
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
      if (rangesInclude(elsewhere, seq)) continue
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

/** Returns which of the shared messages the index has under the session that they come from. */
async function indexedElsewhere(
  { store }: Pick<Ports, 'store'>,
  { appId }: SearchScope,
  shared: RecallSources['shared'],
): Promise<SeqRange[]> {
  const ranges = shared.map(async ({ sessionId, seqs }) => {
    const [waiting] = await store.unindexed({ appId, sessionId }, 1)
    const last = waiting?.indexedSeq ?? Infinity
    return seqs.filter(({ from }) => from <= last).map(({ from, to }) => ({ from, to: Math.min(to, last) }))
  })
  return (await Promise.all(ranges)).flat()
}
