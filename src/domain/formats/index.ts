/** Reads and writes messages in every format without loss. `message-format.ts` says what a format is. */
import { parseStored } from '../json/json.js'
import type { Format, Json, ParsedMessage, StoredMessage } from '../message.js'
import { messageFormat } from './definitions.js'
import type { RenderMessage } from './rendering.js'

/** Parses one message. Calls and results without ids get `callId: ''`. Throws invalid_request: provider formats only
 * for values that are not messages, the native format for every fault.
 * @param path names the message in faults (`messages[3]`) */
export function parseMessage(format: Format, value: Json, path: string): ParsedMessage {
  return messageFormat(format).parse(value, path)
}

/** Renders one message as zero or more messages of the format, with results before text. */
export function renderMessage(format: Format, message: RenderMessage): Json[] {
  return messageFormat(format).render(message)
}

/** Returns the entries that are sent for a stored message of its own format, as exact text. */
export function sentTexts(format: Format, raw: string): string[] {
  const { turns } = messageFormat(format)
  return turns ? turns.split(raw) : [raw]
}

/** Returns a message in another format, as a JSON array; null if it is sent as its stored text. */
export function translated(
  { seq, role, raw, format: own }: Pick<StoredMessage, 'seq' | 'role' | 'raw' | 'format'>,
  format: Format,
): string | null {
  if (format === own) {
    const entries = sentTexts(own, raw)
    return entries.length > 1 ? `[${entries.join(',')}]` : null
  }
  const { parts } = parseMessage(own, parseStored(raw), '')
  return JSON.stringify(renderMessage(format, { seq, role, parts }))
}

/** Converts tool schemas between `{type: 'function', function: {name, description, parameters}}` (OpenAI, Ollama),
 * `{type: 'function', name, description, parameters}` (OpenAI Responses) and `{name, description, input_schema}`
 * (Anthropic). Schemas already in the target format, and unknown ones, stay unchanged. */
export function renderTools(format: Format, tools: Json): Json {
  const { renderTool } = messageFormat(format)
  return renderTool && Array.isArray(tools) ? tools.map(renderTool) : tools
}

/** As `renderTools`, on JSON text. A format that sends schemas as received gets the exact text. */
export function renderToolsText(format: Format, text: string): string {
  if (!messageFormat(format).renderTool) return text
  const tools: Json = JSON.parse(text)
  return JSON.stringify(renderTools(format, tools))
}

export { messageFormat } from './definitions.js'
export { renameCallIds } from './call-id-text.js'
export { parseStored } from '../json/json.js'
export { stringPieces } from '../json/large-json.js'
export { mediumFacts } from './media.js'
export type { RenderMessage } from './rendering.js'
export { replaceParts } from './replacement.js'
export { depthOf } from '../json/value-spans.js'
export { sliceArray, sliceAt, sliceValue } from './slice.js'
export { holdsResponse, submittedMessages, withFormatHint } from './submitted.js'
