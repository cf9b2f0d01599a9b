import type { Json, MediaPart } from '../message.js'
import { firstString, isObject } from '../json/json.js'

/** Reads reasoning blocks of any provider. Signatures, `redacted_thinking.data`, and `encrypted_content` are opaque
 * bytes: they pass unread and count nothing. [T4] */

const REASONING_BLOCKS = ['thinking', 'redacted_thinking', 'reasoning', 'reasoning.summary', 'reasoning.encrypted']

/** Returns the visible text of a reasoning block, empty if everything in it is sealed; null if the block is no
 * reasoning. */
export function reasoningText(block: Json): string | null {
  if (!isObject(block) || !REASONING_BLOCKS.includes(String(block.type))) return null
  const text = firstString(block.thinking, block.text, block.reasoning)
  if (text !== undefined) return text
  const summary = Array.isArray(block.summary) ? block.summary : [block.summary ?? null]
  return summary.flatMap((item) => firstString(isObject(item) ? item.text : item) ?? []).join('\n\n')
}

/** Whether an opaque part is reasoning without visible text. */
export function isSealed(part: MediaPart): boolean {
  return part.type === 'opaque' && reasoningText(part.block ?? null) === ''
}
