import type { Format, Json, MediaPart, ResultBlock } from '../message.js'
import { firstString, isObject, type JsonObject } from './json.js'

/** Pictures and files in every provider's clothes, and the words that stand for them where a format cannot carry them. */

/** Where the bytes are: at an address, or here in base64. */
export type Carried = { url: string } | { data: string; mediaType: string }

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/

/** null: the part names no bytes we know how to carry over. */
export function carriedBy(part: MediaPart): Carried | null {
  const source = isObject(part.source) ? part.source : part
  const file = isObject(part.file) ? part.file : {}
  const picture = isObject(part.image_url) ? part.image_url.url : part.image_url
  const url = firstString(picture, source.url, file.file_data, part.file_data)
  if (url !== undefined) return carriedByUrl(url)
  const data = firstString(source.data)
  if (data === undefined || source.type === 'text') return null
  const mediaType = firstString(source.media_type, source.mediaType, source.mimeType) ?? sniff(data)
  return { data, mediaType }
}

function carriedByUrl(url: string): Carried {
  const match = DATA_URL.exec(url.slice(0, 200))
  return match ? { data: url.slice(match[0].length), mediaType: match[1] || 'application/octet-stream' } : { url }
}

/** Media type by the first bytes, for formats that send bare base64. */
function sniff(base64: string): string {
  if (base64.startsWith('/9j/')) return 'image/jpeg'
  if (base64.startsWith('R0lGOD')) return 'image/gif'
  if (base64.startsWith('UklGR')) return 'image/webp'
  return 'image/png'
}

/** What a picture or file is, and where its bytes are. */
export interface MediumFacts {
  mediaType: string | null
  name: string | null
  /** Address of bytes that are not here. */
  url: string | null
  /** Its bytes as they stand in the message. */
  encoded: { encoding: 'base64' | 'utf8'; data: string } | null
  /** Its words, where it is a text. */
  text: string | null
}

export function mediumFacts(part: MediaPart): MediumFacts {
  const facts: MediumFacts = {
    mediaType: null,
    name: fileName(part) ?? null,
    url: null,
    encoded: null,
    text: textOfFile(part) ?? null,
  }
  const { source, input_audio: sound } = part
  if (facts.text !== null) {
    const mediaType = (isObject(source) && firstString(source.media_type)) || 'text/plain'
    return { ...facts, mediaType, encoded: { encoding: 'utf8', data: facts.text } }
  }
  if (isObject(sound) && typeof sound.data === 'string') {
    return {
      ...facts,
      mediaType: `audio/${firstString(sound.format) ?? 'wav'}`,
      encoded: { encoding: 'base64', data: sound.data },
    }
  }
  const carried = carriedBy(part)
  if (carried === null) return facts
  if ('url' in carried) return { ...facts, url: carried.url }
  return { ...facts, mediaType: carried.mediaType, encoded: { encoding: 'base64', data: carried.data } }
}

/** A block of OpenAI's format, or null if that format has none for it. */
export function openaiBlock(part: MediaPart): JsonObject | null {
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

/** A block of Anthropic's format, or null if that format has none for it. */
export function anthropicBlock(part: MediaPart): JsonObject | null {
  if (part.type === 'opaque') return ownBlock(part, 'anthropic')
  const type = part.type === 'image' ? 'image' : 'document'
  if (isObject(part.source)) return { ...part, type }
  const carried = carriedBy(part)
  if (!carried) return null
  // Other kinds of documents are refused there.
  if (type === 'document' && 'data' in carried && carried.mediaType !== 'application/pdf') return null
  const source: JsonObject =
    'url' in carried
      ? { type: 'url', url: carried.url }
      : { type: 'base64', media_type: carried.mediaType, data: carried.data }
  return { type, source }
}

/** Base64 of a picture, or null: Ollama takes no addresses. */
export function ollamaImage(part: MediaPart): string | null {
  const carried = part.type === 'image' ? carriedBy(part) : null
  return carried && 'data' in carried ? carried.data : null
}

/** Words for what a format cannot carry; null: it means nothing to another format (sealed thinking). */
export function noteOf(part: MediaPart): string | null {
  if (part.type === 'opaque') return opaqueNote(part)
  const carried = carriedBy(part)
  if (part.type === 'image') return carried && 'url' in carried ? `[image: ${carried.url}]` : '[image]'
  const name = fileName(part) ?? (carried && 'url' in carried ? carried.url : undefined)
  const text = textOfFile(part)
  const heading = name === undefined ? '[file]' : `[file: ${name}]`
  return text === undefined ? heading : `${heading}\n${text}`
}

/** Text of a result for formats that want one string: its text, and notes for the rest. */
export function resultText(
  content: string | ResultBlock[],
  carries: (part: MediaPart) => boolean = () => false,
): string {
  if (typeof content === 'string') return content
  const texts = content.map((block) => (block.type === 'text' ? block.text : carries(block) ? null : noteOf(block)))
  return texts.filter((text) => text !== null).join('\n\n')
}

export function isMedia(block: ResultBlock): block is MediaPart {
  return block.type !== 'text'
}

/** The words of a file that is a text. */
function textOfFile(part: MediaPart): string | undefined {
  if (part.type !== 'file') return undefined
  return isObject(part.source) && part.source.type === 'text' ? firstString(part.source.data) : firstString(part.text)
}

function opaqueNote(part: MediaPart): string | null {
  const block: Json = part.block ?? part
  if (isObject(block) && block.type === 'redacted_thinking') return null
  return JSON.stringify(block)
}

function ownBlock(part: MediaPart, format: Format): JsonObject | null {
  return part.format === format && isObject(part.block) ? part.block : null
}

function urlOf(carried: Carried): string {
  return 'url' in carried ? carried.url : `data:${carried.mediaType};base64,${carried.data}`
}

function fileName(part: MediaPart): string | undefined {
  const file = isObject(part.file) ? part.file : part
  return firstString(file.filename, part.title, part.name)
}
