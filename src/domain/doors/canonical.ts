/** What identifies a message in a digest chain: role and content, but nothing that clients change when they send a
 * message again. */
import { parseMessage } from '../formats/index.js'
import { isObject } from '../json/json.js'
import type { Format, Json, Part } from '../message.js'

/** Members that clients add, move or drop between two requests. */
const VOLATILE: ReadonlySet<string> = new Set(['cache_control', 'annotations', 'refusal', 'audio', 'timestamp'])

/** Returns a text that is equal for two forms of the same message. Ignores reasoning, call ids, key order, members such
 * as `cache_control`, and blanks at the ends of texts. */
export function canonicalMessage(format: Format, value: Json): string {
  try {
    const { role, parts } = parseMessage(format, value, '')
    return JSON.stringify([role, ...parts.flatMap((part) => canonicalPart(part) ?? [])])
  } catch {
    return JSON.stringify(canonicalJson(value))
  }
}

function canonicalPart(part: Part): Json | null {
  switch (part.type) {
    case 'reasoning':
      return null
    case 'text': {
      const text = part.text.replaceAll('\r\n', '\n').trim()
      return text === '' ? null : text
    }
    case 'tool_call':
      return { call: part.name, args: canonicalJson(part.args) }
    case 'tool_result': {
      const { content } = part
      if (typeof content === 'string') return { result: content.trim() }
      const blocks = content.flatMap((block) => canonicalPart(block) ?? [])
      // Clients that mark the newest result for a cache send its text as a block, and as a plain text with the next request.
      return { result: blocks.length > 1 || typeof blocks[0] === 'object' ? blocks : (blocks[0] ?? '') }
    }
    default:
      return isSealedReasoning(part.block) ? null : canonicalJson(part)
  }
}

function isSealedReasoning(block: Json | undefined): boolean {
  return isObject(block ?? null) && /^(redacted_)?(thinking|reasoning)/.test(String((block as { type?: Json }).type))
}

function canonicalJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(canonicalJson)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([key, member]) => !VOLATILE.has(key) && member !== null)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, member]) => [key, canonicalJson(member)]))
}
