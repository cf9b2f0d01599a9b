/** Builds the hand-over: one text to paste into a fresh session, with goals, what the whole session came to, checkpoints and the
 * user's last messages. Everything in it is verbatim. Messages and checkpoints that do not fit are listed by name, never truncated.
 * [Q2] [R4] [C12] */
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import { baseLimit } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'
import type { SessionSummary } from './summary.js'
import type { CountTokens } from '../source/types.js'

/** User messages that the hand-over carries at most. [R4] */
export const CARRIED_MESSAGES = 10
/** Shares of the limit. A fresh session of the same size must still have free tokens to work with. Goals and ledger are
 * bounded elsewhere. */
const USER_MESSAGES_SHARE = 0.3
const CHECKPOINTS_SHARE = 0.15
const WORK_SHARE = 0.2

export type Work = Pick<
  SessionSummary,
  'intent' | 'rules' | 'decisions' | 'files' | 'openFailures' | 'completed' | 'nextSteps'
>

export interface HandOverParts {
  session: Pick<Session, 'id' | 'lastSeq' | 'limit' | 'scale'>
  /** Current goal and progress blocks. */
  goalTexts: readonly string[]
  /** Of the whole session, raw messages included. */
  work: Work
  count: CountTokens
  /** Live checkpoints, oldest first. */
  checkpoints: readonly Pick<Checkpoint, 'id' | 'text' | 'tokens'>[]
  /** The user's newest messages, oldest first. */
  userMessages: readonly { seq: number; tokens: number; text: string }[]
}

/** Returns the hand-over text; empty if there is nothing to hand over. */
export function handOver(parts: HandOverParts): string {
  const { session, goalTexts, work, count, checkpoints, userMessages } = parts
  const { id, lastSeq } = session
  const done = workText(work, Math.floor(WORK_SHARE * baseLimit(session)), count)
  const keptCheckpoints = newestWithin(checkpoints, CHECKPOINTS_SHARE * baseLimit(session))
  const keptMessages = newestWithin(userMessages, USER_MESSAGES_SHARE * baseLimit(session))
  const omitted = [
    ...checkpoints.filter((one) => !keptCheckpoints.includes(one)).map((one) => `- checkpoint ${one.id}`),
    ...userMessages.filter((one) => !keptMessages.includes(one)).map(({ seq }) => `- user message ${seq}`),
  ]
  const sections = [
    ...goalTexts,
    ...(done === '' ? [] : [done]),
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

/** Results that are listed, the newest. */
const RESULTS = 10

/** Returns what the session came to, what a successor needs first at the top. Of each list, the newest entries that fit.
 * @param maxTokens base tokens */
function workText(work: Work, maxTokens: number, count: CountTokens): string {
  const { intent, rules, decisions, files, openFailures, completed, nextSteps } = work
  const lists: [title: string, entries: readonly string[]][] = [
    // An active goal has a text of its own.
    ['First request', intent.source === 'first-human-message' ? [intent.text] : []],
    ['Rules of the user', rules],
    ['Decisions', decisions],
    ['Open failures', openFailures],
    ['Next steps', nextSteps],
    ['Last results', completed.slice(-RESULTS)],
    ['Files', files.map(({ path, action }) => `${action} ${path}`)],
  ]
  const lines = ['[The work so far]']
  let left = maxTokens - count(lines[0]!)
  for (const [title, entries] of lists) {
    const fitting: string[] = []
    for (const entry of entries.toReversed()) {
      const tokens = count(`- ${entry}`) + (fitting.length === 0 ? count(`${title}:`) : 0)
      if (tokens > left) break
      left -= tokens
      fitting.unshift(`- ${entry}`)
    }
    if (fitting.length > 0) lines.push(`${title}:`, ...fitting)
  }
  return lines.length === 1 ? '' : lines.join('\n')
}
