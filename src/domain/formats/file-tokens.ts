import { mediumFacts } from './media.js'
import type { MediaPart } from '../message.js'

/** What a file costs, of which a message has the bytes. Providers read its pages, its text, or its sound: the encoded bytes never reach the model. [T4] */

/** Tokens of a page: OpenAI and Anthropic send its text (about 500 to 1,500 tokens) and a picture of it. */
export const PAGE_TOKENS = 2_400
/** Bytes of a page where the file does not show how many it has: documents with pictures and fonts have 20 KB to 100 KB a page. What is longer
 * than ten of them is long because of its pictures. */
const PAGE_BYTES = 40_000
const PICTURE_PAGE_BYTES = 200_000
const SHORT_BYTES = 10 * PAGE_BYTES
/** Tokens of a second of sound: Google's published figure. OpenAI's is 10. */
export const SOUND_TOKENS = 32
/** Bytes of a second: 16-bit samples at 16 kHz, or 32 kbit/s in compressed formats. The lowest rates in common use. */
const SAMPLED_BYTES = 32_000
const COMPRESSED_BYTES = 4_000
const SAMPLED = new Set(['audio/wav', 'audio/x-wav', 'audio/pcm16', 'audio/pcm', 'audio/l16'])
/** Characters of base64 at each end of a PDF in which its number of pages is looked for. */
const SEARCHED_CHARS = 262_144
const PAGE_TREE = /\/Type\s*\/Pages\b/g
/** Nodes of the page tree that are read at each end, and characters around their type. The root counts all pages. */
const MAX_NODES = 64
const NODE_CHARS = 4_000
/** The header of a PDF that was made for the web counts them, too. */
const LINEARIZED = /^[^]{0,100}\/Linearized\b[^>]{0,400}?\/N\s+(\d{1,5})\b/
/** Types whose bytes are text. */
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|csv|javascript|x-sh)\b)/

/** Returns the text that the model receives of a file with inline bytes; null: its bytes are not in the message, or are plain text there. */
export function fileText(part: MediaPart): string | null {
  const file = inlineFile(part)
  if (file === null) return null
  const { name, type, data } = file
  return TEXT.test(type) ? `${name}\n${Buffer.from(data, 'base64').toString('utf8')}` : name
}

/** Returns the tokens of a file with inline bytes, beside its text. */
export function fileTokens(part: MediaPart): number {
  const file = inlineFile(part)
  if (file === null || TEXT.test(file.type)) return 0
  const { type, data } = file
  const bytes = Math.ceil((data.length * 3) / 4)
  if (type.startsWith('audio/')) {
    const seconds = bytes / (SAMPLED.has(type) ? SAMPLED_BYTES : COMPRESSED_BYTES)
    return Math.max(1, Math.round(seconds)) * SOUND_TOKENS
  }
  const pages = type === 'application/pdf' ? pagesOf(data) : null
  const long = Math.max(0, bytes - SHORT_BYTES) / PICTURE_PAGE_BYTES
  const likely = Math.max(1, Math.round(Math.min(bytes, SHORT_BYTES) / PAGE_BYTES + long))
  return (pages ?? likely) * PAGE_TOKENS
}

function inlineFile(part: MediaPart): { name: string; type: string; data: string } | null {
  if (part.type !== 'file') return null
  const { encoded, mediaType, name } = mediumFacts(part)
  if (encoded?.encoding !== 'base64') return null
  return { name: name ?? '', type: (mediaType ?? '').toLowerCase(), data: encoded.data }
}

/** Returns the pages of a PDF; null: its page tree is compressed, or far from both ends. */
function pagesOf(data: string): number | null {
  const tail = Math.floor(Math.max(0, data.length - SEARCHED_CHARS) / 4) * 4
  const head = decoded(data.slice(0, SEARCHED_CHARS))
  const linearized = Number(LINEARIZED.exec(head)?.[1] ?? 0)
  return Math.max(linearized, pagesIn(head), tail === 0 ? 0 : pagesIn(decoded(data.slice(tail)))) || null
}

function pagesIn(text: string): number {
  let most = 0
  let nodes = 0
  for (const { index } of text.matchAll(PAGE_TREE)) {
    if (nodes++ === MAX_NODES) break
    const before = text.slice(Math.max(0, index - NODE_CHARS), index)
    const after = text.slice(index, index + NODE_CHARS)
    const node = before.slice(before.lastIndexOf('<<') + 1) + after.split('>>', 1)[0]!
    most = Math.max(most, Number(/\/Count\s+(\d{1,5})\b/.exec(node)?.[1] ?? 0))
  }
  return most
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1')
}
