import type { Step } from './step.js'

/** Adds up the tokens that a set of steps frees. Steps may overlap: a part of a message that leaves whole frees nothing
 * more. */
export class Tally {
  freed = 0
  /** Number of steps that remove a message whole, by seq. */
  private readonly removed = new Map<number, number>()
  /** Tokens that steps free of each part, by seq and `partKey`. */
  private readonly parts = new Map<number, Map<string, number[]>>()

  /** @param viewTokens tokens of each message in the context, by seq */
  constructor(private readonly viewTokens: ReadonlyMap<number, number>) {}

  /** Returns the tokens that the step would free in addition. */
  gain({ whole, parts, beside }: Step): number {
    let gain = beside
    for (const seq of whole) if (!this.removed.has(seq)) gain += this.left(seq)
    for (const { seq, key, tokens } of parts)
      if (!this.removed.has(seq)) gain += Math.max(0, tokens - Math.max(0, ...(this.parts.get(seq)?.get(key) ?? [])))
    return gain
  }

  add(step: Step): void {
    this.freed += this.gain(step)
    for (const seq of step.whole) this.removed.set(seq, (this.removed.get(seq) ?? 0) + 1)
    for (const { seq, key, tokens } of step.parts) {
      const ofMessage = this.parts.get(seq) ?? new Map<string, number[]>()
      this.parts.set(seq, ofMessage.set(key, [...(ofMessage.get(key) ?? []), tokens]))
    }
  }

  /** Whether another step already removes one of its messages. Such a step can be made only after a new plan. */
  overlaps({ whole }: Step): boolean {
    return whole.some((seq) => this.removed.has(seq))
  }

  /** Undoes `add`. */
  remove(step: Step): void {
    for (const seq of step.whole) {
      const times = this.removed.get(seq)! - 1
      if (times === 0) this.removed.delete(seq)
      else this.removed.set(seq, times)
    }
    for (const { seq, key, tokens } of step.parts) {
      const freed = this.parts.get(seq)!.get(key)!
      freed.splice(freed.indexOf(tokens), 1)
    }
    this.freed -= this.gain(step)
  }

  /** Returns the tokens of a message after the reductions of its parts. */
  left(seq: number): number {
    const freed = [...(this.parts.get(seq)?.values() ?? [])].map((tokens) => Math.max(0, ...tokens))
    return (this.viewTokens.get(seq) ?? 0) - freed.reduce((sum, tokens) => sum + tokens, 0)
  }
}
