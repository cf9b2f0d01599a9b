import { LRUCache } from 'lru-cache'
import type { FramedMessage } from '../../ports/ports.js'
import type { StoredMessage } from '../../domain/message.js'

/** Caches messages, bounded by bytes. Messages never change, so entries are never stale. */
export class MessageCache {
  private readonly kept: LRUCache<string, StoredMessage>
  private readonly frames: LRUCache<string, FramedMessage>

  constructor(maxBytes: number) {
    // One message may use a quarter of the cache at most, so that it cannot evict all others.
    this.kept = new LRUCache({ maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes / 4), sizeCalculation: bytesOf })
    this.frames = new LRUCache({ maxSize: Math.ceil(maxBytes / 4), sizeCalculation: ({ message }) => bytesOf(message) })
  }

  get(sessionId: string, seq: number): StoredMessage | undefined {
    return this.kept.get(`${sessionId}/${seq}`)
  }

  add(messages: readonly StoredMessage[]): void {
    for (const message of messages) this.kept.set(`${message.sessionId}/${message.seq}`, message)
  }

  /** Adds messages sliced from a request body. Copies their text, because a slice keeps the whole string in memory. */
  addCut(messages: readonly StoredMessage[]): void {
    let chars = 0
    for (const message of messages) {
      if (bytesOf(message) > this.kept.maxEntrySize) continue
      chars += message.raw.length
      if (chars > COPIED_CHARS) return
      this.add([Object.freeze({ ...message, raw: Buffer.from(message.raw, 'utf8').toString('utf8') })])
    }
  }

  frame(sessionId: string, seq: number): FramedMessage | undefined {
    return this.frames.get(`${sessionId}/${seq}`)
  }

  addFrames(framed: readonly FramedMessage[]): void {
    for (const one of framed) this.frames.set(`${one.message.sessionId}/${one.message.seq}`, one)
  }

  forget(sessionId: string): void {
    for (const cache of [this.kept, this.frames]) {
      for (const key of [...cache.keys()]) if (key.startsWith(`${sessionId}/`)) cache.delete(key)
    }
  }
}

/** Copied at once: 2 ms, or 10 where they are Chinese. What exceeds it is read from the database when a context needs it. [T1] */
const COPIED_CHARS = 1_000_000

const FIXED_BYTES = 600
const PART_BYTES = 96

/** V8 stores Latin-1 text with one byte per character and other text with two. This assumes two. */
function bytesOf(message: StoredMessage): number {
  return FIXED_BYTES + message.raw.length * 2 + message.shape.length * PART_BYTES
}
