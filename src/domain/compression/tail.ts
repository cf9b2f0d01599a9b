/** The recent messages that stay raw. [C2] */
import type { Unit } from '../context/pairing.js'

/** Recent messages that stay raw. The tail shrinks under pressure, because [P3] outranks [C2]. */
export interface Tail {
  tokens: number
  messages: number
}

/** Returns the seq of the first tail message. The tail has at least the given tokens and messages and never splits a
 * unit. */
export function tailStart(units: readonly Unit[], tail: Tail): number {
  let tokens = 0
  let messages = 0
  let from = Infinity
  for (const unit of units.toReversed()) {
    if (tokens >= tail.tokens && messages >= tail.messages) break
    tokens += unit.tokens
    messages += unit.entries.length
    from = Math.min(from, unit.entries[0]!.seq)
  }
  return from
}

/** Returns the tails that a nearly full context may keep instead, the longest first. Five messages can be larger than all
 * that is left, so the number of messages yields before the tokens do. The last one is the newest unit alone, which is
 * what an emergency would leave. */
export function shorterTails(tail: Tail): Tail[] {
  return [tail.tokens, tail.tokens / 2, 0].map((tokens) => ({ tokens, messages: 1 }))
}
