import type { Format, Json, MediaPart, Part, PartPath, ResultBlock } from '../message.js'
import { readArgs } from './args.js'
import { firstString, isObject, type JsonObject } from '../json/json.js'
import { reasoningText } from './reasoning.js'

/** Reads content blocks of any provider. In real logs, messages of one format contain blocks of another, so a single
 * tolerant reader handles all of them. Unknown blocks become opaque parts. */

export interface ReadBlock {
  part: Part
  /** Path from the block to its replaceable value; empty: the whole block. */
  at: PartPath
}

/** Returns the part that a block is. A block of an unknown or faulty shape becomes opaque.
 * @param format format of the message, which alone gets an opaque block back */
export function readBlock(block: Json, format: Format): ReadBlock {
  if (typeof block === 'string') return { part: { type: 'text', text: block }, at: [] }
  if (!isObject(block)) return opaque(block, format)
  switch (block.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return typeof block.text === 'string'
        ? { part: { type: 'text', text: block.text }, at: ['text'] }
        : opaque(block, format)
    case 'refusal':
      return typeof block.refusal === 'string'
        ? { part: { type: 'text', text: block.refusal }, at: ['refusal'] }
        : opaque(block, format)
    case 'thinking':
    case 'reasoning':
      return reasoning(block, format)
    case 'image':
    case 'image_url':
    case 'input_image':
      return { part: media(block, 'image'), at: [] }
    case 'file':
    case 'document':
    case 'input_file':
    case 'input_audio':
      return { part: media(block, 'file'), at: [] }
    case 'tool_use':
    case 'toolCall':
      return call(block, format)
    case 'tool_result':
      return result(block, format)
    default:
      return opaque(block, format)
  }
}

/** Returns the types of the blocks in the content of a message; empty if it has no blocks. */
export function blockTypes({ content }: JsonObject): string[] {
  return Array.isArray(content) ? content.filter((block) => isObject(block)).map(({ type }) => String(type)) : []
}

/** Returns the content of a result: text unchanged, else its blocks. Blocks not allowed in a result become opaque. */
export function readResult(content: Json | undefined, format: Format): string | ResultBlock[] {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.map((block) => {
    const { part } = readBlock(block, format)
    return part.type === 'text' || part.type === 'image' || part.type === 'file' || part.type === 'opaque'
      ? part
      : opaquePart(block, format)
  })
}

function reasoning(block: JsonObject, format: Format): ReadBlock {
  const text = reasoningText(block)
  return text === null || text === '' ? opaque(block, format) : { part: { type: 'reasoning', text }, at: [] }
}

function call(block: JsonObject, format: Format): ReadBlock {
  if (typeof block.name !== 'string') return opaque(block, format)
  const at = block.type === 'tool_use' ? 'input' : 'arguments'
  return {
    part: { type: 'tool_call', callId: firstString(block.id) ?? '', name: block.name, args: readArgs(block[at]) },
    at: [at],
  }
}

function result(block: JsonObject, format: Format): ReadBlock {
  const callId = firstString(block.tool_use_id) ?? ''
  const content = readResult(block.content, format)
  const part: Part = { type: 'tool_result', callId, content, ...(block.is_error === true && { isError: true }) }
  return { part, at: ['content'] }
}

/** Returns the block with our `type` and its own keys. `media.ts` handles the keys of every provider. */
function media(block: JsonObject, type: 'image' | 'file'): MediaPart {
  return { ...block, type }
}

function opaque(block: Json, format: Format): ReadBlock {
  return { part: opaquePart(block, format), at: [] }
}

function opaquePart(block: Json, format: Format): MediaPart {
  return { type: 'opaque', format, block }
}
