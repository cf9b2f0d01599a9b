import type { TokenCounts } from './budget.js'
import type { Checkpoint } from '../compression/checkpoint.js'
import type { ViewEntry } from '../message.js'
import { unitsOf } from '../context/pairing.js'
import type { Session } from './session.js'

/** Tokens of everything in the context, from the records alone. The session's running tallies must always equal this.
 * System messages of the log count as system text; they never leave, so the prompt's own share is what remains without them. */
export function recount(
  session: Pick<Session, 'tokenCounts' | 'lastSpokenSeq'>,
  entries: readonly ViewEntry[],
  checkpoints: readonly Pick<Checkpoint, 'tokens'>[],
): TokenCounts {
  const tokenCounts: TokenCounts = { ...session.tokenCounts, checkpoints: 0, user: 0, assistant: 0, tool: 0 }
  for (const entry of entries) if (entry.role !== 'system') tokenCounts[entry.role] += entry.viewTokens
  for (const unit of unitsOf(entries, session.lastSpokenSeq)) {
    // What a unit costs beyond its messages are the stand-ins for results that never came.
    tokenCounts.tool += unit.tokens - unit.entries.reduce((sum, entry) => sum + entry.viewTokens, 0)
  }
  for (const checkpoint of checkpoints) tokenCounts.checkpoints += checkpoint.tokens
  return tokenCounts
}
