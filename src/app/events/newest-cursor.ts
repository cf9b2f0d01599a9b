import type { Store } from '../../ports/ports.js'

/** Returns the cursor at which a stream of new events starts: all that was committed before the call is at or before it,
 * if it could be published within 1 s. Without the wait, a request that was answered just before may still follow. */
export async function newestCursor(
  store: Pick<Store, 'untilPublished' | 'head'>,
  appId: string | null,
): Promise<string> {
  await store.untilPublished()
  return store.head(appId)
}
