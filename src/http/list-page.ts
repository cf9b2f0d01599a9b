import { pauseWhenDue } from '../ports/pause.js'
import { jsonText, RawJson, type Reply } from './input/json-text.js'
import { nextAfter } from './schemas/common.js'

/** Bounds the pages of all lists by bytes. [13] */

/** Maximum bytes of the items on a page. A larger single item is still returned whole. */
const PAGE_BYTES = 16 * 1024 * 1024

export interface ListPage {
  /** The items as JSON. */
  items: RawJson[]
  /** Id of the last item on the page; null on the last page. */
  nextAfter: string | null
}

/** Returns the first items that fit on a page, at least one.
 * @param found items of a page bounded by count
 * @param limit maximum number of items, as requested from the store; or whether more items follow these */
export async function listPage<T extends { id: string }>(
  found: readonly T[],
  limit: number | boolean,
  view: (item: T) => Reply | Promise<Reply>,
): Promise<ListPage> {
  const items: RawJson[] = []
  let bytes = 0
  for (const item of found) {
    await pauseWhenDue()
    const text = jsonText(await view(item))
    bytes += Buffer.byteLength(text)
    if (bytes > PAGE_BYTES && items.length > 0) return { items, nextAfter: found[items.length - 1]!.id }
    items.push(new RawJson(text))
  }
  const count = typeof limit === 'number' ? limit : limit ? found.length : Infinity
  return { items, nextAfter: nextAfter(found, count) }
}
