import type { LedgerEntry } from '../../domain/ledger/ledger.js'
import type { StoredMessage } from '../../domain/message.js'
import { isBeside } from '../../domain/context/pairing.js'
import type { HistoryPageRequest } from '../ports/ports.js'
import { sourceChars } from '../../domain/source/source.js'
import { compute } from '../../threads/compute.js'
import { evictedSource, type Eviction } from '../shared/evicted-source.js'
import { pagesOf } from '../shared/message-pages.js'

/** Characters read together. */
const CHARACTERS_TOGETHER = 262_144

/** Returns the ledger entries of everything that leaves the context, read page by page. [C9] */
export async function evictedEntries(
  outlines: (page: HistoryPageRequest) => Promise<StoredMessage[]>,
  eviction: Eviction,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let waiting: StoredMessage[] = []
  let characters = 0
  const take = async () => {
    const source = await evictedSource(waiting, eviction)
    for (const entry of await compute('ledgerEntriesOf', sourceChars(source), source)) entries.push(entry)
    waiting = []
    characters = 0
  }
  for await (const page of pagesOf(outlines, [...eviction.seqs, ...eviction.parts.map(({ seq }) => seq)])) {
    for (const message of page) {
      // A call is read together with the results beside it, which may be on the next page.
      if (characters > CHARACTERS_TOGETHER && !message.shape.some(isBeside)) await take()
      waiting.push(message)
      characters += message.raw.length
    }
  }
  await take()
  return entries
}
