import { LRUCache } from 'lru-cache'
import type { StoredMessage } from '../domain/message.js'

/** Messages never change, so what was read once is right for ever; bounded by bytes. */
export class MessageCache {
  private readonly kept: LRUCache<string, StoredMessage>

  constructor(maxBytes: number) {
    // A quarter at most for one message: a single huge one must not sweep out all others.
    this.kept = new LRUCache({ maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes / 4), sizeCalculation: bytesOf })
  }

  get(sessionId: string, seq: number): StoredMessage | undefined {
    return this.kept.get(`${sessionId}/${seq}`)
  }

  add(messages: readonly StoredMessage[]): void {
    for (const message of messages) this.kept.set(`${message.sessionId}/${message.seq}`, message)
  }

  forget(sessionId: string): void {
    for (const key of [...this.kept.keys()]) if (key.startsWith(`${sessionId}/`)) this.kept.delete(key)
  }
}

const FIXED_BYTES = 600
const PART_BYTES = 96

/** V8 keeps Latin-1 text in one byte a character, other text in two; the larger is assumed. */
function bytesOf(message: StoredMessage): number {
  return FIXED_BYTES + message.raw.length * 2 + message.shape.length * PART_BYTES
}
