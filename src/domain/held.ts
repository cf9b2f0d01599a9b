/** What no rule may take out of a context. [P3] [P4] */
import { isHuman } from './compression-plan.js'
import type { NewMessage, PartShape, ViewEntry } from './message.js'
import { unitsOf } from './pairing.js'
import type { Policy } from './policy.js'
import type { Session } from './session.js'
import { MESSAGE_OVERHEAD } from './tokens.js'

/** Room that the smallest possible rest of a context needs, at a limit of 13,600: one trimmed checkpoint and the stand-ins of the newest calls. */
const LEAST_REST_TOKENS = 200
/** What stands for a result or for the arguments of a call, once they are put away. */
const STAND_IN_TOKENS = 300

/** Whether no rung of the ladder may take the message out of the context. */
export function stays({ overflow }: Pick<Policy, 'overflow'>, entry: Pick<ViewEntry, 'pinned' | 'role' | 'origin'>): boolean {
  return entry.pinned || entry.role === 'system' || (overflow === 'reject' && isHuman(entry))
}

export function leastRestTokens(limit: number): number {
  return LEAST_REST_TOKENS * Math.min(1, limit / 13_600)
}

/** Tokens of system text, tools, goals, and of the messages that stay with what must stand beside them, as small as it can be made.
 * Ledger and progress shrink to nothing where they must.
 * @param entries all messages in the context, those that are about to be added included */
export function heldTokens(
  session: Pick<Session, 'tallies' | 'goals' | 'policy' | 'lastSpokenSeq'>,
  entries: readonly (ViewEntry | NewMessage)[],
): number {
  const { tallies, policy, goals } = session
  const viewed = entries.map((entry): ViewEntry => ('viewTokens' in entry ? entry : { ...entry, state: 'raw', viewTokens: entry.tokens }))
  const units = unitsOf(viewed, session.lastSpokenSeq).filter((unit) => unit.entries.some((entry) => stays(policy, entry)))
  const kept = units
    .flatMap((unit) => unit.entries)
    .map((entry) => (stays(policy, entry) ? entry.viewTokens : Math.min(entry.viewTokens, leastOf(entry))))
  // The log's system messages are in the system tally already; only the prompt's own share is added to them.
  const systemOfLog = viewed.filter(({ role }) => role === 'system').reduce((sum, entry) => sum + entry.viewTokens, 0)
  return tallies.system - systemOfLog + tallies.tools + (goals?.heldTokens ?? 0) + kept.reduce((sum, tokens) => sum + tokens, 0)
}

/** The newest human message is never set aside. */
export function newestWordsTokens(entries: readonly Pick<ViewEntry, 'role' | 'origin' | 'viewTokens'>[]): number {
  return entries.findLast(isHuman)?.viewTokens ?? 0
}

function leastOf({ shape }: ViewEntry): number {
  return shape.reduce((sum, part) => sum + (isReducible(part) ? Math.min(part.tokens, STAND_IN_TOKENS) : part.tokens), MESSAGE_OVERHEAD)
}

function isReducible(part: PartShape): boolean {
  return part.kind === 'tool_call' || (part.kind === 'tool_result' && !part.isError)
}
