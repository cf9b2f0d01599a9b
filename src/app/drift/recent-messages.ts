import { RecentMessages } from '../../domain/drift/recent-messages.js'
import type { SourceMessage } from '../../domain/source/types.js'
import type { Ports } from '../ports/ports.js'
import { readSpan } from '../shared/read-span.js'

const PAGE = 25
/** A longer message is data: reading it would take more time than it tells. Bytes of its JSON; a page of such messages is never cut short. */
const MAX_RAW_BYTES = 262_144

/** The messages before one, newest first, page by page, those that are data left out. */
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
    // The history as it came, whatever of it has left the context.
    yield await readSpan(page, { removed: new Set() })
  }
}

/** What a step is compared with: the newest messages before it, in order. */
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
