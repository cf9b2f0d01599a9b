import { parseMessage } from '../domain/formats/index.js'
import type { Json, Part } from '../domain/message.js'
import type { Reduction } from '../domain/reduction.js'
import type { Ports } from './ports.js'
import { readSession, required } from './read-session.js'

/** The exact original behind a reduction, read by range or searched, for as long as the session lives. [P8] [D1]
 * Offsets and lengths count UTF-16 code units, as `length` does in JavaScript: slices put together give the original exactly. */

export interface Original {
  reduction: Reduction
  /** The text itself, or the JSON of what is not plain text (content blocks, arguments). */
  kind: 'text' | 'json'
  content: string
}
export interface OffloadMatch {
  offset: number
  /** Line number, from 1. */
  line: number
  /** The match with what stands around it. */
  excerpt: string
}

/** Characters shown on either side of a match. */
const EXCERPT_SIDE = 80

/** Throws session_not_found, not_found. */
export async function readOriginal(
  { store }: Pick<Ports, 'store'>,
  { appId, sessionId, offloadId }: { appId: string | null; sessionId: string; offloadId: string },
): Promise<Original> {
  await readSession({ store }, sessionId, appId)
  const reduction = required(await store.reduction(sessionId, offloadId), 'offload', offloadId)
  const [message] = await store.messages(sessionId, [reduction.seq])
  if (!message) throw new Error(`reduction ${offloadId} names message ${reduction.seq}, which is not in history`)
  const value: Json = JSON.parse(message.raw)
  const part = parseMessage(message.format, value, '').parts[reduction.part]
  if (!part) throw new Error(`reduction ${offloadId} names part ${reduction.part} of message ${reduction.seq}, which has fewer`)
  return { reduction, ...contentOf(part) }
}

/** Where `query` stands in the original, whatever the case of letters; at most `limit` places, and whether there are more. */
export function searchOriginal(content: string, query: string, limit: number): { matches: OffloadMatch[]; more: boolean } {
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const matches: OffloadMatch[] = []
  let line = 1
  let counted = 0
  for (const match of content.matchAll(pattern)) {
    if (matches.length === limit) return { matches, more: true }
    for (let at = content.indexOf('\n', counted); at !== -1 && at < match.index; at = content.indexOf('\n', at + 1)) {
      line += 1
      counted = at + 1
    }
    const excerpt = content.slice(Math.max(0, match.index - EXCERPT_SIDE), match.index + match[0].length + EXCERPT_SIDE)
    matches.push({ offset: match.index, line, excerpt })
  }
  return { matches, more: false }
}

function contentOf(part: Part): { kind: 'text' | 'json'; content: string } {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { kind: 'text', content: String(part.text) }
    case 'tool_call':
      return textOrJson(part.args)
    case 'tool_result':
      return typeof part.content === 'string'
        ? { kind: 'text', content: part.content }
        : { kind: 'json', content: JSON.stringify(part.content) }
    default:
      return { kind: 'json', content: JSON.stringify(part) }
  }
}

function textOrJson(value: Json | undefined): { kind: 'text' | 'json'; content: string } {
  return typeof value === 'string' ? { kind: 'text', content: value } : { kind: 'json', content: JSON.stringify(value ?? null) }
}
