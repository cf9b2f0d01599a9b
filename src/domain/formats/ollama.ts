import type { Json, MediaPart, ParsedMessage, ResultBlock } from '../message.js'
import { argsObject } from './args.js'
import { readResult } from './blocks.js'
import { add, checkContent, closeEnvelope, openEnvelope, readContent, sumOf, type Draft } from './envelope.js'
import { faults } from './faults/ollama.js'
import { firstString, isObject, type JsonObject } from '../json/json.js'
import { carriedBy, isMedia, resultText } from './media.js'
import { LIKENESS, type MessageFormat, type ResponseMessage } from './message-format.js'
import { hasObjectArgs, readCalls } from './openai.js'
import { sortParts, textRole, type RenderMessage } from './rendering.js'
import { functionTool } from './tools.js'

/** Messages of Ollama's chat API. The server needs the window with each request, or it drops the start of the prompt. */
export const ollama: MessageFormat = {
  parse,
  render,
  faults,
  looksLike,
  readResponse,
  renderTool: functionTool,
  system: 'message',
  opensWithUser: false,
  extraMembers: ({ model, numCtx }) => ({ model, options: { num_ctx: numCtx } }),
  uniqueCallIds: null,
  argsAreText: false,
  mediaKey: 'images',
}

/** Reads Ollama chat messages. Content is a string, and images are base64 in a separate key. Calls have object
 * arguments and often no id. Results have at most the name of their tool. */
function parse(value: Json, path: string): ParsedMessage {
  const envelope = openEnvelope(value, path)
  const { message, role } = envelope
  const draft: Draft = { parts: [], paths: [] }
  const images = Array.isArray(message.images) ? message.images : []
  if (role === 'tool') {
    checkContent(message.content, path)
    const callId = firstString(message.tool_call_id) ?? ''
    const name = firstString(message.tool_name, message.name)
    const content = withImages(readResult(message.content, 'ollama'), images)
    add(draft, { type: 'tool_result', callId, content, ...(name !== undefined && { name }) }, ['content'])
    return closeEnvelope(envelope, draft)
  }
  if (role === 'assistant' && typeof message.thinking === 'string' && message.thinking !== '') {
    add(draft, { type: 'reasoning', text: message.thinking }, ['thinking'])
  }
  readContent(draft, envelope, path, 'ollama')
  images.forEach((data, index) => add(draft, imagePart(data), ['images', index]))
  if (role === 'assistant') readCalls(draft, message, 'ollama')
  return closeEnvelope(envelope, draft)
}

function imagePart(data: Json): { type: 'image' | 'opaque'; [key: string]: Json } {
  return typeof data === 'string' ? { type: 'image', data } : { type: 'opaque', format: 'ollama', block: data }
}

function withImages(content: string | ResultBlock[], images: Json[]): string | ResultBlock[] {
  if (images.length === 0) return content
  const texts: ResultBlock[] =
    typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : content
  return [...texts, ...images.map(imagePart)]
}

/** Returns one `tool` message per result, then the text. Writes ids if present; older servers ignore them. */
function render(message: RenderMessage): Json[] {
  const { results, body, reasoning, calls } = sortParts(message, false)
  const out: Json[] = results.map(({ callId, name, content }) => {
    const images = typeof content === 'string' ? [] : content.filter(isMedia).map(ollamaImage)
    return {
      role: 'tool',
      content: resultText(content, (part) => ollamaImage(part) !== null),
      ...imagesKey(images),
      ...(name !== undefined && { tool_name: name }),
      ...(callId !== '' && { tool_call_id: callId }),
    }
  })
  const role = textRole(message.role)
  const images = body.filter((part) => isMedia(part)).map(ollamaImage)
  const toolCalls: JsonObject[] = calls.map(({ callId, name, args }) => ({
    ...(callId !== '' && { id: callId }),
    function: { name, arguments: argsObject(args) },
  }))
  const isEmpty = body.length === 0 && reasoning === null && toolCalls.length === 0
  if (isEmpty && (results.length > 0 || message.role === 'tool')) return out
  out.push({
    role,
    content: resultText(body, (part) => ollamaImage(part) !== null),
    ...(reasoning !== null && { thinking: reasoning }),
    ...imagesKey(images),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  })
  return out
}

function imagesKey(images: (string | null)[]): { images?: string[] } {
  const sent = images.filter((image) => image !== null)
  return sent.length > 0 ? { images: sent } : {}
}

/** Returns the base64 of an image, or null. Ollama accepts no addresses. */
function ollamaImage(part: MediaPart): string | null {
  const carried = part.type === 'image' ? carriedBy(part) : null
  return carried && 'data' in carried ? carried.data : null
}

function looksLike({ tool_calls: calls, tool_name: name, images }: JsonObject): number {
  const isOwn = name !== undefined || Array.isArray(images) || (Array.isArray(calls) && hasObjectArgs(calls))
  return isOwn ? LIKENESS.key : LIKENESS.none
}

function readResponse(value: JsonObject): ResponseMessage | null {
  if (!isObject(value.message) || typeof value.done !== 'boolean') return null
  return { message: { at: ['message'] }, promptTokens: sumOf(value, ['prompt_eval_count']) }
}
