import { appendedContent } from '../app/events/appended-content.js'
import type { Store } from '../app/ports/ports.js'
import type { Event } from '../domain/event.js'
import { RawJson, type Reply } from './input/json-text.js'

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
