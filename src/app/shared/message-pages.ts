import type { StoredMessage } from '../../domain/message.js'
import type { HistoryPageRequest } from '../../ports/ports.js'

/** Reads messages by `seq` in pages, so that at most one page of text is in memory. */

/** Messages per page. The `read` function limits its bytes. */
const PAGE = 500

type ReadPage = (page: HistoryPageRequest) => Promise<StoredMessage[]>

/** Yields the messages in ascending order.
 * @param seqs in any order */
export async function* pagesOf(read: ReadPage, seqs: Iterable<number>): AsyncGenerator<StoredMessage[]> {
  const sorted = [...new Set(seqs)].sort((a, b) => a - b)
  for (let from = 0; from < sorted.length;) {
    // Only the numbers of one page: a page of a long history must not cost a list of its whole rest.
    const wanted = sorted.slice(from, from + PAGE)
    const page = await read({ seqs: wanted, limit: PAGE })
    const last = page.at(-1)?.seq
    if (last !== undefined) yield page
    // Messages that are not stored are skipped.
    from += last === undefined ? wanted.length : wanted.findLastIndex((seq) => seq <= last) + 1
  }
}
