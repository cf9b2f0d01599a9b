/** Messages in four formats, exactly: one parser and one writer each, behind one door. */
import type { Format, Json, ParsedMessage } from '../message.js'
import * as anthropic from './anthropic.js'
import * as native from './native.js'
import * as ollama from './ollama.js'
import * as openai from './openai.js'
import type { RenderMessage } from './rendering.js'

interface MessageFormat {
  parse(value: Json, path: string): ParsedMessage
  render(message: RenderMessage): Json[]
}

const MESSAGE_FORMATS: Record<Format, MessageFormat> = { native, openai, anthropic, ollama }

/** Reads one message. `path` names it in faults (`messages[3]`). Throws invalid_request; provider formats refuse only what is no message,
 * the native format is strict. Calls and results without ids have `callId: ''`. */
export function parseMessage(format: Format, value: Json, path: string): ParsedMessage {
  return MESSAGE_FORMATS[format].parse(value, path)
}

/** Writes one message: none, one or several of the format, results before words. */
export function renderMessage(format: Format, message: RenderMessage): Json[] {
  return MESSAGE_FORMATS[format].render(message)
}

export { joinNeighbours } from './anthropic.js'
export { MAX_DEPTH } from './json.js'
export { readJson, type MemberSpan } from './json-reader.js'
export { parseSteps, stringifySteps } from './large-json.js'
export { mediumFacts } from './media.js'
export type { RenderMessage } from './rendering.js'
export { replaceParts } from './replacement.js'
export { depthOf, sliceArray, sliceAt, sliceValue } from './slice.js'
export { renderTools } from './tools.js'
