import { safeError, type SafeError } from '../ports/safe-error.js'
import { parseMessage } from '../domain/formats/index.js'
import type { Json, StoredMessage } from '../domain/message.js'
import { passagesFrom, type PartText, type WrittenPassage } from '../domain/search/passages.js'
import { exactOriginal, originalOf } from './original-of.js'

/** Cuts stored messages into the passages of the search index. [R7] */

type Stored = Pick<StoredMessage, 'format' | 'raw' | 'seq'>

export interface IndexedMessages {
  passages: WrittenPassage[]
  /** Messages that could not be read. A thread hands over only what may be logged of an error. */
  unread: { seq: number; failure: SafeError }[]
}

/** Returns the passages of messages, in their order. One that cannot be read does not stop the index of the others. */
export function indexedPassages(messages: readonly Stored[]): IndexedMessages {
  const indexed: IndexedMessages = { passages: [], unread: [] }
  for (const message of messages) {
    const { seq } = message
    try {
      for (const text of partTexts(message))
        for (const { terms, ...passage } of passagesFrom(text, 0, Infinity).passages)
          indexed.passages.push({ ...passage, seq, terms: terms.join('\n') })
    } catch (error) {
      indexed.unread.push({ seq, failure: safeError(error) })
    }
  }
  return indexed
}

/** Calls of one message whose arguments are cut out of its exact text. Each cut reads the text from its start. */
const MAX_EXACT_CALLS = 64

/** Returns the texts of a message that search reads: texts, reasoning, arguments and results, each as its offload would be
 * read back. Images and files have none. [R7] */
export function partTexts({ format, raw, seq }: Stored): PartText[] {
  const parsed = parseMessage(format, JSON.parse(raw) as Json, `message ${seq}`)
  const source = { format, raw }
  let calls = 0
  return parsed.parts.flatMap((part, index): PartText[] => {
    const plain = { part: index, isJson: false, name: null }
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return [{ ...plain, text: part.text }]
      case 'tool_result':
        return [{ ...plain, text: originalOf(source, parsed, index).content }]
      case 'tool_call': {
        calls += 1
        const isExact = calls <= MAX_EXACT_CALLS
        const text = isExact ? exactOriginal(source, parsed, index).content : JSON.stringify(part.args)
        // Arguments that came as a string are JSON text too.
        return [{ part: index, isJson: true, name: part.name, text }]
      }
      default:
        return []
    }
  })
}
