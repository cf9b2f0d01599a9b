import type { Store } from '../ports/ports.js'
import type { Event } from '../domain/event.js'
import { RawJson, type Reply } from './input/json-text.js'
import type { StoredMessage } from '../domain/message.js'
import { pagesOf } from '../app/shared/message-pages.js'

/** Events with the exact content of appended messages, for `?include=content`. [P10] */

/** Bytes of content after which a page of events ends. One event may hold more: a whole request body. */
const PAGE_BYTES = 16 * 1024 * 1024

/** Returns the event, with `content` (the exact JSON of the message) in each entry of `data.messages`. */
export async function withContent(
  store: Pick<Store, 'history'>,
  event: Event,
): Promise<{ view: Reply; bytes: number }> {
  const content = await appendedContent(store, event)
  if (event.type !== 'message-appended' || content.size === 0) return { view: event, bytes: 0 }
  const messages = event.data.messages.map((message) => {
    const raw = content.get(message.seq)?.raw
    return raw === undefined ? message : { ...message, content: new RawJson(raw) }
  })
  const bytes = [...content.values()].reduce((sum, { raw }) => sum + raw.length, 0)
  return { view: { ...event, data: { ...event.data, messages } }, bytes }
}

/** Returns as many of the events as fit a page with their content, at least one, and the cursor to continue from. */
export async function pageWithContent(
  store: Pick<Store, 'history'>,
  { events, head }: { events: readonly Event[]; head: string },
  admit: (bytes: number) => Promise<void>,
): Promise<{ events: Reply[]; cursor: string }> {
  const views: Reply[] = []
  let total = 0
  for (const event of events) {
    const { view, bytes } = await withContent(store, event)
    await admit(bytes)
    views.push(view)
    total += bytes
    if (total >= PAGE_BYTES) return { events: views, cursor: event.cursor }
  }
  return { events: views, cursor: head }
}

/** Returns the messages of a `message-appended` event, by seq. Empty for other events and for deleted sessions. */
async function appendedContent(
  { history }: Pick<Store, 'history'>,
  { type, sessionId, data }: Event,
): Promise<Map<number, StoredMessage>> {
  const found = new Map<number, StoredMessage>()
  if (type !== 'message-appended' || sessionId === null) return found
  const seqs = data.messages.map(({ seq }) => seq)
  for await (const page of pagesOf((request) => history(sessionId, request), seqs)) {
    for (const message of page) found.set(message.seq, message)
  }
  return found
}
