/** Reads and writes messages in five formats without loss: one parser and one renderer for each. */
import type { Format, Json, ParsedMessage } from '../message.js'
import type { Steps } from '../steps.js'
import * as anthropic from './anthropic.js'
import * as native from './native.js'
import * as ollama from './ollama.js'
import * as openai from './openai.js'
import type { RenderMessage } from './rendering.js'
import * as responses from './responses.js'

interface MessageFormat {
  parse(value: Json, path: string): ParsedMessage
  render(message: RenderMessage): Json[]
  /** Returns what is sent for a stored message, for formats that store several entries as one message. */
  split?(raw: string): Steps<string[]>
}

const MESSAGE_FORMATS: Record<Format, MessageFormat> = { native, openai, responses, anthropic, ollama }

/** Parses one message. Calls and results without ids get `callId: ''`. Throws invalid_request: provider formats only
 * for values that are not messages, the native format for every fault.
 * @param path names the message in faults (`messages[3]`) */
export function parseMessage(format: Format, value: Json, path: string): ParsedMessage {
  return MESSAGE_FORMATS[format].parse(value, path)
}

/** Renders one message as zero or more messages of the format, with results before text. */
export function renderMessage(format: Format, message: RenderMessage): Json[] {
  return MESSAGE_FORMATS[format].render(message)
}

/** Returns the entries that are sent for a stored message of its own format, as exact text. */
export function* sentSteps(format: Format, raw: string): Steps<string[]> {
  const { split } = MESSAGE_FORMATS[format]
  return split ? yield* split(raw) : [raw]
}

export { messageFaults } from './faults/index.js'
export { joinNeighbours } from './anthropic.js'
export { renameCallIds } from './call-id-text.js'
export { MAX_DEPTH } from '../json/json.js'
export { readJson, type MemberSpan } from '../json/json-reader.js'
export { parseSteps, stringifySteps, stringPieces } from '../json/large-json.js'
export { mediumFacts } from './media.js'
export type { RenderMessage } from './rendering.js'
export { replaceParts } from './replacement.js'
export { depthOf } from './value-spans.js'
export { sliceArray, sliceAtSteps, sliceValue } from './slice.js'
export { submittedSteps, withFormatHint } from './submitted.js'
export { renderTools } from './tools.js'
