import type { StoredMessage } from '../../domain/message.js'
import type { HistoryPageRequest } from '../ports/ports.js'

/** Reads messages by `seq` in pages, so that at most one page of text is in memory. */

/** Messages per page. The `read` function limits its bytes. */
const PAGE = 500

type ReadPage = (page: HistoryPageRequest) => Promise<StoredMessage[]>

/** Yields the messages in ascending order.
 * @param seqs in any order */
export async function* pagesOf(read: ReadPage, seqs: Iterable<number>): AsyncGenerator<StoredMessage[]> {
  for (let rest = [...new Set(seqs)].sort((a, b) => a - b); rest.length > 0;) {
    const page = await read({ seqs: rest, limit: PAGE })
    const last = page.at(-1)?.seq
    if (last === undefined) return
    yield page
    rest = rest.slice(rest.findLastIndex((seq) => seq <= last) + 1)
  }
}
