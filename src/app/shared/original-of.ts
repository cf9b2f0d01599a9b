import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { mediumFacts, sliceAt } from '../../domain/formats/index.js'
import type { MediaPart, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { isMedium, readableText, type Medium } from '../../domain/originals/reading.js'
import { countLineBreaks, linesOf, startOfCharacter, type Measures } from '../../domain/originals/slices.js'

/** The original of one part, as a client reads it back. */
export interface Original {
  /** Whether `content` is plain text or JSON. */
  kind: 'text' | 'json'
  content: string
  /** Images and files in the part. */
  media: Medium[]
}

type Source = Pick<StoredMessage, 'format' | 'raw'>

/** Characters measured before yielding to the event loop: about 5 ms of work. */
const CHARACTERS_PER_SLICE = 1_000_000

/** Returns a result as text, with one line for each image and file in it. Any other part is returned unchanged. */
export function originalOf(message: Source, parsed: ParsedMessage, index: number): Original {
  const part = parsed.parts[index]
  if (part?.type !== 'tool_result') return exactOriginal(message, parsed, index)
  const media = mediaOf(parsed, index)
  return { kind: 'text', content: readableText(part.content, media), media }
}

/** Returns the exact JSON of the part in its message. Arguments sent as a string are returned as that string. */
export function exactOriginal({ format, raw }: Source, parsed: ParsedMessage, index: number): Original {
  const part = parsed.parts[index]
  const path = parsed.paths[index]
  // Arguments that are a string arrived as one: return that string instead of searching the message text for it.
  if (part?.type === 'tool_call' && typeof part.args === 'string')
    return { kind: 'text', content: part.args, media: mediaOf(parsed, index) }
  const json = path === undefined ? null : sliceAt(raw, path)
  const media = mediaOf(parsed, index)
  if (part?.type === 'tool_call') return { kind: 'json', content: argumentText(json), media }
  // Ollama sends images in a field next to the text.
  const images = format === 'ollama' && media.length > 0 ? sliceAt(raw, ['images']) : null
  return {
    kind: 'json',
    content: images === null ? (json ?? 'null') : `{"content":${json ?? '""'},"images":${images}}`,
    media,
  }
}

function argumentText(json: string | null): string {
  if (json === null) return '{}'
  if (!json.startsWith('"')) return json
  const text: unknown = JSON.parse(json)
  return String(text)
}

/** Returns the decoded bytes of an image or file in a part. Null if the number is unknown or the bytes are not stored.
 * @param number of the image or file within the part, from 1 */
export function mediumBytes(
  parsed: ParsedMessage,
  index: number,
  number: number,
): { mediaType: string | null; bytes: Buffer } | null {
  const found = mediaPartsOf(parsed, index)[number - 1]
  if (!found) return null
  const { mediaType, encoded } = mediumFacts(found)
  return encoded && { mediaType, bytes: Buffer.from(encoded.data, encoded.encoding) }
}

function mediaOf(parsed: ParsedMessage, index: number): Medium[] {
  return mediaPartsOf(parsed, index).map((part, at) => {
    const { encoded, ...facts } = mediumFacts(part)
    const bytes = encoded && Buffer.from(encoded.data, encoded.encoding)
    const sha256 = bytes && createHash('sha256').update(bytes).digest('hex')
    return { number: at + 1, kind: part.type, ...facts, bytes: bytes && bytes.length, sha256 }
  })
}

function mediaPartsOf(parsed: ParsedMessage, index: number): (MediaPart & { type: 'image' | 'file' })[] {
  const part = parsed.parts[index]
  return part?.type === 'tool_result' && typeof part.content !== 'string' ? part.content.filter(isMedium) : []
}

/** Measures and hashes an original. Yields to the event loop between slices, because 16 MiB take 50 to 100 ms. */
export async function measureOriginal({ content }: Pick<Original, 'content'>): Promise<Measures> {
  const hash = createHash('sha256')
  let bytes = 0
  let breaks = 0
  for (let from = 0; from < content.length;) {
    const to = startOfCharacter(content, Math.min(content.length, from + CHARACTERS_PER_SLICE))
    const slice = content.slice(from, to)
    hash.update(slice)
    bytes += Buffer.byteLength(slice)
    breaks += countLineBreaks(slice)
    from = to
    if (content.length > CHARACTERS_PER_SLICE) await yieldToEventLoop()
  }
  return { size: { characters: content.length, bytes, lines: linesOf(content, breaks) }, sha256: hash.digest('hex') }
}
