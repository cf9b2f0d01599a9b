import type { ParsedMessage, PartShape, ResultBlock } from '../message.js'
import type { SourceMessage, SourcePart } from './types.js'

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
          text: typeof part.content === 'string' ? part.content : part.content.map(blockText).join('\n'),
          isError: part.isError === true,
        })
        break
      default:
        parts.push({ kind: 'text', text: `[${part.type}]` })
    }
  }
  return { seq, role: message.role, parts: parts.length > 0 ? parts : thoughts }
}

function blockText(block: ResultBlock): string {
  return block.type === 'text' ? String(block.text) : `[${block.type}]`
}
