import { createHash } from 'node:crypto'
import type { Part, StoredMessage } from '../../domain/message.js'
import { partKey } from '../../domain/context/reduction.js'
import { toSource } from '../../domain/source/source.js'
import type { SourceMessage } from '../../domain/source/types.js'
import { originalOf } from './original-of.js'
import { eachStored } from './read-stored.js'

/** Parts that are not read whole: keys of `partKey`. */
export interface ReadLess {
  /** Left the context before the span did: not read at all. */
  removed: ReadonlySet<string>
  /** Put away before: read by their ends only. For a model: it need not spend a call on what stood in the context as one line, can be read
   * back, and gives its exact facts to the lines that are copied. [D5] */
  reduced?: ReadonlySet<string>
}

/** The messages of a span, read for the summary rooms. */
export function readSpan(
  messages: readonly StoredMessage[],
  { removed, reduced = NONE }: ReadLess,
): Promise<SourceMessage[]> {
  return eachStored(messages, (message, parsed) => {
    const kept = parsed.parts.map((_, index) => index).filter((index) => !removed.has(partKey(message.seq, index)))
    const parts = kept.flatMap((index): Part[] => {
      const part = parsed.parts[index]
      if (!part || !reduced.has(partKey(message.seq, index))) return part ? [part] : []
      const text = ends(originalOf(message, parsed, index).content)
      return part.type === 'tool_result'
        ? [{ ...part, content: text }]
        : part.type === 'tool_call'
          ? [{ ...part, args: text }]
          : [part]
    })
    return toSource(
      message.seq,
      { role: parsed.role, parts },
      kept.flatMap((index) => message.shape[index] ?? []),
    )
  })
}

const NONE: ReadonlySet<string> = new Set()
/** Characters shown of the head and of the tail of what is shortened: a tool's verdict often stands last. [I18] */
const SHOWN_HEAD = 240
const SHOWN_TAIL = 120

/** Head and tail, cut where words end: half a path or number would be one that nobody wrote. [V4] */
function ends(text: string): string {
  if (text.length <= SHOWN_HEAD + SHOWN_TAIL) return text
  const head = text.slice(0, SHOWN_HEAD).replace(/[^\s"]*$/, '')
  const tail = text.slice(-SHOWN_TAIL).replace(/^[^\s"]*/, '')
  return `${head}\n[… the middle is left out …]\n${tail}`
}

/** SHA-256 over the digests in order: says whether a span is still the one that was summarized. [C7] */
export function spanDigest(messages: readonly Pick<StoredMessage, 'digest'>[]): string {
  const hash = createHash('sha256')
  for (const { digest } of messages) hash.update(digest)
  return hash.digest('hex')
}
