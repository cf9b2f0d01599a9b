import { DomainError } from '../../domain/errors.js'
import type { StoredMessage } from '../../domain/message.js'
import { reductionsBySeq, type Reduction } from '../../domain/context/reduction.js'
import type { Contents } from '../../domain/context/render-context.js'
import type { Ports } from '../ports/ports.js'

/** Most bytes of long messages in one context. No model takes more, and the reply is built in memory. */
const CONTEXT_BYTES = 64 * 1024 * 1024

/** Is asked for bytes before they are read into memory; resolves when there is room for them. */
export type Admit = (bytes: number) => Promise<void>

/** The text of everything in a context. A part that has a placeholder is not read: its message comes without its large parts, unless one of
 * these appears as it came. Throws message_exceeds_window when messages are together larger than any context may be. */
export async function contextContents(
  { store }: Pick<Ports, 'store'>,
  { sessionId, seqs, reductions }: { sessionId: string; seqs: readonly number[]; reductions: readonly Reduction[] },
  admit: Admit = async () => {},
): Promise<Contents> {
  const bySeq = reductionsBySeq(reductions)
  const reduced = seqs.filter((seq) => bySeq.has(seq))
  const messages = new Map<number, StoredMessage>()
  for (const { message, without } of reduced.length === 0 ? [] : await store.frames(sessionId, reduced)) {
    const replaced = new Set(bySeq.get(message.seq)?.map(({ part }) => part))
    if (without.every((part) => replaced.has(part))) messages.set(message.seq, message)
  }
  const whole = seqs.filter((seq) => !messages.has(seq))
  for (const message of await store.messages(sessionId, whole, (bytes) => within(bytes, admit)))
    messages.set(message.seq, message)
  return { messages, reductions: bySeq }
}

async function within(bytes: number, admit: Admit): Promise<void> {
  if (bytes <= CONTEXT_BYTES) return admit(bytes)
  const detail = `The long messages in the context are ${bytes} bytes together; a context holds at most ${CONTEXT_BYTES}.`
  throw new DomainError('message_exceeds_window', detail, { bytes, maxBytes: CONTEXT_BYTES })
}
