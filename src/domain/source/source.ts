import type { ParsedMessage, Part, PartShape, ResultBlock } from '../message.js'
import { startOfCharacter } from '../originals/slices.js'
import { boundedText, boundedValue, extentOf, fairShare, MESSAGE_READ_CHARS, PARTS_READ } from './bounded.js'
import type { SourceMessage, SourcePart } from './types.js'

/** A longer result is stored with an outline: this much of its start and end. All of it stays readable as an offload. */
export const RESULT_HEAD_CHARS = 80_000
export const RESULT_TAIL_CHARS = 40_000

/** A stored message as the summary rooms read it. Thinking is left out unless there is nothing else: it repeats what follows it. A long message
 * is read in part. */
export function toSource(
  seq: number,
  message: Pick<ParsedMessage, 'role' | 'parts'>,
  shape: readonly PartShape[],
): SourceMessage {
  const read = readParts(message.parts)
  // What an outline leaves out must not change the shares: they are the same whether a message was read whole or from its outline.
  const sizes = read.map(({ part }) => Math.min(sizeOf(part), MESSAGE_READ_CHARS))
  const chars = Math.min(fairShare(sizes, MESSAGE_READ_CHARS), MESSAGE_READ_CHARS)
  return { seq, role: message.role, parts: read.map(({ part, index }) => sourcePart(part, shape[index], chars)) }
}

function readParts(parts: readonly Part[]): { part: Part; index: number }[] {
  const all = parts.map((part, index) => ({ part, index }))
  const said = all.filter(({ part }) => part.type !== 'reasoning')
  const read = said.length > 0 ? said : all
  const { head, tail } = PARTS_READ
  return read.length <= head + tail ? read : [...read.slice(0, head), ...read.slice(-tail)]
}

/** Characters that would be read of a part. */
function sizeOf(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length
    case 'tool_call':
      return extentOf(part.args).lengths.reduce((sum, length) => sum + length, 0)
    case 'tool_result':
      if (typeof part.content === 'string') return part.content.length
      return part.content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
    default:
      return 0
  }
}

/** Start and end of a result, as its outline has them. */
function ends(text: string, chars: number): string {
  const head = Math.floor((chars * RESULT_HEAD_CHARS) / (RESULT_HEAD_CHARS + RESULT_TAIL_CHARS))
  return headAndTail(text, head, Math.floor(chars) - head)
}

/** @param chars characters that may be read of it */
function sourcePart(part: Part, known: PartShape | undefined, chars: number): SourcePart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { kind: 'text', text: boundedText(part.text, chars) }
    case 'tool_call': {
      const callId = known?.kind === 'tool_call' ? known.callId : part.callId
      const args = sizeOf(part) > chars || !extentOf(part.args).isWhole ? boundedValue(part.args, chars) : part.args
      return { kind: 'call', callId, name: part.name, args: typeof args === 'string' ? args : JSON.stringify(args) }
    }
    case 'tool_result': {
      const { callId, name } = known?.kind === 'tool_result' ? known : { callId: part.callId, name: '' }
      const text = typeof part.content === 'string' ? part.content : part.content.map(blockText).join('\n')
      return { kind: 'result', callId, name, text: ends(text, chars), isError: part.isError === true }
    }
    default:
      return { kind: 'text', text: `[${part.type}]` }
  }
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
  const back = text.slice(
    tail > 0 && tail < text.length - tailChars / 2 ? tail : startOfCharacter(text, text.length - tailChars),
  )
  return `${front}\n${back}`
}
