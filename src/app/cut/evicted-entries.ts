import { departure, type DepartingMessage, type Eviction } from '../../domain/ledger/departing.js'
import { BEFORE, withBefore } from '../../domain/ledger/talk.js'
import type { LedgerEntry } from '../../domain/ledger/ledger.js'
import type { StoredMessage } from '../../domain/message.js'
import { isBeside } from '../../domain/context/pairing.js'
import type { HistoryPageRequest } from '../../ports/ports.js'
import { entriesOf } from '../shared/ledger-entries.js'
import { pagesOf } from '../shared/message-pages.js'

/** Characters of stored messages judged together. */
const CHARACTERS_TOGETHER = 524_288

/** Returns the ledger entries of everything that leaves the context, read page by page. While a thread judges messages, the next ones are
 * read. [C9] */
export async function evictedEntries(
  outlines: (page: HistoryPageRequest) => Promise<StoredMessage[]>,
  eviction: Eviction,
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  const departing = departure(eviction)
  const leaving = [...eviction.seqs, ...eviction.parts.map(({ seq }) => seq)]
  let judged: Promise<LedgerEntry[]> = Promise.resolve([])
  let waiting: DepartingMessage[] = []
  let characters = 0
  const take = async () => {
    for (const entry of await judged) entries.push(entry)
    judged = entriesOf(waiting)
    // It is awaited later; until then its failure is not unhandled.
    judged.catch(() => {})
    // The last messages show to whom the next ones speak. Nothing leaves of them again.
    waiting = waiting.slice(-BEFORE).map((message) => ({ ...message, leaving: [], isFirst: false }))
    characters = 0
  }
  for await (const page of pagesOf(outlines, withBefore(leaving))) {
    for (const message of page) {
      // A call is read together with the results beside it, which may be on the next page.
      if (characters > CHARACTERS_TOGETHER && !message.shape.some(isBeside)) await take()
      waiting.push(departing(message))
      characters += message.raw.length
    }
  }
  await take()
  for (const entry of await judged) entries.push(entry)
  return entries
}
