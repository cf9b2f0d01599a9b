import { createHash } from 'node:crypto'
import { parseMessage } from '../domain/formats/index.js'
import type { Json, StoredMessage } from '../domain/message.js'
import { partKey } from '../domain/reduction.js'
import { toSource } from '../domain/summary/source.js'
import type { SourceMessage } from '../domain/summary/types.js'

/** The messages of a span, read for the summary rooms; without the parts that had left the context before. */
export function readSpan(messages: readonly StoredMessage[], gone: ReadonlySet<string>): SourceMessage[] {
  return messages.map((message) => {
    const { role, parts } = parseMessage(message.format, JSON.parse(message.raw) as Json, `message ${message.seq}`)
    const kept = parts.map((_, index) => index).filter((index) => !gone.has(partKey(message.seq, index)))
    const shape = kept.flatMap((index) => message.shape[index] ?? [])
    return toSource(message.seq, { role, parts: kept.flatMap((index) => parts[index] ?? []) }, shape)
  })
}

/** SHA-256 over the digests in order: says whether a span is still the one that was summarised. [C7] */
export function spanDigest(messages: readonly Pick<StoredMessage, 'digest'>[]): string {
  const hash = createHash('sha256')
  for (const { digest } of messages) hash.update(digest)
  return hash.digest('hex')
}
