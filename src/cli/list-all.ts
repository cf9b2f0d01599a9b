import { z } from 'zod'
import { CommandError, type Connection } from './connection.js'

/** Items per request: the maximum of the API. */
const PAGE = 200
/** Pages read before a list counts as endless. */
const MAX_PAGES = 1_000

const Next = z.object({ nextAfter: z.string().nullable() })

/** Returns all items of a list of the daemon, page by page.
 * @param itemsOf returns the items of one reply */
export async function listAll<T>(
  daemon: Connection,
  path: string,
  itemsOf: (reply: unknown) => readonly T[],
  query: Record<string, string | undefined> = {},
): Promise<T[]> {
  const all: T[] = []
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const reply = await daemon.get(path, { ...query, limit: String(PAGE), after })
    all.push(...itemsOf(reply))
    const next = Next.parse(reply).nextAfter
    if (next === null) return all
    after = next
  }
  throw new CommandError(`The list ${path} does not end after ${MAX_PAGES} pages.`)
}
