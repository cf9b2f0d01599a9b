/** Builds the hand-over: one text to paste into a fresh session, with goals, ledger, checkpoints and the user's last
 * messages. Everything in it is verbatim. Items that do not fit are listed by name, never truncated. [Q2] [R4] */
import type { Checkpoint } from '../compression/checkpoint.js'
import { baseLimit } from './model-tokens.js'
import type { Session } from './session.js'

/** User messages that the hand-over carries at most. [R4] */
export const CARRIED_MESSAGES = 10
/** Shares of the limit. A fresh session of the same size must still have free tokens to work with. Goals and ledger are
 * bounded elsewhere. */
const USER_MESSAGES_SHARE = 0.3
const CHECKPOINTS_SHARE = 0.15

export interface HandOverParts {
  session: Pick<Session, 'id' | 'lastSeq' | 'limit' | 'scale' | 'ledger'>
  /** Current goal and progress blocks. */
  goalTexts: readonly string[]
  /** Live checkpoints, oldest first. */
  checkpoints: readonly Pick<Checkpoint, 'id' | 'text' | 'tokens'>[]
  /** The user's newest messages, oldest first. */
  userMessages: readonly { seq: number; tokens: number; text: string }[]
}

/** Returns the hand-over text; empty if there is nothing to hand over. */
export function handOver({ session, goalTexts, checkpoints, userMessages }: HandOverParts): string {
  const { id, lastSeq, ledger } = session
  const keptCheckpoints = newestWithin(checkpoints, CHECKPOINTS_SHARE * baseLimit(session))
  const keptMessages = newestWithin(userMessages, USER_MESSAGES_SHARE * baseLimit(session))
  const omitted = [
    ...checkpoints.filter((one) => !keptCheckpoints.includes(one)).map((one) => `- checkpoint ${one.id}`),
    ...userMessages.filter((one) => !keptMessages.includes(one)).map(({ seq }) => `- user message ${seq}`),
  ]
  const sections = [
    ...goalTexts,
    ...(ledger ? [ledger.text] : []),
    ...keptCheckpoints.map(({ text }) => text),
    ...keptMessages.map(({ seq, text }) => `[The user, message ${seq}]\n${text}`),
    ...(omitted.length > 0 ? [['[Omitted because of size; read in the old session]', ...omitted].join('\n')] : []),
  ]
  if (sections.length === 0) return ''
  return [
    `[Handed over from session ${id}, ${lastSeq} messages long · copied verbatim by the context service]`,
    ...sections,
  ].join('\n\n')
}

/** Returns the newest items that fit whole, in their original order. An item that is too large does not exclude smaller
 * ones. */
function newestWithin<T extends { tokens: number }>(items: readonly T[], maxTokens: number): T[] {
  let left = maxTokens
  const kept: T[] = []
  for (const item of items.toReversed()) {
    if (item.tokens > left) continue
    left -= item.tokens
    kept.push(item)
  }
  return kept.reverse()
}
