import type { ParsedMessage, Part, StoredMessage } from '../../domain/message.js'
import type { Measures } from '../../domain/originals/slices.js'
import { compute } from '../../threads/compute.js'
import type { Original } from '../../threads/original-of.js'

/** Reads originals of parts without blocking the event loop. [T1] */

type Source = Pick<StoredMessage, 'format' | 'raw'>

/** Returns the original of a part, as text where it has one.
 * @param as `json`: the part's exact JSON instead */
export function readOriginal(
  { format, raw }: Source,
  { parts, paths }: ParsedMessage,
  index: number,
  as: 'text' | 'json' = 'text',
): Promise<Original> {
  const part = parts[index]
  const isText = as === 'text' && (part?.type === 'text' || part?.type === 'tool_result')
  // Only this part is copied to a thread, and the text of the message only where it is cut out of that.
  const source = { format, raw: isText ? '' : raw }
  const alone = { parts: part ? [part] : [], paths: paths.slice(index, index + 1) }
  return compute(
    as === 'json' ? 'exactOriginal' : 'originalOf',
    isText ? mediaChars(part) : raw.length,
    source,
    alone,
    0,
  )
}

/** Measures and hashes an original: 16 MiB take 50 to 100 ms. */
export function measureOriginal(content: string): Promise<Measures> {
  return compute('measuresOf', content.length, content)
}

/** Returns the characters of images and files in a part: only these are decoded and hashed. */
function mediaChars(part: Part): number {
  if (part.type !== 'tool_result' || typeof part.content === 'string') return 0
  return part.content.reduce((sum, block) => sum + (block.type === 'text' ? 0 : JSON.stringify(block).length), 0)
}
