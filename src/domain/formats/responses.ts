import type { Json, MediaPart, ParsedMessage, PartPath, ToolResultPart } from '../message.js'
import { argsText, readArgs } from './args.js'
import { blockTypes, readResult } from './blocks.js'
import {
  add,
  checkContent,
  closeEnvelope,
  invalidMessage,
  openEnvelope,
  readContent,
  sumOf,
  type Draft,
} from './envelope.js'
import { faults } from './faults/responses.js'
import { firstString, isObject, typeName, type JsonObject } from '../json/json.js'
import { carriedBy, fileName, isMedia, noteOf, ownBlock, resultText, urlOf } from './media.js'
import { LIKENESS, type MessageFormat, type ResponseMessage } from './message-format.js'
import { sortParts, textRole, type RenderMessage } from './rendering.js'
import { sliceArray, sliceValue } from './slice.js'
import { functionTool } from './tools.js'

/** Items of OpenAI's Responses API. One model turn has several items: reasoning, text, parallel calls. They are one
 * message here, stored as `{"output": […]}` with the exact text of each item, so that a turn is never cut apart. Any
 * other item is a message of its own. The API pairs calls and results by id alone. [P5] */
export const responses: MessageFormat = {
  parse,
  render,
  faults,
  looksLike,
  readResponse,
  renderTool,
  turns: { joins: isModelItem, join, split },
  system: 'message',
  opensWithUser: false,
  uniqueCallIds: 'context',
  argsAreText: true,
  mediaKey: null,
}

/** Reads an item, or a model turn of several items. */
function parse(value: Json, path: string): ParsedMessage {
  if (!isObject(value)) throw invalidMessage({ path, expected: 'an item object', received: typeName(value) })
  const draft: Draft = { parts: [], paths: [] }
  if (isTurn(value)) {
    value.output.forEach((item, index) => readItem(draft, item, ['output', index], path))
    return { role: 'assistant', origin: 'app', pinned: false, ...draft }
  }
  if (value.type === undefined || value.type === 'message') {
    const envelope = openEnvelope(value, path)
    readContent(draft, envelope, path, 'responses')
    return closeEnvelope(envelope, draft)
  }
  if (typeof value.type !== 'string')
    throw invalidMessage({ path: `${path}.type`, expected: 'string', received: typeName(value.type) })
  readItem(draft, value, [], path)
  if (draft.parts.some(({ type }) => type === 'tool_result'))
    return { role: 'tool', origin: 'app', pinned: false, ...draft }
  // Some items of other types name their role: tools that are added in the middle are of the developer.
  const { role, origin } = typeof value.role === 'string' ? openEnvelope(value, path) : MODEL
  return { role, origin, pinned: false, ...draft }
}

const MODEL = { role: 'assistant', origin: 'app' } as const

/** Whether the model wrote the item: text, reasoning or a call. Adjacent ones belong to one turn. */
export function isModelItem(item: Json): boolean {
  if (!isObject(item)) return false
  const { type, role } = item
  if (type === undefined || type === 'message') return role === 'assistant'
  return type === 'reasoning' || (typeof type === 'string' && type.endsWith('_call'))
}

function join(items: readonly { raw: string; value: Json }[]): { raw: string; value: Json } {
  return {
    raw: `{"output":[${items.map(({ raw }) => raw).join(',')}]}`,
    value: { output: items.map(({ value }) => value) },
  }
}

/** Returns the items of a stored message as exact text. */
export function split(raw: string): string[] {
  if (sliceValue(raw, 'type') !== null || sliceValue(raw, 'role') !== null) return [raw]
  const items = sliceArray(raw, 'output')
  return items.length > 0 ? items : [raw]
}

function isTurn(value: JsonObject): value is JsonObject & { output: Json[] } {
  return value.type === undefined && value.role === undefined && Array.isArray(value.output)
}

function readItem(draft: Draft, item: Json, at: PartPath, path: string): void {
  const type = isObject(item) ? item.type : undefined
  if (!isObject(item) || typeof type !== 'string') {
    if (isObject(item) && type === undefined && item.role === 'assistant') return readText(draft, item, at, path)
    return add(draft, { type: 'opaque', format: 'responses', block: item }, at)
  }
  if (type === 'message') return readText(draft, item, at, path)
  if (type === 'reasoning') return add(draft, { type: 'reasoning', text: reasoningText(item) }, at)
  const callId = firstString(item.call_id)
  if (callId !== undefined && type.endsWith('_call_output')) {
    add(draft, { type: 'tool_result', callId, content: readResult(item.output, 'responses') }, [...at, 'output'])
  } else if (callId !== undefined && type.endsWith('_call')) {
    const key = ['arguments', 'input', 'action', 'operation'].find((name) => item[name] !== undefined) ?? 'arguments'
    const name = firstString(item.name) ?? type.slice(0, -'_call'.length)
    add(draft, { type: 'tool_call', callId, name, args: readArgs(item[key]) }, [...at, key])
  } else add(draft, { type: 'opaque', format: 'responses', block: item }, at)
}

function readText(draft: Draft, item: JsonObject, at: PartPath, path: string): void {
  checkContent(item.content, path)
  const inner: Draft = { parts: [], paths: [] }
  readContent(inner, { message: item, role: 'assistant', origin: 'app' }, path, 'responses')
  inner.parts.forEach((part, index) => add(draft, part, [...at, ...inner.paths[index]!]))
}

/** Returns the visible text. Encrypted reasoning counts nothing. [T4] */
function reasoningText({ summary, content }: JsonObject): string {
  const blocks = [summary, content].flatMap((list) => (Array.isArray(list) ? list : []))
  return blocks.flatMap((block) => (isObject(block) ? (firstString(block.text) ?? []) : [])).join('\n\n')
}

/** Returns one item per result, then the text, then one item per call. Omits reasoning, which the API accepts only with
 * its own id and encryption. */
function render(message: RenderMessage): Json[] {
  const { results, body, calls } = sortParts(message, true)
  const out: Json[] = results.map(resultItem)
  const role = textRole(message.role)
  const blocks: JsonObject[] = []
  for (const part of body) {
    const block = isMedia(part) && role === 'user' ? responsesBlock(part) : null
    const text = isMedia(part) ? (block ? null : noteOf(part)) : part.text
    if (block) blocks.push(block)
    else if (text !== null && text !== '') blocks.push(textBlock(text, role))
  }
  const [only] = blocks
  if (only && blocks.length === 1 && typeof only.text === 'string') out.push({ role, content: only.text })
  else if (blocks.length > 0) out.push({ role, content: blocks })
  for (const { callId, name, args } of calls)
    out.push({ type: 'function_call', call_id: callId, name, arguments: argsText(args) })
  return out
}

function resultItem({ callId, content }: ToolResultPart): JsonObject {
  const item = { type: 'function_call_output', call_id: callId }
  if (typeof content === 'string') return { ...item, output: content }
  if (!content.some((block) => isMedia(block) && responsesBlock(block))) return { ...item, output: resultText(content) }
  const blocks = content.flatMap((block): JsonObject[] => {
    if (!isMedia(block)) return [textBlock(block.text, 'user')]
    const note = noteOf(block)
    return [responsesBlock(block) ?? (note === null ? [] : [textBlock(note, 'user')])].flat()
  })
  return { ...item, output: blocks }
}

function textBlock(text: string, role: string): JsonObject {
  return { type: role === 'assistant' ? 'output_text' : 'input_text', text }
}

/** Returns a block in the format of OpenAI's Responses API, or null if the format has none for the part. */
function responsesBlock(part: MediaPart): JsonObject | null {
  if (part.type === 'opaque') return ownBlock(part, 'responses')
  const carried = carriedBy(part)
  if (!carried) return null
  if (part.type === 'image') return { type: 'input_image', detail: 'auto', image_url: urlOf(carried) }
  if ('url' in carried) return { type: 'input_file', file_url: carried.url }
  return { type: 'input_file', filename: fileName(part) ?? 'file', file_data: urlOf(carried) }
}

function looksLike(message: JsonObject): number {
  if (typeof message.type === 'string' && faults(message, '').length === 0) return LIKENESS.shape
  return blockTypes(message).some((type) => type.startsWith('input_') || type.startsWith('output_'))
    ? LIKENESS.namePattern
    : LIKENESS.none
}

function readResponse({ object, output, usage }: JsonObject): ResponseMessage | null {
  if (object !== 'response' || !Array.isArray(output)) return null
  return { message: { items: 'output' }, promptTokens: sumOf(isObject(usage) ? usage : {}, ['input_tokens']) }
}

function renderTool(tool: Json): Json {
  const wrapped = functionTool(tool)
  return isObject(wrapped) && isObject(wrapped.function) ? { type: 'function', ...wrapped.function } : wrapped
}
