import type { Json, MediaPart, ParsedMessage, ToolResultPart } from '../message.js'
import { argsObject } from './args.js'
import { closeEnvelope, openEnvelope, readContent, type Draft } from './envelope.js'
import { isObject, type JsonObject } from '../json/json.js'
import { anthropicBlock, isMedia, noteOf } from './media.js'
import { contentOf, sortParts, textBlock, type RenderMessage } from './rendering.js'

/** Reads Anthropic messages: everything is a content block, and results are in the user role. */
export function parse(value: Json, path: string): ParsedMessage {
  const envelope = openEnvelope(value, path)
  const draft: Draft = { parts: [], paths: [] }
  readContent(draft, envelope, path, 'anthropic')
  return closeEnvelope(envelope, draft)
}

/** Returns at most one message; none without content, because the API rejects empty messages. Omits thinking, which
 * needs a signature from the model that produced it. A system message inside the conversation is rendered in the user
 * role, because the API has no other. */
export function render(message: RenderMessage): Json[] {
  const { results, body, calls } = sortParts(message, true)
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  const blocks: JsonObject[] = results.map(resultBlock)
  for (const part of body) {
    const block = isMedia(part) ? mediaBlock(part, role) : textBlock(part.text)
    // The API rejects empty text blocks.
    if (block && block.text !== '') blocks.push(block)
  }
  for (const { callId, name, args } of calls)
    blocks.push({ type: 'tool_use', id: callId, name, input: argsObject(args) })
  return blocks.length > 0 ? [{ role, content: contentOf(blocks) }] : []
}

function resultBlock({ callId, content, isError }: ToolResultPart): JsonObject {
  const blocks =
    typeof content === 'string'
      ? []
      : content.map((block) => (isMedia(block) ? mediaBlock(block, 'user') : textBlock(block.text)))
  const written = typeof content === 'string' ? content : blocks.filter((block) => block !== null && block.text !== '')
  return { type: 'tool_result', tool_use_id: callId, content: written, ...(isError && { is_error: true }) }
}

function mediaBlock(part: MediaPart, role: 'user' | 'assistant'): JsonObject | null {
  // The API accepts images and documents only from the user. Opaque blocks from this API keep their role.
  const block = role === 'user' || part.type === 'opaque' ? anthropicBlock(part) : null
  if (block) return block
  const note = noteOf(part)
  return note === null ? null : textBlock(note)
}

/** Joins adjacent messages of one role, which some APIs and templates reject. Two strings are joined with a blank line,
 * other content as blocks in order, with results first as the API requires. [C8] */
export function joinNeighbours(messages: Json[]): Json[] {
  const joined: Json[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (isObject(last) && isObject(message) && last.role === message.role && typeof message.role === 'string') {
      joined[joined.length - 1] = { ...message, ...last, content: joinContent(last.content, message.content) }
    } else joined.push(message)
  }
  return joined
}

function joinContent(first: Json | undefined, second: Json | undefined): Json {
  if (typeof first === 'string' && typeof second === 'string')
    return [first, second].filter((text) => text !== '').join('\n\n')
  const blocks = [...blocksOf(first), ...blocksOf(second)]
  const isResult = (block: Json) => isObject(block) && block.type === 'tool_result'
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))]
}

function blocksOf(content: Json | undefined): Json[] {
  if (Array.isArray(content)) return content
  return typeof content === 'string' && content !== '' ? [textBlock(content)] : []
}
