import type { Json, MediaPart, ParsedMessage, ToolResultPart } from '../message.js'
import { argsObject } from './args.js'
import { closeEnvelope, openEnvelope, readContent, type Draft } from './envelope.js'
import { isObject, type JsonObject } from './json.js'
import { anthropicBlock, isMedia, noteOf } from './media.js'
import { contentOf, sortParts, textBlock, type RenderMessage } from './rendering.js'

/** Anthropic's messages: everything is a content block, results stand in the user role. */
export function parse(value: Json, path: string): ParsedMessage {
  const envelope = openEnvelope(value, path)
  const draft: Draft = { parts: [], paths: [] }
  readContent(draft, envelope, path, 'anthropic')
  return closeEnvelope(envelope, draft)
}

/** At most one message; none for what has no content, which the API refuses. Thinking is left out: it needs a signature that only its
 * own author can give. A system message inside the conversation speaks in the user role, there is no other. */
export function render(message: RenderMessage): Json[] {
  const { results, said, calls } = sortParts(message, true)
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  const blocks: JsonObject[] = results.map(resultBlock)
  for (const part of said) {
    const block = isMedia(part) ? mediaBlock(part, role) : textBlock(part.text)
    // Empty text blocks are refused.
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
  // Pictures and documents are taken from the user only; its own opaque blocks go back where they were.
  const block = role === 'user' || part.type === 'opaque' ? anthropicBlock(part) : null
  if (block) return block
  const note = noteOf(part)
  return note === null ? null : textBlock(note)
}

/** Joins neighbours of one role, which some APIs and templates refuse: two strings with a blank line between, else as blocks in order,
 * results first as the API demands. [C8] */
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
