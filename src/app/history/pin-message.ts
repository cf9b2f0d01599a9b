import { fitLimit, modelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Compression } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import { protectedTokens, minRestTokens, newestWordsTokens } from '../../domain/reductions/protected.js'
import type { ViewEntry } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import { enqueueCompression } from '../compression/enqueue.js'
import type { Ports, SessionTx, SessionAddress } from '../../ports/ports.js'
import { notePinned } from '../standing/note-kept.js'
import { checkBudget } from '../compression/check-budget.js'

export interface PinInput extends SessionAddress {
  seq: number
  /** false: unpin, so that the message may leave the context again. */
  pinned: boolean
}

/** Pins or unpins a message. A pinned message appears verbatim in every context. Idempotent. [P4] [G1]
 * Only a message that is complete in the context can be pinned. An evicted, covered, or reduced message is not
 * restored: the app can read it and append it again.
 * Throws session_not_found, not_found, message_not_in_context, message_exceeds_window. */
export async function pinMessage(ports: Ports, input: PinInput): Promise<Session> {
  const { session, pending } = await ports.store.change(input.sessionId, input.appId, async (tx) => ({
    session: tx.session,
    pending: await pinInside(tx, ports, input),
  }))
  if (pending) await enqueueCompression(ports, pending)
  return session
}

async function pinInside(tx: SessionTx, ports: Ports, { seq, pinned }: PinInput): Promise<Compression | null> {
  const { session } = tx
  if (!(seq >= 1 && seq <= session.lastSeq))
    throw new DomainError('not_found', `No message ${seq} in session ${session.id}; the last is ${session.lastSeq}.`)
  const entries = await tx.entries()
  const entry = entries.find((candidate) => candidate.seq === seq)
  if (pinned) await requirePinnable(tx, entries, seq, entry)
  if (!entry || entry.pinned === pinned) return null
  await tx.pin(seq, pinned)
  tx.emit({ type: pinned ? 'message-pinned' : 'message-unpinned', data: { seq, tokens: entry.viewTokens } })
  await notePinned(tx, ports, seq, pinned)
  // A full session may now be able to compress the unpinned message.
  return pinned ? null : checkBudget(tx, ports)
}

async function requirePinnable(
  tx: SessionTx,
  entries: readonly ViewEntry[],
  seq: number,
  entry: ViewEntry | undefined,
): Promise<void> {
  const { session } = tx
  if (!entry) {
    const checkpoint = (await tx.checkpoints()).find(({ covered }) =>
      covered.some(({ from, to }) => from <= seq && seq <= to),
    )
    const [where, read] = checkpoint
      ? ['covered', `checkpoints/${checkpoint.id}/messages`]
      : ['evicted', `messages?from=${seq}&to=${seq}`]
    throw notComplete(seq, where, read)
  }
  if (entry.state === 'reduced' && !entry.pinned) throw notComplete(seq, 'reduced', `messages?from=${seq}&to=${seq}`)
  const withPin = entries.map((other) => (other.seq === seq ? { ...other, pinned: true } : other))
  const freeTokens = fitLimit(session)
  const others =
    protectedTokens(session, withPin) -
    entry.viewTokens +
    newestWordsTokens(session.policy, withPin) +
    minRestTokens(session)
  if (entry.pinned || others + entry.viewTokens <= freeTokens) return
  const available = modelTokens(session, Math.max(0, freeTokens - others))
  const tokens = modelTokens(session, entry.viewTokens)
  throw new DomainError(
    'message_exceeds_window',
    `Pinning message ${seq} needs ${tokens} tokens; ${available} are available. Unpin other messages first.`,
    {
      tokens,
      freeTokens: available,
      used: usedModelTokens(session),
      limit: session.limit,
    },
  )
}

function notComplete(seq: number, state: string, read: string): DomainError {
  const fault = state === 'reduced' ? 'was reduced' : state === 'covered' ? 'is covered by a checkpoint' : 'was evicted'
  const message = `Message ${seq} ${fault} and can no longer be pinned. Read it at ${read} and append what must stay.`
  return new DomainError('message_not_in_context', message, { seq, state, read })
}
