import type { ParsedMessage, Part, PartShape, ResultBlock } from '../message.js'
import { boundedText, boundedValue, extentOf, fairShare, MESSAGE_READ_CHARS, PARTS_READ } from './bounded.js'
import type { SourceMessage, SourcePart } from './types.js'

/** A stored message as the summary rooms read it. Thinking is left out unless there is nothing else: it repeats what follows it. A long message
 * is read in part. */
export function toSource(seq: number, message: Pick<ParsedMessage, 'role' | 'parts'>, shape: readonly PartShape[]): SourceMessage {
  const read = readParts(message.parts)
  const chars = fairShare(
    read.map(({ part }) => sizeOf(part)),
    MESSAGE_READ_CHARS,
  )
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
      return { kind: 'result', callId, name, text: boundedText(text, chars), isError: part.isError === true }
    }
    default:
      return { kind: 'text', text: `[${part.type}]` }
  }
}

function blockText(block: ResultBlock): string {
  return block.type === 'text' ? String(block.text) : `[${block.type}]`
}
