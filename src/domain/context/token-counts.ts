import type { TokenCounts } from '../session/budget.js'
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { ViewEntry } from '../message.js'
import { unitsOf } from './pairing.js'
import type { Session } from '../session/session.js'

/** Recomputes the tokens of everything in the context from the records. The session's running counts must always equal
 * this. System messages in the history count as system text. They never leave the context, so `system` is taken from
 * the session. */
export function recount(
  session: Pick<Session, 'tokenCounts' | 'lastSpokenSeq'>,
  entries: readonly ViewEntry[],
  checkpoints: readonly Pick<Checkpoint, 'tokens'>[],
): TokenCounts {
  const tokenCounts = { ...session.tokenCounts, checkpoints: 0, user: 0, assistant: 0, tool: 0 }
  for (const entry of entries) if (entry.role !== 'system') tokenCounts[entry.role] += entry.viewTokens
  for (const unit of unitsOf(entries, session.lastSpokenSeq)) {
    // The tokens of a unit beyond its messages are the placeholders for missing results.
    tokenCounts.tool += unit.tokens - unit.entries.reduce((sum, entry) => sum + entry.viewTokens, 0)
  }
  for (const checkpoint of checkpoints) tokenCounts.checkpoints += checkpoint.tokens
  return tokenCounts
}
