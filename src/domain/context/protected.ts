/** What no rule may take out of a context. [P3] [P4] */
import { isHuman } from '../compression/compression-plan.js'
import type { NewMessage, PartShape, ViewEntry } from '../message.js'
import { unitsOf } from './pairing.js'
import type { Policy } from '../session/policy.js'
import { isReadBack } from '../reductions/candidates.js'
import { REFERENCE_MOST_TOKENS } from '../reductions/placeholders.js'
import type { Session } from '../session/session.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

/** Room that the smallest possible rest of a context needs, at a limit of 13,600: one trimmed checkpoint and the stand-ins of the newest calls. */
const LEAST_REST_TOKENS = 200

/** Whether no rung of the ladder may take the message out of the context. */
export function isProtected(
  { overflow }: Pick<Policy, 'overflow'>,
  entry: Pick<ViewEntry, 'pinned' | 'role' | 'origin'>,
): boolean {
  return entry.pinned || entry.role === 'system' || (overflow === 'reject' && isHuman(entry))
}

export function minRestTokens(limit: number): number {
  return LEAST_REST_TOKENS * Math.min(1, limit / 13_600)
}

/** Tokens of system text, tools, goals, and of the messages that stay with what must stand beside them, as small as it can be made.
 * Ledger and progress shrink to nothing where they must.
 * @param entries all messages in the context, those that are about to be added included */
export function protectedTokens(
  session: Pick<Session, 'tokenCounts' | 'goals' | 'policy' | 'lastSpokenSeq'>,
  entries: readonly (ViewEntry | NewMessage)[],
): number {
  const { tokenCounts, policy, goals } = session
  const viewed = entries.map((entry): ViewEntry =>
    'viewTokens' in entry ? entry : { ...entry, state: 'raw', viewTokens: entry.tokens },
  )
  const units = unitsOf(viewed, session.lastSpokenSeq).filter((unit) =>
    unit.entries.some((entry) => isProtected(policy, entry)),
  )
  const kept = units.flatMap((unit) => unit.entries).map((entry) => minTokens(policy, entry))
  // The log's system messages are in the system tally already; only the prompt's own share is added to them.
  const systemOfLog = viewed.filter(({ role }) => role === 'system').reduce((sum, entry) => sum + entry.viewTokens, 0)
  return (
    tokenCounts.system -
    systemOfLog +
    tokenCounts.tools +
    (goals?.protectedTokens ?? 0) +
    kept.reduce((sum, tokens) => sum + tokens, 0)
  )
}

/** The newest human message is never set aside, pinned or not: what it takes beyond what is held. */
export function newestWordsTokens(policy: Policy, entries: readonly ViewEntry[]): number {
  const newest = entries.findLast(isHuman)
  return newest && !isProtected(policy, newest) ? minTokens(policy, newest) : 0
}

/** A message as small as it can be made while it stays: results beside a person's words can still be put away. */
export function minTokens(policy: Pick<Policy, 'humanTools'>, entry: ViewEntry | NewMessage): number {
  const tokens = 'viewTokens' in entry ? entry.viewTokens : entry.tokens
  if (entry.pinned || entry.role === 'system') return tokens
  const least = (part: PartShape) =>
    isReducible(policy, part) ? Math.min(part.tokens, REFERENCE_MOST_TOKENS) : part.tokens
  return Math.min(
    tokens,
    entry.shape.reduce((sum, part) => sum + least(part), MESSAGE_OVERHEAD),
  )
}

function isReducible({ humanTools }: Pick<Policy, 'humanTools'>, part: PartShape): boolean {
  if (part.kind !== 'tool_result') return part.kind === 'tool_call'
  return !part.isError && !humanTools.includes(part.name) && !isReadBack(part)
}
