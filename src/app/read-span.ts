import { createHash } from 'node:crypto'
import { parseMessage } from '../domain/formats/index.js'
import type { Json, StoredMessage } from '../domain/message.js'
import { toSource } from '../domain/summary/source.js'
import type { SourceMessage } from '../domain/summary/types.js'

/** The messages of a span, read for the summary rooms. */
export function readSpan(messages: readonly StoredMessage[]): SourceMessage[] {
  return messages.map((message) => {
    const parsed = parseMessage(message.format, JSON.parse(message.raw) as Json, `message ${message.seq}`)
    return toSource(message.seq, parsed, message.shape)
  })
}

/** SHA-256 over the digests in order: says whether a span is still the one that was summarised. [C7] */
export function spanDigest(messages: readonly Pick<StoredMessage, 'digest'>[]): string {
  const hash = createHash('sha256')
  for (const { digest } of messages) hash.update(digest)
  return hash.digest('hex')
}
