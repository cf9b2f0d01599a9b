import type { SourceMessage } from '../source/types.js'
import { messageText } from './step.js'

/** Maximum newest messages that a step is compared with. 400 messages give no better result than 200
 * (`npm run eval -- drift`). */
const MAX_MESSAGES = 200
/** Maximum characters of text. Bounds one drift check to some tens of milliseconds for any content. */
const MAX_CHARS = 300_000

/** Collects messages newest first, up to the bounds above. */
export class RecentMessages {
  private readonly taken: SourceMessage[] = []
  private chars = 0

  get isFull(): boolean {
    return this.taken.length >= MAX_MESSAGES || this.chars >= MAX_CHARS
  }

  /** @param messages in order, all before those collected so far */
  addBefore(messages: readonly SourceMessage[]): void {
    for (const message of messages.toReversed()) {
      if (this.isFull) return
      this.taken.push(message)
      this.chars += messageText(message).length
    }
  }

  /** In order. */
  get messages(): SourceMessage[] {
    return this.taken.toReversed()
  }
}
