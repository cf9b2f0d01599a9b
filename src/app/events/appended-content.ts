import type { Event } from '../../domain/event.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Store } from '../ports/ports.js'
import { pagesOf } from '../shared/message-pages.js'

/** Returns the messages of a `message-appended` event, by seq. Empty for other events and for deleted sessions. */
export async function appendedContent(
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
