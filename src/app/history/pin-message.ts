import { usedTokens } from '../../domain/session/budget.js'
import type { Compression } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import { protectedTokens, minRestTokens, newestWordsTokens } from '../../domain/context/protected.js'
import type { ViewEntry } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import { enqueueCompression } from '../compression/enqueue.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { checkBudget } from '../compression/check-budget.js'

export interface PinInput {
  appId: string | null
  sessionId: string
  seq: number
  /** false: it may leave again when its turn comes. */
  pinned: boolean
}

/** Pins a message: it stands in every context, word for word, until it is unpinned. Only what stands whole in the context now can be pinned;
 * what has left, or was partly put away, is not brought back: the app can read it and append it again. Done twice it is done once.
 * Throws session_not_found, not_found, message_not_in_context, message_exceeds_window. [P4] [G1] */
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
    throw new DomainError('not_found', `There is no such message in session ${session.id}.`)
  const entries = await tx.entries()
  const entry = entries.find((candidate) => candidate.seq === seq)
  if (pinned) await requirePinnable(tx, entries, seq, entry)
  if (!entry || entry.pinned === pinned) return null
  await tx.pin(seq, pinned)
  tx.emit({ type: pinned ? 'message-pinned' : 'message-unpinned', data: { seq, tokens: entry.viewTokens } })
  // What may leave again may be what a full session waited for.
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
    throw notWhole(seq, where, read)
  }
  if (entry.state === 'reduced' && !entry.pinned) throw notWhole(seq, 'reduced', `messages?from=${seq}&to=${seq}`)
  const then = entries.map((other) => (other.seq === seq ? { ...other, pinned: true } : other))
  const freeTokens = session.limit - session.reserve
  const others =
    protectedTokens(session, then) -
    entry.viewTokens +
    newestWordsTokens(session.policy, then) +
    minRestTokens(session.limit)
  if (entry.pinned || others + entry.viewTokens <= freeTokens) return
  throw new DomainError(
    'message_exceeds_window',
    `Message ${seq} takes ${entry.viewTokens} tokens for good; beside what stays already there is room for ${Math.max(0, Math.floor(freeTokens - others))}.`,
    {
      tokens: entry.viewTokens,
      freeTokens: Math.max(0, Math.floor(freeTokens - others)),
      used: usedTokens(session.tokenCounts),
      limit: session.limit,
    },
  )
}

function notWhole(seq: number, state: string, read: string): DomainError {
  const how =
    state === 'reduced' ? 'was partly put away' : state === 'covered' ? 'stands behind a checkpoint' : 'was set aside'
  const message = `Message ${seq} ${how}; it cannot be pinned any more. Read it at ${read} and append what must stay.`
  return new DomainError('message_not_in_context', message, { seq, state, read })
}
