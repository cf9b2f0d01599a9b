import { isHuman } from '../domain/compression-plan.js'
import { DomainError } from '../domain/errors.js'
import type { NewMessage, ViewEntry } from '../domain/message.js'
import type { Policy } from '../domain/policy.js'
import type { SessionTx } from './ports.js'

/** Room that the smallest possible rest of a context needs: one trimmed checkpoint and the stand-ins of the newest calls. */
const LEAST_REST_TOKENS = 200
/** Only a message of at least this share of the room is worth the look at everything else that cannot shrink. */
const SUSPICIOUS_SHARE = 0.2

/** Refuses the one message that no rule could make fit, before anything is written. [P3]
 * What never shrinks: system text, pinned messages, and the newest words of the user; all of the user's words where the policy forbids
 * to set any aside (`overflow: "reject"`). [R4] */
export async function refuseUnfitting(tx: SessionTx, messages: readonly NewMessage[]): Promise<void> {
  const { session } = tx
  const room = session.limit - session.reserve
  const unshrinkable = messages.filter(holds)
  const suspicious = (message: NewMessage) => message.tokens > room * SUSPICIOUS_SHARE || stays(session.policy, message)
  if (!unshrinkable.some(suspicious)) return
  const held = [...(await tx.entries()), ...messages].filter((entry) => stays(session.policy, entry))
  // The ledger shrinks to nothing where it must. The log's system messages are in the system tally already; only the prompt's own share is added to them.
  const systemOfLog = sum(held.filter((entry) => entry.role === 'system'))
  const fixed =
    session.tallies.system - systemOfLog + session.tallies.tools + session.tallies.goals - (session.ledger?.tokens ?? 0) + sum(held)
  for (const message of unshrinkable) {
    const needed = fixed + (held.includes(message) ? 0 : message.tokens) + LEAST_REST_TOKENS * Math.min(1, session.limit / 13_600)
    if (needed <= room) continue
    throw new DomainError(
      'message_exceeds_window',
      `Message of ${message.tokens} tokens cannot fit: ${fixed} tokens of system text, tools and pinned messages stay, and ${room} is all there is room for.`,
      {
        tokens: message.tokens,
        limit: session.limit,
        reserve: session.reserve,
        fixed: held.includes(message) ? fixed - message.tokens : fixed,
        seq: message.seq,
      },
    )
  }
}

/** Whether no rung of the ladder may take the message out of the context. */
export function stays({ overflow }: Pick<Policy, 'overflow'>, entry: Pick<ViewEntry, 'pinned' | 'role' | 'origin'>): boolean {
  return entry.pinned || entry.role === 'system' || (overflow === 'reject' && isHuman(entry))
}

function holds(entry: NewMessage): boolean {
  return entry.pinned || entry.role === 'system' || isHuman(entry)
}

function sum(entries: readonly Pick<ViewEntry, 'tokens'>[]): number {
  return entries.reduce((total, entry) => total + entry.tokens, 0)
}
