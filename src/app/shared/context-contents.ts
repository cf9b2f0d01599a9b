import { DomainError } from '../../domain/errors.js'
import type { StoredMessage } from '../../domain/message.js'
import { reductionsBySeq, type Reduction } from '../../domain/context/reduction.js'
import type { Contents } from '../../domain/context/render-context.js'
import type { Ports } from '../../ports/ports.js'

/** Maximum bytes of long messages in one context. No model accepts more, and the reply is built in memory. */
const CONTEXT_BYTES = 64 * 1024 * 1024

/** Reserves memory for `bytes` before they are read. Resolves when that much memory is free. */
export type Admit = (bytes: number) => Promise<void>

/** Returns the text of everything in a context. A message is loaded without its large parts if each of them has a
 * placeholder. Throws message_exceeds_window when the messages together exceed the size limit of a context. */
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
  const detail = `The long messages in the context total ${bytes} bytes; the maximum is ${CONTEXT_BYTES}.`
  throw new DomainError('message_exceeds_window', detail, { bytes, maxBytes: CONTEXT_BYTES })
}
