import { usedTokens } from '../../domain/session/budget.js'
import { isHuman } from '../../domain/compression/compression-plan.js'
import { DomainError } from '../../domain/errors.js'
import { protectedTokens, minRestTokens, minTokens, isProtected } from '../../domain/context/protected.js'
import type { NewMessage } from '../../domain/message.js'
import type { SessionTx } from '../ports/ports.js'

/** While everything fits, only a message of at least this share of the room is worth the look at what cannot shrink. */
const SUSPICIOUS_SHARE = 0.2

/** Refuses the one message that no rule could make fit, before anything is written. [P3]
 * What never shrinks: system text, goals and locks, pinned messages, and the newest words of the user; all of the user's words where the
 * policy forbids to set any aside (`overflow: "reject"`). [R4] */
export async function refuseUnfitting(tx: SessionTx, messages: readonly NewMessage[]): Promise<void> {
  const { session } = tx
  const freeTokens = session.limit - session.reserve
  const unshrinkable = messages.filter(holds)
  const least = (message: NewMessage) => minTokens(session.policy, message)
  const suspicious = (message: NewMessage) =>
    least(message) > freeTokens * SUSPICIOUS_SHARE || isProtected(session.policy, message)
  const fits = usedTokens(session.tokenCounts) <= freeTokens - minRestTokens(session.limit)
  if (unshrinkable.length === 0 || (fits && !unshrinkable.some(suspicious))) return
  const fixed = protectedTokens(session, [...(await tx.entries()), ...messages])
  for (const message of unshrinkable) {
    const held = isProtected(session.policy, message)
    const needed = fixed + (held ? 0 : least(message)) + minRestTokens(session.limit)
    if (needed <= freeTokens) continue
    throw new DomainError(
      'message_exceeds_window',
      `Message of ${message.tokens} tokens cannot fit: ${fixed} tokens of system text, tools, goals and pinned messages stay, and ${freeTokens} is all there is room for.`,
      {
        tokens: message.tokens,
        limit: session.limit,
        reserve: session.reserve,
        fixed: held ? fixed - least(message) : fixed,
        seq: message.seq,
      },
    )
  }
}

function holds(entry: NewMessage): boolean {
  return entry.pinned || entry.role === 'system' || isHuman(entry)
}
