import type { Format, Json, MediaPart, ParsedMessage, ResultBlock } from '../message.js'
import { argsText, readArgs } from './args.js'
import { blockTypes, readResult } from './blocks.js'
import { add, checkContent, closeEnvelope, openEnvelope, readContent, sumOf, type Draft } from './envelope.js'
import { faults } from './faults/openai.js'
import { firstString, isObject, type JsonObject } from '../json/json.js'
import { carriedBy, fileName, isMedia, noteOf, ownBlock, urlOf } from './media.js'
import { LIKENESS, type MessageFormat, type ResponseMessage } from './message-format.js'
import { contentOf, sortParts, textRole, textBlock, type RenderMessage } from './rendering.js'
import { functionTool } from './tools.js'
import { hasLetterOrDigit, oneLine } from '../texts.js'

/** Messages of the chat completions API, which many servers share. It refuses an id used twice by the calls of one
 * message. */
export const openai: MessageFormat = {
  parse,
  render,
  faults,
  looksLike,
  readResponse,
  renderTool: functionTool,
  system: 'message',
  opensWithUser: false,
  uniqueCallIds: 'message',
  argsAreText: true,
  mediaKey: null,
}

const SHARED_BLOCKS = ['image_url', 'input_audio', 'refusal']
const OWN_ROLES: readonly (Json | undefined)[] = ['tool', 'developer', 'function']

/** Reads OpenAI chat messages in all variants of compatible servers and agents: content null, absent, text or blocks;
 * call arguments as string or object; results with `tool_call_id`, `tool_call_ids` or the name of a legacy function. */
function parse(value: Json, path: string): ParsedMessage {
  const envelope = openEnvelope(value, path)
  const { message, role } = envelope
  const draft: Draft = { parts: [], paths: [] }
  if (role === 'tool') {
    checkContent(message.content, path)
    readToolMessage(draft, message)
    return closeEnvelope(envelope, draft)
  }
  const thinkingKey = typeof message.reasoning_content === 'string' ? 'reasoning_content' : 'reasoning'
  const thinking = message[thinkingKey]
  if (role === 'assistant' && typeof thinking === 'string' && thinking !== '')
    add(draft, { type: 'reasoning', text: thinking }, [thinkingKey])
  readContent(draft, envelope, path, 'openai')
  if (typeof message.refusal === 'string' && message.refusal !== '')
    add(draft, { type: 'text', text: message.refusal }, ['refusal'])
  if (role === 'assistant') readCalls(draft, message, 'openai')
  return { ...closeEnvelope(envelope, draft), ...(role === 'user' && speakerIn(message.name)) }
}

/** Characters of a name that OpenAI allows. */
const MAX_NAME_CHARS = 64

function speakerIn(name: Json | undefined): { speaker?: string } {
  const isName = typeof name === 'string' && name.length <= MAX_NAME_CHARS && hasLetterOrDigit(name)
  return isName ? { speaker: oneLine(name).trim() } : {}
}

function readToolMessage(draft: Draft, message: JsonObject): void {
  const listed = Array.isArray(message.tool_call_ids)
    ? message.tool_call_ids.filter((id) => typeof id === 'string')
    : []
  const callId = firstString(message.tool_call_id, message.toolCallId) ?? listed[0] ?? ''
  const name = firstString(message.name, message.toolName, message.tool_name)
  const failed = message.is_error === true || message.isError === true
  const content = readResult(message.content, 'openai')
  const named = { ...(failed && { isError: true }), ...(name !== undefined && { name }) }
  add(draft, { type: 'tool_result', callId, content, ...named }, ['content'])
  // One text may answer several calls. The first result gets the text, the others are empty.
  listed.forEach((other, index) => {
    if (other !== callId)
      add(draft, { type: 'tool_result', callId: other, content: '', ...named }, ['tool_call_ids', index])
  })
}

/** Reads `tool_calls`, which may be null, and the older `function_call`. Also used for Ollama, whose calls look
 * alike. */
export function readCalls(draft: Draft, message: JsonObject, format: Format): void {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  calls.forEach((call, index) => {
    const kind = isObject(call) && isObject(call.custom) ? 'custom' : 'function'
    const called = isObject(call) ? call[kind] : undefined
    if (!isObject(call) || !isObject(called) || typeof called.name !== 'string') {
      add(draft, { type: 'opaque', format, block: call }, ['tool_calls', index])
      return
    }
    const key = kind === 'custom' ? 'input' : 'arguments'
    const callId = firstString(call.id) ?? ''
    add(draft, { type: 'tool_call', callId, name: called.name, args: readArgs(called[key]) }, [
      'tool_calls',
      index,
      kind,
      key,
    ])
  })
  const legacy = message.function_call
  if (isObject(legacy) && typeof legacy.name === 'string') {
    const args = readArgs(legacy.arguments)
    add(draft, { type: 'tool_call', callId: '', name: legacy.name, args }, ['function_call', 'arguments'])
  }
}

/** Returns one `tool` message per result, then the text. Omits thinking, because servers reject or ignore thinking they
 * did not produce. */
function render(message: RenderMessage): Json[] {
  const { results, body, calls } = sortParts(message, true)
  const out: Json[] = results.map((result) => ({
    role: 'tool',
    tool_call_id: result.callId,
    content: toolContent(result.content),
  }))
  const role = textRole(message.role)
  const blocks: JsonObject[] = []
  for (const part of body) {
    if (part.type === 'text') blocks.push(textBlock(part.text))
    else {
      // The API accepts blocks other than text only from the user.
      const block = role === 'user' ? openaiBlock(part) : null
      const note = block ? null : noteOf(part)
      if (block) blocks.push(block)
      else if (note !== null) blocks.push(textBlock(note))
    }
  }
  const toolCalls = calls.map(({ callId, name, args }) => ({
    id: callId,
    type: 'function',
    function: { name, arguments: argsText(args) },
  }))
  if (toolCalls.length > 0)
    out.push({ role, content: blocks.length > 0 ? contentOf(blocks) : null, tool_calls: toolCalls })
  else if (blocks.length > 0) out.push({ role, content: contentOf(blocks) })
  else if (results.length === 0 && message.role !== 'tool') out.push({ role, content: '' })
  return out
}

function toolContent(content: string | ResultBlock[]): Json {
  if (typeof content === 'string') return content
  const texts = content.map((block) => (isMedia(block) ? noteOf(block) : block.text)).filter((text) => text !== null)
  return texts.length > 0 ? contentOf(texts.map(textBlock)) : ''
}

/** Returns a block in OpenAI's format, or null if the format has none for the part. */
function openaiBlock(part: MediaPart): JsonObject | null {
  if (part.type === 'opaque') return ownBlock(part, 'openai')
  if (part.type === 'image') {
    if (isObject(part.image_url)) return { type: 'image_url', image_url: part.image_url }
    const carried = carriedBy(part)
    return carried && { type: 'image_url', image_url: { url: urlOf(carried) } }
  }
  if (isObject(part.file)) return { type: 'file', file: part.file }
  if (isObject(part.input_audio)) return { type: 'input_audio', input_audio: part.input_audio }
  const carried = carriedBy(part)
  return carried && 'data' in carried
    ? { type: 'file', file: { filename: fileName(part) ?? 'file', file_data: urlOf(carried) } }
    : null
}

function looksLike(message: JsonObject): number {
  if (Array.isArray(message.tool_calls)) return hasObjectArgs(message.tool_calls) ? LIKENESS.none : LIKENESS.key
  if (OWN_ROLES.includes(message.role)) return LIKENESS.role
  const types = blockTypes(message)
  if (types.some((type) => SHARED_BLOCKS.includes(type))) return LIKENESS.sharedBlock
  return types.includes('text') ? LIKENESS.textBlock : LIKENESS.none
}

/** Whether a call has its arguments as an object, as in Ollama's format. */
export function hasObjectArgs(calls: readonly Json[]): boolean {
  return calls.some((call) => isObject(call) && isObject(call.function) && isObject(call.function.arguments))
}

function readResponse({ choices, usage }: JsonObject): ResponseMessage | null {
  const [choice] = Array.isArray(choices) ? choices : []
  if (!isObject(choice) || !isObject(choice.message)) return null
  return {
    message: { at: ['choices', 0, 'message'] },
    promptTokens: sumOf(isObject(usage) ? usage : {}, ['prompt_tokens']),
  }
}
