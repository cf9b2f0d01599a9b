import { usedTokens } from '../../domain/session/budget.js'
import { describeFitLimit, fitLimit, modelTokens } from '../../domain/session/model-tokens.js'
import { isHuman, type NewMessage } from '../../domain/message.js'
import { DomainError } from '../../domain/errors.js'
import { protectedTokens, minRestTokens, minTokens, isProtected } from '../../domain/reductions/protected.js'
import { pauseAfterMany } from '../../ports/pause.js'
import type { SessionTx } from '../../ports/ports.js'

/** While the context fits, a message below this share of the limit is accepted without summing protected tokens. */
const SUSPICIOUS_SHARE = 0.2

/** Rejects a message that no rule could make fit, before anything is written. Throws message_exceeds_window. [P3]
 * Protected content never shrinks: system text, goals and locks, pinned messages, and the user's newest message.
 * With `oversized: "offload"` a human message shrinks to its head and tail. [D8]
 * With `overflow: "reject"` all messages of the user are protected. [R4] */
export async function rejectOversized(tx: SessionTx, messages: readonly NewMessage[]): Promise<void> {
  const { session } = tx
  const freeTokens = fitLimit(session)
  const unshrinkable = messages.filter(mayNotShrink)
  const min = (message: NewMessage) => minTokens(session.policy, message)
  const suspicious = (message: NewMessage) =>
    min(message) > freeTokens * SUSPICIOUS_SHARE || isProtected(session.policy, message)
  const fits = usedTokens(session.tokenCounts) <= freeTokens - minRestTokens(session)
  if (unshrinkable.length === 0 || (fits && !unshrinkable.some(suspicious))) return
  const all = [...(await tx.entries()), ...messages]
  const fixed = protectedTokens(session, all)
  await pauseAfterMany(all.length)
  for (const message of unshrinkable) {
    // `fixed` already includes the message if it is protected.
    const isFixed = isProtected(session.policy, message)
    const needed = fixed + (isFixed ? 0 : min(message)) + minRestTokens(session)
    if (needed <= freeTokens) continue
    const tokens = modelTokens(session, message.tokens)
    throw new DomainError(
      'message_exceeds_window',
      `Message of ${tokens} tokens does not fit: ${describeFitLimit(session)} are available, and protected ` +
        `content (system text, tools, goals, pinned messages) needs ${modelTokens(session, fixed)} of them. ` +
        'Shorten the message or unpin others.',
      {
        tokens,
        limit: session.limit,
        reserve: session.reserve,
        fixed: modelTokens(session, isFixed ? fixed - min(message) : fixed),
        seq: message.seq,
      },
    )
  }
}

function mayNotShrink(entry: NewMessage): boolean {
  return entry.pinned || entry.role === 'system' || isHuman(entry)
}
