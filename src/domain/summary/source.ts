import type { ParsedMessage, PartShape, ResultBlock } from '../message.js'
import { startOfCharacter } from '../originals/slices.js'
import type { SourceMessage, SourcePart } from './types.js'

/** Of a longer result only start and end are read: looking for exact strings costs half a second a megabyte, and one may have 16. All of it
 * stays readable as an offload. */
export const RESULT_HEAD_CHARS = 80_000
export const RESULT_TAIL_CHARS = 40_000

/** A stored message as the summary rooms read it. Thinking is left out unless there is nothing else: it repeats what follows it. */
export function toSource(seq: number, message: Pick<ParsedMessage, 'role' | 'parts'>, shape: readonly PartShape[]): SourceMessage {
  const parts: SourcePart[] = []
  const thoughts: SourcePart[] = []
  for (const [index, part] of message.parts.entries()) {
    const known = shape[index]
    switch (part.type) {
      case 'text':
        parts.push({ kind: 'text', text: part.text })
        break
      case 'reasoning':
        thoughts.push({ kind: 'text', text: part.text })
        break
      case 'tool_call':
        parts.push({
          kind: 'call',
          callId: known?.kind === 'tool_call' ? known.callId : part.callId,
          name: part.name,
          args: typeof part.args === 'string' ? part.args : JSON.stringify(part.args),
        })
        break
      case 'tool_result':
        parts.push({
          kind: 'result',
          callId: known?.kind === 'tool_result' ? known.callId : part.callId,
          name: known?.kind === 'tool_result' ? known.name : '',
          text: headAndTail(resultText(part.content), RESULT_HEAD_CHARS, RESULT_TAIL_CHARS),
          isError: part.isError === true,
        })
        break
      default:
        parts.push({ kind: 'text', text: `[${part.type}]` })
    }
  }
  return { seq, role: message.role, parts: parts.length > 0 ? parts : thoughts }
}

/** Words of a result; of pictures and files in it that they are there. */
export function resultText(content: string | readonly ResultBlock[]): string {
  return typeof content === 'string' ? content : content.map(blockText).join('\n')
}

function blockText(block: ResultBlock): string {
  return block.type === 'text' ? String(block.text) : `[${block.type}]`
}

/** Head and tail of a text, cut at line ends where there are some, so that no half name is read. Done twice it is done once. */
export function headAndTail(text: string, headChars: number, tailChars: number): string {
  if (text.length <= headChars + tailChars + 1) return text
  const head = text.lastIndexOf('\n', headChars)
  const tail = text.indexOf('\n', text.length - tailChars)
  const front = text.slice(0, head > headChars / 2 ? head : startOfCharacter(text, headChars))
  const back = text.slice(tail > 0 && tail < text.length - tailChars / 2 ? tail : startOfCharacter(text, text.length - tailChars))
  return `${front}\n${back}`
}
