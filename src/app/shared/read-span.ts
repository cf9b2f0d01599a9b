import { createHash } from 'node:crypto'
import type { Part, StoredMessage } from '../../domain/message.js'
import { partKey } from '../../domain/context/reduction.js'
import { toSource } from '../../domain/source/source.js'
import type { SourceMessage } from '../../domain/source/types.js'
import { originalOf } from '../../threads/original-of.js'
import { eachStored } from './read-stored.js'

/** Parts to skip or to shorten, as keys of `partKey`. */
export interface ReadLess {
  /** Parts that left the context before this span. Skipped. */
  removed: ReadonlySet<string>
  /** Parts that were already reduced. Only head and tail are read, so that the model does not spend a call on them.
   * The context showed one line of each, and the original can be read back. The extractive lines keep its exact facts.
   * [D5] */
  reduced?: ReadonlySet<string>
  /** Characters read of each reduced part; 360 by default. */
  reducedChars?: number
}

/** Returns the messages of a span as input for a summary. */
export function readSpan(
  messages: readonly StoredMessage[],
  { removed, reduced = NONE, reducedChars = REDUCED_CHARS }: ReadLess,
): Promise<SourceMessage[]> {
  return eachStored(messages, (message, parsed) => {
    const left = parsed.parts.map((_, index) => index).filter((index) => !removed.has(partKey(message.seq, index)))
    // Thinking leaves first, and may be all that says what a call was for.
    const kept =
      left.length === 0
        ? left
        : parsed.parts.map((_, at) => at).filter((at) => left.includes(at) || parsed.parts[at]?.type === 'reasoning')
    const parts = kept.flatMap((index): Part[] => {
      const part = parsed.parts[index]
      if (!part || !reduced.has(partKey(message.seq, index))) return part ? [part] : []
      const text = ends(originalOf(message, parsed, index).content, reducedChars)
      return part.type === 'tool_result'
        ? [{ ...part, content: text }]
        : part.type === 'tool_call'
          ? [{ ...part, args: text }]
          : [part]
    })
    const source = toSource(
      message.seq,
      { ...parsed, parts, origin: message.origin },
      kept.flatMap((index) => message.shape[index] ?? []),
    )
    return { ...source, origin: message.origin }
  })
}

const NONE: ReadonlySet<string> = new Set()
/** Characters read of a reduced part, two thirds of them from its head. Tools often print their verdict last. [I18] */
export const REDUCED_CHARS = 360
const HEAD_SHARE = 2 / 3

/** Returns head and tail, cut between words. Half a path or number would look like a different, invented one. [V4] */
function ends(text: string, chars: number): string {
  if (text.length <= chars) return text
  const headChars = Math.floor(chars * HEAD_SHARE)
  const head = text.slice(0, headChars).replace(/(?<![^\s"])[^\s"]*$/, '')
  const tail = text.slice(headChars - chars).replace(/^[^\s"]*/, '')
  return `${head}\n[… the middle is left out …]\n${tail}`
}

/** Returns the SHA-256 of the message digests in order. It shows whether a span changed since its summary. [C7] */
export function spanDigest(messages: readonly Pick<StoredMessage, 'digest'>[]): string {
  const hash = createHash('sha256')
  for (const { digest } of messages) hash.update(digest)
  return hash.digest('hex')
}
