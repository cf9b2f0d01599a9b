/** What comes back by itself: words from earlier that answer the newest message of a person. [M1]–[M9] */
import type { ViewEntry } from '../message.js'
import type { Session, SessionChange } from '../session/session.js'
import type { RecallBlock } from './block.js'

/** Why nothing was recalled.
 * - `off`: the request asked for none.
 * - `nothing-found`: nothing earlier is close enough to the message.
 * - `no-free-tokens`: the context has no tokens free below its trigger.
 * - `late`, `failed`: the search took too long, or failed. */
export const RECALL_REASONS = ['off', 'nothing-found', 'no-free-tokens', 'late', 'failed'] as const
export type RecallReason = (typeof RECALL_REASONS)[number]

/** Verbatim words of a message, and where they are from. */
export interface RecallExcerpt {
  sessionId: string
  seq: number
  part: number
  /** Start in the original text of the part, in UTF-16 code units. */
  start: number
  text: string
  /** Share of the words of the question that the message has, weighed by their rarity: 0 to 1. */
  score: number
  /** Base tokens. */
  tokens: number
}

/** Decision for one message. Made once. [M1] */
export interface RecallRecord {
  /** The message of the person. */
  seq: number
  excerpts: RecallExcerpt[]
  /** Base tokens of the block; 0: none. */
  tokens: number
  /** Milliseconds that the decision took. */
  ms: number
  /** null: something was recalled. */
  reason: RecallReason | null
  /** ISO 8601. */
  at: string
}

/** Returns the base tokens of recalled words in the context. */
export function recallTokens(blocks: readonly RecallBlock[] | undefined): number {
  return (blocks ?? []).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Returns the session's recalled words and their tokens, if the context shows these blocks. */
export function showRecall(
  { tokenCounts }: Pick<Session, 'tokenCounts'>,
  blocks: readonly RecallBlock[],
): SessionChange {
  const recall = recallTokens(blocks)
  const { recall: before = 0, ...others } = tokenCounts
  return {
    ...(recall !== before && { tokenCounts: recall === 0 ? others : { ...others, recall } }),
    recall: blocks.length > 0 ? [...blocks] : undefined,
  }
}

/** Returns the blocks without a quote of a session that is gone: a block is kept or leaves as one. */
export function withoutSources(
  blocks: readonly RecallBlock[] | undefined,
  isGone: (sessionId: string) => boolean,
): RecallBlock[] {
  return (blocks ?? []).filter(({ shows }) => !shows.some(({ sessionId }) => isGone(sessionId)))
}

/** Returns the change by which recalled words leave with a cut. Those of the newest message of a person stay: its turn
 * still needs them. [M6] */
export function leaveRecall(session: Session, entries: readonly ViewEntry[]): SessionChange {
  const { recall = [] } = session
  const newest = entries.findLast(isAsked)?.seq
  const kept = recall.filter(({ seq }) => seq === newest)
  return kept.length < recall.length ? showRecall(session, kept) : {}
}

/** Returns the message that the model is to answer; null if it is none of a person, or if something after it has left. Text of the app
 * may follow it. Results in it belong beside their calls, so nothing may precede it. [M1]
 * @param lastSeq newest message of the session
 * @param isAsking the session ends as a request does: a message of the assistant at its end is the beginning of the answer */
export function askedMessage(entries: readonly ViewEntry[], lastSeq: number, isAsking: boolean): ViewEntry | null {
  let at = entries.length - 1
  if (isAsking && entries[at]?.role === 'assistant') at -= 1
  while (at >= 0 && isAppText(entries[at]!)) at -= 1
  const asked = entries[at]
  if (!asked || !isAsked(asked) || hasResult(asked)) return null
  return entries.length - 1 - at === lastSeq - asked.seq ? asked : null
}

function isAppText(entry: ViewEntry): boolean {
  return entry.role === 'system' || (entry.role === 'user' && entry.origin === 'app' && !hasResult(entry))
}

function hasResult({ shape }: ViewEntry): boolean {
  return shape.some(({ kind }) => kind === 'tool_result')
}

function isAsked({ role, origin }: ViewEntry): boolean {
  return role === 'user' && origin === 'human'
}

/** Returns how many quotes the context shows for the newest message of a person, `none`, or `off`. [M7] */
export function recallHeader(
  { policy, recall = [] }: Pick<Session, 'policy' | 'recall'>,
  entries: readonly ViewEntry[],
  isOff = false,
): string {
  const newest = entries.findLast(isAsked)?.seq
  const shown = recall.find(({ seq }) => seq === newest)?.shows.length
  return shown !== undefined ? String(shown) : isOff || policy.recall.mode === 'off' ? 'off' : 'none'
}
