import type { ArchivedMessage } from '../../domain/archive/archive.js'
import type { ParsedMessage, PartShape } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'
import type { ImportedMessage } from '../../ports/ports.js'
import { readStored } from '../shared/read-stored.js'
import { importRefused } from './refusal.js'

/** Checks that an archived message is what its record says, so that no later reader meets a contradiction. Returns it
 * with the copies that are stored beside a large message. Throws import_refused.
 * @param seq number that the message must have */
export async function checkMessage(message: ArchivedMessage, seq: number): Promise<ImportedMessage> {
  const { raw, digest, shape, state, viewTokens, tokens } = message
  if (message.seq !== seq) throw importRefused(`Message ${seq} is missing; message ${message.seq} follows instead.`)
  if ((await compute('textDigest', raw.length, raw)) !== digest)
    throw importRefused(`The text of message ${seq} differs from its digest.`)
  const parsed = await readStored(message)
  if (!agrees(parsed, message)) throw importRefused(`The shape of message ${seq} differs from its text.`)
  const inContext = state === 'raw' || state === 'reduced'
  if (viewTokens < 0 || viewTokens > tokens || (!inContext && viewTokens !== 0))
    throw importRefused(`Message ${seq} of ${tokens} tokens is ${state} with ${viewTokens} tokens in the context.`)
  if (sumOf(shape) > tokens) throw importRefused(`The parts of message ${seq} have more tokens than the message.`)
  return { ...message, ...(await compute('shortened', raw.length, message)) }
}

function agrees({ role, parts }: ParsedMessage, message: ArchivedMessage): boolean {
  const { shape } = message
  return (
    role === message.role && parts.length === shape.length && parts.every((part, at) => part.type === shape[at]?.kind)
  )
}

function sumOf(shape: readonly PartShape[]): number {
  return shape.reduce((sum, { tokens }) => sum + tokens, 0)
}
