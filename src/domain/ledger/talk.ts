/** Decides whether a named person speaks to an assistant or to other people, by what was said just before. Earlier messages never change, so
 * every reading of the history decides the same. [P14] [C9] */

/** Messages before a message that show to whom it speaks. */
export const BEFORE = 8

/** A message, as far as it shows who speaks. */
export interface Heard {
  seq: number
  /** Name of its author. */
  speaker?: string
}

/** Returns the numbers with those of the messages before each that `isTalkAt` reads, ascending. */
export function withBefore(seqs: Iterable<number>): number[] {
  const all = new Set<number>()
  for (const seq of seqs) for (let one = Math.max(1, seq - BEFORE); one <= seq; one++) all.add(one)
  return [...all].sort((a, b) => a - b)
}

/** Returns whether the message at a place is talk between people: one of those before it names another author. Short replies do not show it:
 * an assistant may be terse, and a rule that is lost costs more than one that is none.
 * @param messages ascending by `seq` */
export function isTalkAt(messages: readonly Heard[], at: number): boolean {
  const { seq, speaker } = messages[at]!
  if (speaker === undefined) return false
  const before = messages.slice(Math.max(0, at - BEFORE), at).filter((one) => one.seq >= seq - BEFORE)
  return before.some((one) => one.speaker !== undefined && one.speaker !== speaker)
}
