import type { Json, MediaPart, ParsedMessage, ToolResultPart } from '../message.js'
import { argsObject } from './args.js'
import { blockTypes } from './blocks.js'
import { closeEnvelope, openEnvelope, readContent, sumOf, type Draft } from './envelope.js'
import { faults } from './faults/anthropic.js'
import { isObject, type JsonObject } from '../json/json.js'
import { carriedBy, isMedia, noteOf, ownBlock } from './media.js'
import { LIKENESS, type MessageFormat, type ResponseMessage } from './message-format.js'
import { contentOf, sortParts, textBlock, type RenderMessage } from './rendering.js'
import { descriptionOf } from './tools.js'

/** Messages of Anthropic's API. It keeps system text apart, begins with the user, and refuses adjacent messages of one
 * role and ids used twice in a request. */
export const anthropic: MessageFormat = {
  parse,
  render,
  faults,
  looksLike,
  readResponse,
  renderTool,
  system: 'apart',
  opensWithUser: true,
  joinNeighbours,
  uniqueCallIds: 'context',
  argsAreText: false,
  mediaKey: null,
}

const OWN_BLOCKS = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document']

/** Reads Anthropic messages: everything is a content block, and results are in the user role. */
function parse(value: Json, path: string): ParsedMessage {
  const envelope = openEnvelope(value, path)
  const draft: Draft = { parts: [], paths: [] }
  readContent(draft, envelope, path, 'anthropic')
  return closeEnvelope(envelope, draft)
}

/** Returns at most one message; none without content, because the API rejects empty messages. Omits thinking, which
 * needs a signature from the model that produced it. A system message inside the conversation is rendered in the user
 * role, because the API has no other. */
function render(message: RenderMessage): Json[] {
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

/** Returns a block in Anthropic's format, or null if the format has none for the part. */
function anthropicBlock(part: MediaPart): JsonObject | null {
  if (part.type === 'opaque') return ownBlock(part, 'anthropic')
  const type = part.type === 'image' ? 'image' : 'document'
  if (isObject(part.source)) return { ...part, type }
  const carried = carriedBy(part)
  if (!carried) return null
  // The API rejects other kinds of documents.
  if (type === 'document' && 'data' in carried && carried.mediaType !== 'application/pdf') return null
  const source: JsonObject =
    'url' in carried
      ? { type: 'url', url: carried.url }
      : { type: 'base64', media_type: carried.mediaType, data: carried.data }
  return { type, source }
}

function looksLike(message: JsonObject): number {
  return blockTypes(message).some((type) => OWN_BLOCKS.includes(type)) ? LIKENESS.ownBlock : LIKENESS.none
}

function readResponse(value: JsonObject): ResponseMessage | null {
  // An item of the Responses API also has the type `message`, but neither of these keys.
  const isOwn = value.stop_reason !== undefined || isObject(value.usage)
  if (value.type !== 'message' || !Array.isArray(value.content) || !isOwn) return null
  const usage = isObject(value.usage) ? value.usage : {}
  const counted = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
  return { message: { keys: ['role', 'content'] }, promptTokens: sumOf(usage, counted) }
}

function renderTool(tool: Json): Json {
  if (!isObject(tool) || tool.type !== 'function') return tool
  // Some programs put the function's keys next to `type`, without the wrapper.
  const described = isObject(tool.function) ? tool.function : tool
  if (typeof described.name !== 'string') return tool
  const schema: JsonObject = isObject(described.parameters) ? described.parameters : { type: 'object', properties: {} }
  return { name: described.name, ...descriptionOf(described), input_schema: schema }
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
