import type { ParsedMessage, StoredMessage } from '../../domain/message.js'
import type { PartText } from '../../domain/search/passages.js'
import { readOriginal } from '../shared/read-original.js'

/** Calls of one message whose arguments are cut out of its exact text. Each cut reads the text from its start. */
const MAX_EXACT_CALLS = 64

/** Returns the texts of a message that search reads: texts, reasoning, arguments and results, each as its offload would be
 * read back. Images and files have none. [R7] */
export async function partTexts(
  message: Pick<StoredMessage, 'format' | 'raw'>,
  parsed: ParsedMessage,
): Promise<PartText[]> {
  const texts: PartText[] = []
  let calls = 0
  for (const [index, part] of parsed.parts.entries()) {
    const plain = { part: index, isJson: false, name: null }
    switch (part.type) {
      case 'text':
      case 'reasoning':
        texts.push({ ...plain, text: part.text })
        break
      case 'tool_result':
        texts.push({ ...plain, text: (await readOriginal(message, parsed, index)).content })
        break
      case 'tool_call': {
        calls += 1
        const text =
          calls > MAX_EXACT_CALLS ? JSON.stringify(part.args) : (await readOriginal(message, parsed, index)).content
        // Arguments that came as a string are JSON text too.
        texts.push({ part: index, isJson: true, name: part.name, text })
        break
      }
      default:
    }
  }
  return texts
}
