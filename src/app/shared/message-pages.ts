import type { StoredMessage } from '../../domain/message.js'
import type { HistoryPageRequest } from '../ports/ports.js'

/** Messages by number, page by page: no reader of many messages holds the text of more than one page. */

/** Messages in a page; its bytes are the reader's. */
const PAGE = 500

type ReadPage = (page: HistoryPageRequest) => Promise<StoredMessage[]>

/** @param seqs any order */
export async function* pagesOf(read: ReadPage, seqs: Iterable<number>): AsyncGenerator<StoredMessage[]> {
  for (let rest = [...new Set(seqs)].sort((a, b) => a - b); rest.length > 0;) {
    const page = await read({ seqs: rest, limit: PAGE })
    const last = page.at(-1)?.seq
    if (last === undefined) return
    yield page
    rest = rest.slice(rest.findLastIndex((seq) => seq <= last) + 1)
  }
}
