import type { Format, MediaPart, ResultBlock } from '../message.js'
import { firstString, isObject, type JsonObject } from '../json/json.js'
import { isSealed } from './reasoning.js'

/** Converts images and files between provider formats, and to text notes where a format does not support them. */

/** Source of the bytes: an address, or inline base64. */
export type Carried = { url: string } | { data: string; mediaType: string }

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/

/** Returns the source of the part's bytes; null if the part contains none that can be converted. */
export function carriedBy(part: MediaPart): Carried | null {
  const source = isObject(part.source) ? part.source : part
  const file = isObject(part.file) ? part.file : {}
  const picture = isObject(part.image_url) ? part.image_url.url : part.image_url
  const url = firstString(picture, source.url, file.file_data, part.file_data, part.file_url)
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

/** Returns the media type according to the first bytes, for formats that send base64 without a type. */
function sniff(base64: string): string {
  if (base64.startsWith('/9j/')) return 'image/jpeg'
  if (base64.startsWith('R0lGOD')) return 'image/gif'
  if (base64.startsWith('UklGR')) return 'image/webp'
  return 'image/png'
}

/** Type, name and bytes of an image or file. */
export interface MediumFacts {
  mediaType: string | null
  name: string | null
  /** Address of the bytes if they are not in the message. */
  url: string | null
  /** The bytes as encoded in the message. */
  encoded: { encoding: 'base64' | 'utf8'; data: string } | null
  /** Content of a text file. */
  text: string | null
}

/** Returns what is known about an image or file without decoding it. */
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

/** Returns a text note for a part that a format does not support; null if it has no meaning in other formats (sealed
 * reasoning). */
export function noteOf(part: MediaPart): string | null {
  if (part.type === 'opaque') return opaqueNote(part)
  const carried = carriedBy(part)
  if (part.type === 'image') return carried && 'url' in carried ? `[image: ${carried.url}]` : '[image]'
  const name = fileName(part) ?? (carried && 'url' in carried ? carried.url : undefined)
  const text = textOfFile(part)
  const heading = name === undefined ? '[file]' : `[file: ${name}]`
  return text === undefined ? heading : `${heading}\n${text}`
}

/** Returns the content of a result for formats that require one string: its text, and notes for other blocks.
 * @param carries whether the format sends a block separately, so that it needs no note */
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

/** Returns the content of a text file. */
function textOfFile(part: MediaPart): string | undefined {
  if (part.type !== 'file') return undefined
  return isObject(part.source) && part.source.type === 'text' ? firstString(part.source.data) : firstString(part.text)
}

function opaqueNote(part: MediaPart): string | null {
  return isSealed(part) ? null : JSON.stringify(part.block ?? part)
}

/** Returns the block of an opaque part that came in this format, to send it as received; null for any other part. */
export function ownBlock(part: MediaPart, format: Format): JsonObject | null {
  return part.format === format && isObject(part.block) ? part.block : null
}

/** Returns the address, or a data URL of inline bytes. */
export function urlOf(carried: Carried): string {
  return 'url' in carried ? carried.url : `data:${carried.mediaType};base64,${carried.data}`
}

export function fileName(part: MediaPart): string | undefined {
  const file = isObject(part.file) ? part.file : part
  return firstString(file.filename, part.title, part.name)
}
