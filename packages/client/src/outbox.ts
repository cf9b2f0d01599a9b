import { asJson } from './formats/submitted.js'
import { newKey } from './random-key.js'

/** Messages that the daemon has not acknowledged, in order. */

/** One append. Its key and text never change, so that the daemon stores a repeated append once. */
export interface Batch {
  key: string
  messages: object[]
  promptTokens?: number
  /** UTF-8 bytes of the messages as JSON. */
  bytes: number
}

/** The outbox is full. The messages were not accepted. */
export class OutboxFullError extends Error {
  override name = 'OutboxFullError'
}

/** Messages the daemon accepts in one append. */
const BATCH_MAX = 1_000

export class Outbox {
  private bytes = 0
  private waiting: Batch[] = []

  /** @param maxBytes bound of all waiting messages */
  constructor(private readonly maxBytes: number) {}

  get batches(): readonly Batch[] {
    return this.waiting
  }
  get waitingBytes(): number {
    return this.bytes
  }
  get waitingMessages(): number {
    return this.waiting.reduce((sum, { messages }) => sum + messages.length, 0)
  }

  /** Adds messages as they are now; a later change of the objects has no effect. Throws OutboxFullError. */
  add(messages: readonly object[], promptTokens?: number): Batch[] {
    const added: Batch[] = []
    for (let at = 0; at < messages.length; at += BATCH_MAX) {
      const text = JSON.stringify(asJson(messages.slice(at, at + BATCH_MAX)))
      const batch = { key: newKey(), messages: JSON.parse(text) as object[], bytes: bytesOf(text) }
      // The count belongs to the context before the first message.
      added.push(at === 0 && promptTokens !== undefined ? { ...batch, promptTokens } : batch)
    }
    const bytes = added.reduce((sum, batch) => sum + batch.bytes, this.bytes)
    if (bytes > this.maxBytes)
      throw new OutboxFullError(
        `${bytes} bytes would wait for the daemon; at most ${this.maxBytes} are kept. Start the daemon, then repeat.`,
      )
    this.waiting.push(...added)
    this.bytes = bytes
    return added
  }

  /** Removes the oldest batch, after the daemon acknowledged or refused it. */
  shift(): void {
    this.bytes -= this.waiting.shift()?.bytes ?? 0
  }

  /** Replaces the content with that of an earlier process. */
  restore(batches: readonly Batch[]): void {
    this.waiting = [...batches]
    this.bytes = batches.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

/** Returns the UTF-8 bytes of a text. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
