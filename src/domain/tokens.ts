import { fileText, fileTokens } from './formats/file-tokens.js'
import { reasoningText } from './formats/reasoning.js'
import type { MediaPart, Part, ResultBlock } from './message.js'

/** Tokens of a message beyond its text: chat templates wrap every message in role markers and separators.
 * The values follow the ChatML family (4 per message). They are rounded up: counts must not be too low. [T1] */
export const MESSAGE_OVERHEAD = 4
export const CALL_OVERHEAD = 8
export const RESULT_OVERHEAD = 6
export const TOOL_SCHEMA_OVERHEAD = 10
/** Tokens of an image: the tile cost of common vision models at ordinary sizes (OpenAI 765 for 1,024 × 1,024;
 * Llama 3.2 Vision about 1,600). */
export const IMAGE_TOKENS = 1_600
/** Replaces the missing result of a call when the conversation continued without it. [P5] */
export const MISSING_RESULT_TEXT = '[no result came]'
export const MISSING_RESULT_TOKENS = 14
/** Tokens of the wrapper around a result that can no longer follow its call directly. */
export const NOTE_OVERHEAD = 24

/** Returns the texts of a part that the model receives and that must be counted. `fixedTokens` covers the rest. */
export function countedTexts(part: Part): string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text]
    case 'tool_call':
      return [part.name, typeof part.args === 'string' ? part.args : JSON.stringify(part.args)]
    case 'tool_result':
      if (typeof part.content === 'string') return [part.content]
      return part.content.map((block) =>
        block.type === 'text' ? String(block.text) : block.type === 'image' ? '' : blockText(block),
      )
    case 'image':
      return []
    case 'file':
      return [blockText(part)]
    case 'opaque': {
      // Reasoning counts by its visible text. Its sealed bytes would count as thousands of tokens of noise. [T4]
      const text = reasoningText(part.block ?? null)
      return text === null ? [JSON.stringify(part)] : text === '' ? [] : [text]
    }
  }
}

function blockText(block: MediaPart): string {
  return fileText(block) ?? JSON.stringify(block)
}

/** Returns the tokens that a part costs beside its text: overhead, images and files by a formula. [T4] */
export function fixedTokens(part: Part): number {
  switch (part.type) {
    case 'tool_call':
      return CALL_OVERHEAD
    case 'tool_result':
      return (
        RESULT_OVERHEAD +
        (typeof part.content === 'string' ? 0 : part.content.reduce((sum, block) => sum + mediaTokens(block), 0))
      )
    case 'image':
    case 'file':
      return mediaTokens(part)
    default:
      return 0
  }
}

function mediaTokens(block: ResultBlock): number {
  if (block.type === 'image') return IMAGE_TOKENS
  return block.type === 'file' ? fileTokens(block) : 0
}

/** First message in formats that must begin with the user, if the remaining conversation starts with the assistant. */
export const OPENING_TEXT = '[This conversation began earlier.]'
/** Maximum tokens of the opening, including the message overhead. */
export const OPENING_TOKENS = 12
