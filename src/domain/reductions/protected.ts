/** Computes the part of a context that no rule may remove. [P3] [P4] */
import { isHuman, type NewMessage, type PartShape, type ViewEntry } from '../message.js'
import { unitsOf } from '../context/pairing.js'
import { policyScale } from '../session/model-tokens.js'
import type { Policy } from '../session/policy.js'
import { isReadBack } from './candidates.js'
import { MAX_REFERENCE_TOKENS } from './placeholders.js'
import { CUT_RULES } from './registry.js'
import { mayOffloadText } from './text-parts.js'
import type { Session } from '../session/session.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

/** Model tokens for the smallest possible rest of a context, at a limit of 13,600: one trimmed checkpoint and the
 * placeholders of the newest calls. */
const MIN_REST_TOKENS = 200

/** Whether the message must stay in the context under every rule. */
export function isProtected(
  { overflow }: Pick<Policy, 'overflow'>,
  entry: Pick<ViewEntry, 'pinned' | 'role' | 'origin'>,
): boolean {
  return entry.pinned || entry.role === 'system' || (overflow === 'reject' && isHuman(entry))
}

/** Returns base tokens. */
export function minRestTokens(session: Pick<Session, 'limit' | 'scale'>): number {
  return MIN_REST_TOKENS * policyScale(session)
}

/** Returns the minimum tokens of system text, tools, goals, and protected messages with the messages of their units.
 * Ledger and progress do not count, because they can shrink to nothing.
 * @param entries all messages in the context, including those about to be added */
export function protectedTokens(
  session: Pick<Session, 'tokenCounts' | 'goals' | 'policy' | 'lastSpokenSeq'>,
  entries: readonly (ViewEntry | NewMessage)[],
): number {
  const { tokenCounts, policy, goals } = session
  const isKept = (entry: ViewEntry | NewMessage) => isProtected(policy, entry)
  // Grouping is slow in a long history, and in most there is nothing to group for.
  const units = entries.some(isKept)
    ? unitsOf(entries.map(asViewed), session.lastSpokenSeq).filter((unit) => unit.entries.some(isKept))
    : []
  const kept = units.flatMap((unit) => unit.entries).map((entry) => minTokens(policy, entry))
  // `tokenCounts.system` already includes the system messages of the history, so only the prompt's share is added.
  const systemOfLog = entries
    .filter(({ role }) => role === 'system')
    .reduce((sum, entry) => sum + asViewed(entry).viewTokens, 0)
  return (
    tokenCounts.system -
    systemOfLog +
    tokenCounts.tools +
    (goals?.protectedTokens ?? 0) +
    kept.reduce((sum, tokens) => sum + tokens, 0)
  )
}

function asViewed(entry: ViewEntry | NewMessage): ViewEntry {
  return 'viewTokens' in entry ? entry : { ...entry, state: 'raw', viewTokens: entry.tokens }
}

/** Returns the minimum tokens of the newest human message, which is never evicted; 0 if it is protected and thus
 * counted already. */
export function newestWordsTokens(policy: Policy, entries: readonly ViewEntry[]): number {
  const newest = entries.findLast(isHuman)
  return newest && !isProtected(policy, newest) ? minTokens(policy, newest) : 0
}

/** Returns the minimum tokens of a message that stays in the context. Tool results next to a person's text can still be
 * reduced, and so can text of assistants and programs, and long human text if the policy allows. [D8] */
export function minTokens(policy: Pick<Policy, 'humanTools' | 'oversized'>, entry: ViewEntry | NewMessage): number {
  const tokens = 'viewTokens' in entry ? entry.viewTokens : entry.tokens
  if (entry.pinned || entry.role === 'system') return tokens
  const minPartTokens = (part: PartShape) =>
    LEAVES_FIRST.has(part.kind)
      ? 0
      : isReducible(policy, entry, part)
        ? Math.min(part.tokens, MAX_REFERENCE_TOKENS)
        : part.tokens
  return Math.min(
    tokens,
    entry.shape.reduce((sum, part) => sum + minPartTokens(part), MESSAGE_OVERHEAD),
  )
}

/** Kinds of parts that leave before a message is refused. [D7] */
const LEAVES_FIRST = new Set(CUT_RULES.flatMap(({ rule }) => rule.withEveryCut?.part ?? []))

function isReducible(
  { humanTools, oversized }: Pick<Policy, 'humanTools' | 'oversized'>,
  entry: Pick<ViewEntry, 'role' | 'origin' | 'pinned'>,
  part: PartShape,
): boolean {
  if (part.kind === 'text') return mayOffloadText(entry) || (oversized === 'offload' && isHuman(entry))
  if (part.kind !== 'tool_result') return part.kind === 'tool_call'
  return !part.isError && !humanTools.includes(part.name) && !isReadBack(part)
}
