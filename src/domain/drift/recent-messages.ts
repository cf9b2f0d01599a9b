import type { SourceMessage } from '../source/types.js'
import { messageText } from './step.js'

/** What of a session a step is compared with: its newest messages, as far back as these bounds let one see. (Of 400 messages no more is
 * learned than of 200: `npm run eval -- drift`.) */
const MAX_MESSAGES = 200
/** Characters of text, so that one judgement takes some tens of milliseconds whatever the messages hold. */
const MAX_CHARS = 300_000

/** Takes messages newest first, until it has enough. */
export class RecentMessages {
  private readonly taken: SourceMessage[] = []
  private chars = 0

  get isFull(): boolean {
    return this.taken.length >= MAX_MESSAGES || this.chars >= MAX_CHARS
  }

  /** @param messages in order, all before those taken so far */
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
