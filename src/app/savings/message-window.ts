/** The messages of a history by size, and the newest of them that fit a window. Sizes are in base tokens. */
export class MessageWindow {
  /** Of all messages. */
  tokens = 0
  /** Of the newest messages that fit. */
  newest = 0
  private readonly messages: { seq: number; tokens: number }[] = []
  /** The first message in the window. */
  private start = 0

  push(seq: number, tokens: number): void {
    this.messages.push({ seq, tokens })
    this.tokens += tokens
    this.newest += tokens
  }

  /** Drops the oldest messages until the others fit. Returns whether any was dropped. */
  slideTo(limit: number): boolean {
    const before = this.start
    while (this.newest > limit && this.start < this.messages.length) this.newest -= this.messages[this.start++]!.tokens
    return this.start > before
  }

  /** Removes the newest messages up to so many tokens. Returns how many were removed. */
  removeLast(tokens: number): number {
    const before = this.messages.length
    // Counts are rounded, so a message may be one token larger than what left.
    for (let left = tokens + 1; this.messages.length > 0 && this.messages.at(-1)!.tokens <= left;) left -= this.pop()
    return before - this.messages.length
  }

  /** Removes the messages after one. */
  removeAfter(seq: number): void {
    while (this.messages.length > 0 && this.messages.at(-1)!.seq > seq) this.pop()
  }

  private pop(): number {
    const { tokens } = this.messages.pop()!
    this.tokens -= tokens
    if (this.messages.length >= this.start) this.newest -= tokens
    else this.start = this.messages.length
    return tokens
  }
}
