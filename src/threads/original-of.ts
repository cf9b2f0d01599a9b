import { hash } from 'node:crypto'
import { mediumFacts, messageFormat, sliceAt } from '../domain/formats/index.js'
import type { MediaPart, ParsedMessage, StoredMessage } from '../domain/message.js'
import { isMedium, readableText, type Medium } from '../domain/originals/reading.js'
import { countLineBreaks, linesOf, type Measures } from '../domain/originals/slices.js'
import { textDigest } from './text-digest.js'

/** The original of one part, as a client reads it back. */
export interface Original {
  /** Whether `content` is plain text or JSON. */
  kind: 'text' | 'json'
  content: string
  /** Images and files in the part. */
  media: Medium[]
}

type Source = Pick<StoredMessage, 'format' | 'raw'>
type Parsed = Pick<ParsedMessage, 'parts' | 'paths'>

/** Returns a text as it is, and a result as text with one line for each image and file in it. Any other part is returned
 * unchanged. */
export function originalOf(message: Source, parsed: Parsed, index: number): Original {
  const part = parsed.parts[index]
  if (part?.type === 'text') return { kind: 'text', content: part.text, media: [] }
  if (part?.type !== 'tool_result') return exactOriginal(message, parsed, index)
  const media = mediaOf(parsed, index)
  return { kind: 'text', content: readableText(part.content, media), media }
}

/** Returns the exact JSON of the part in its message. Arguments sent as a string are returned as that string. */
export function exactOriginal({ format, raw }: Source, parsed: Parsed, index: number): Original {
  const part = parsed.parts[index]
  const path = parsed.paths[index]
  const media = mediaOf(parsed, index)
  // Arguments that are a string arrived as one: return that string instead of searching the message text for it.
  if (part?.type === 'tool_call' && typeof part.args === 'string') return { kind: 'text', content: part.args, media }
  const json = path === undefined ? null : sliceAt(raw, path)
  if (part?.type === 'tool_call') return { kind: 'json', content: argumentText(json), media }
  const { mediaKey } = messageFormat(format)
  const beside = mediaKey !== null && media.length > 0 ? sliceAt(raw, [mediaKey]) : null
  return {
    kind: 'json',
    content: beside === null ? (json ?? 'null') : `{"content":${json ?? '""'},"${mediaKey}":${beside}}`,
    media,
  }
}

function argumentText(json: string | null): string {
  if (json === null) return '{}'
  return json.startsWith('"') ? String(JSON.parse(json)) : json
}

/** Returns the decoded bytes of an image or file in a part. Null if the number is unknown or the bytes are not stored.
 * @param number of the image or file within the part, from 1 */
export function mediumBytes(
  parsed: Parsed,
  index: number,
  number: number,
): { mediaType: string | null; bytes: Buffer } | null {
  const found = mediaPartsOf(parsed, index)[number - 1]
  if (!found) return null
  const { mediaType, encoded } = mediumFacts(found)
  return encoded && { mediaType, bytes: Buffer.from(encoded.data, encoded.encoding) }
}

function mediaOf(parsed: Parsed, index: number): Medium[] {
  return mediaPartsOf(parsed, index).map((part, at) => {
    const { encoded, ...facts } = mediumFacts(part)
    const bytes = encoded && Buffer.from(encoded.data, encoded.encoding)
    const sha256 = bytes && hash('sha256', bytes, 'hex')
    return { number: at + 1, kind: part.type, ...facts, bytes: bytes && bytes.length, sha256 }
  })
}

function mediaPartsOf(parsed: Parsed, index: number): (MediaPart & { type: 'image' | 'file' })[] {
  const part = parsed.parts[index]
  return part?.type === 'tool_result' && typeof part.content !== 'string' ? part.content.filter(isMedium) : []
}

/** Returns the size and hash of an original. */
export function measuresOf(content: string): Measures {
  const lines = linesOf(content, countLineBreaks(content))
  return {
    size: { characters: content.length, bytes: Buffer.byteLength(content), lines },
    sha256: textDigest(content),
  }
}
