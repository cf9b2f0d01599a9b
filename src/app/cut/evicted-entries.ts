import { ledgerSteps, type LedgerEntry } from '../../domain/ledger/ledger.js'
import type { StoredMessage } from '../../domain/message.js'
import { isBeside } from '../../domain/context/pairing.js'
import type { HistoryPageRequest } from '../ports/ports.js'
import { inSteps, nextSlice } from '../ports/in-steps.js'
import { evictedSource, type Eviction } from '../shared/evicted-source.js'
import { pagesOf } from '../shared/message-pages.js'

/** Characters read before the event loop serves other requests. */
const CHARACTERS_PER_SLICE = 262_144

/** Returns the ledger entries of everything that leaves the context, read page by page. [C9] */
export async function evictedEntries(
  outlines: (page: HistoryPageRequest) => Promise<StoredMessage[]>,
  eviction: Eviction,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let waiting: StoredMessage[] = []
  let characters = 0
  const take = async () => {
    for (const entry of await inSteps(ledgerSteps(await evictedSource(waiting, eviction)))) entries.push(entry)
    waiting = []
    characters = 0
  }
  for await (const page of pagesOf(outlines, [...eviction.seqs, ...eviction.parts.map(({ seq }) => seq)])) {
    for (const message of page) {
      // A call is read together with the results beside it, which may be on the next page.
      if (characters > CHARACTERS_PER_SLICE && !message.shape.some(isBeside)) {
        await take()
        await nextSlice()
      }
      waiting.push(message)
      characters += message.raw.length
    }
  }
  await take()
  return entries
}
