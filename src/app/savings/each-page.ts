/** Records read at once. */
const PAGE = 500

/** Reads all records of a kind, page after page. */
export async function eachPage<T extends { id: string }>(
  read: (page: { limit: number; after?: string }) => Promise<T[]>,
  take: (found: T[]) => void,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const found = await read({ limit: PAGE, ...(after !== undefined && { after }) })
    take(found)
    after = found.at(-1)?.id
    if (after === undefined || found.length < PAGE) return
  }
}
