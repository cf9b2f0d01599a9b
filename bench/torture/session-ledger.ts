import type { Tally } from './tally.js'

/** The messages a session has acknowledged to its clients. */
export class SessionLedger {
  /** Exact text of each acknowledged message, by its number. */
  readonly texts = new Map<number, string>()
  private readonly ids = new Map<number, string>()

  constructor(
    readonly id: string,
    private readonly tally: Tally,
  ) {}

  /** Records the reply to a new append. */
  acknowledge(stored: readonly { id: string; seq: number }[], sent: readonly string[]): void {
    if (stored.length !== sent.length)
      this.tally.violate(`[P1] ${this.id}: ${sent.length} messages sent, ${stored.length} acknowledged`)
    for (const [index, { id, seq }] of stored.entries()) {
      if (this.texts.has(seq)) this.tally.violate(`[P1] ${this.id}: number ${seq} was given to two messages`)
      this.texts.set(seq, sent[index] ?? '')
      this.ids.set(seq, id)
      this.tally.acknowledged += 1
    }
  }

  /** Checks the reply to a repeated append, which must return the same messages. */
  repeat(stored: readonly { id: string; seq: number }[]): void {
    for (const { id, seq } of stored) {
      if (this.ids.get(seq) !== id)
        this.tally.violate(`[P1] ${this.id}: a repeated request was answered with another message ${seq}`)
    }
  }
}
