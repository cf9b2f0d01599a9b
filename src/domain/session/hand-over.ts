/** What a fresh session needs of this one, as one text to paste into it: goals, exact lines, checkpoints, the user's last words. Everything in
 * it is copied; what finds no room is named, never cut. [Q2] [R4] */
import type { Checkpoint } from '../compression/checkpoint.js'
import type { Session } from './session.js'

/** Words of the user that are carried over. [R4] */
export const CARRIED_MESSAGES = 10
/** Shares of the limit: a fresh session of the same size must still have room to work in. Goals and ledger have theirs already. */
const WORDS_SHARE = 0.3
const CHECKPOINTS_SHARE = 0.15

export interface HandOverParts {
  session: Pick<Session, 'id' | 'lastSeq' | 'limit' | 'ledger'>
  /** Goal and progress as blocks, as they are now. */
  goalTexts: readonly string[]
  /** Live ones, oldest first. */
  checkpoints: readonly Pick<Checkpoint, 'id' | 'text' | 'tokens'>[]
  /** The newest of the user's messages, oldest first. */
  words: readonly { seq: number; tokens: number; text: string }[]
}

/** Empty while there is nothing to hand over. */
export function handOver({ session, goalTexts, checkpoints, words }: HandOverParts): string {
  const { id, lastSeq, limit, ledger } = session
  const kept = newestWithin(checkpoints, CHECKPOINTS_SHARE * limit)
  const said = newestWithin(words, WORDS_SHARE * limit)
  const left = [
    ...checkpoints.filter((one) => !kept.includes(one)).map((one) => `- checkpoint ${one.id}`),
    ...words.filter((one) => !said.includes(one)).map(({ seq }) => `- the user's message ${seq}`),
  ]
  const sections = [
    ...goalTexts,
    ...(ledger ? [ledger.text] : []),
    ...kept.map(({ text }) => text),
    ...said.map(({ seq, text }) => `[The user, message ${seq}]\n${text}`),
    ...(left.length > 0 ? [['[Too long to be handed over; to be read in the old session]', ...left].join('\n')] : []),
  ]
  if (sections.length === 0) return ''
  return [
    `[Handed over from session ${id}, ${lastSeq} messages long · copied by the context service]`,
    ...sections,
  ].join('\n\n')
}

/** As many of the newest as find room whole, in their order. One that is too large does not keep smaller ones out. */
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
