import { RecentMessages } from '../../domain/drift/recent-messages.js'
import type { SourceMessage } from '../../domain/source/types.js'
import type { Ports } from '../../ports/ports.js'
import { readSpan } from '../shared/read-span.js'

const PAGE = 25
/** Bytes of JSON. A longer message is data and not worth the time to read it. With this limit a page always fits the
 * store's limit, so it is never truncated. */
const MAX_RAW_BYTES = 262_144

/** Yields the messages before one in pages, newest page first. Skips messages over MAX_RAW_BYTES.
 * @param reach number of messages to go back */
export async function* pagesBefore(
  { store }: Pick<Ports, 'store'>,
  sessionId: string,
  before: number,
  reach: number,
): AsyncGenerator<SourceMessage[]> {
  const first = Math.max(1, before - reach)
  for (let to = before - 1; to >= first; to -= PAGE) {
    const page = await store.history(sessionId, {
      from: Math.max(first, to - PAGE + 1),
      to,
      limit: PAGE,
      longest: MAX_RAW_BYTES,
    })
    // Read complete messages, even if parts of them left the context.
    yield await readSpan(page, { removed: new Set() })
  }
}

/** Returns the newest messages before a step, in order, for comparison with the step. */
export async function readRecentMessages(
  ports: Pick<Ports, 'store'>,
  sessionId: string,
  before: number,
): Promise<SourceMessage[]> {
  const recentMessages = new RecentMessages()
  for await (const page of pagesBefore(ports, sessionId, before, before)) {
    recentMessages.addBefore(page)
    if (recentMessages.isFull) break
  }
  return recentMessages.messages
}
