/** Decides whether a message of a person was said to an assistant or is talk between people, by what was said just before it. Earlier messages
 * never change, so every reading of the history decides the same. [P14] [C9] */
import type { PartShape, Role } from '../message.js'

/** Messages before a message that show to whom it speaks. */
export const BEFORE = 8
/** Replies from which talk is known. */
const MIN_REPLIES = 2
/** Tokens of the longest reply of talk: in 333 messages of agents' histories and 1,561 of long chats with an assistant, some reply among the eight
 * messages before was longer, or a tool was called. */
const MAX_REPLY_TOKENS = 80

/** A message, as far as it shows who speaks to whom. */
export interface Heard {
  seq: number
  role: Role
  shape: readonly PartShape[]
  /** Name of its author. */
  speaker?: string
}

/** Returns the numbers with those of the messages before each that `isTalkAt` reads, ascending. */
export function withBefore(seqs: Iterable<number>): number[] {
  const all = new Set<number>()
  for (const seq of seqs) for (let one = Math.max(1, seq - BEFORE); one <= seq; one++) all.add(one)
  return [...all].sort((a, b) => a - b)
}

/** Returns whether the message at a place is talk: several people are named, or it follows only short replies. What comes after a message that
 * is not there is taken for talk.
 * @param messages ascending by `seq` */
export function isTalkAt(messages: readonly Heard[], at: number): boolean {
  const { seq, speaker } = messages[at]!
  const before = messages.slice(Math.max(0, at - BEFORE), at).filter((one) => one.seq >= seq - BEFORE)
  if (before.length < Math.min(BEFORE, seq - 1)) return true
  if (speaker !== undefined && before.some((one) => one.speaker !== undefined && one.speaker !== speaker)) return true
  const replies = before.filter(({ role }) => role === 'assistant' || role === 'tool')
  return replies.length >= MIN_REPLIES && replies.every(isShortReply)
}

function isShortReply({ shape }: Heard): boolean {
  const tokens = shape.reduce((sum, part) => sum + part.tokens, 0)
  return tokens <= MAX_REPLY_TOKENS && shape.every(({ kind }) => kind === 'text')
}
