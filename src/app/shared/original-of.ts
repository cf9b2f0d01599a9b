import { createHash } from 'node:crypto'
import { nextSlice } from '../ports/in-steps.js'
import { mediumFacts, messageFormat, parseSteps, sliceAtSteps } from '../../domain/formats/index.js'
import type { MediaPart, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { isMedium, readableText, type Medium } from '../../domain/originals/reading.js'
import { countLineBreaks, linesOf, startOfCharacter, type Measures } from '../../domain/originals/slices.js'
import type { Steps } from '../../domain/steps.js'

/** The original of one part, as a client reads it back. */
export interface Original {
  /** Whether `content` is plain text or JSON. */
  kind: 'text' | 'json'
  content: string
  /** Images and files in the part. */
  media: Medium[]
}

type Source = Pick<StoredMessage, 'format' | 'raw'>

/** Characters measured before yielding to the event loop: 2 to 4 ms of work. */
const CHARACTERS_PER_SLICE = 524_288
/** Bytes hashed in one step: 1 to 2 ms. */
const BYTES_PER_STEP = 524_288

/** Returns a text as it is, and a result as text with one line for each image and file in it. Any other part is returned
 * unchanged. */
export function* originalSteps(message: Source, parsed: ParsedMessage, index: number): Steps<Original> {
  const part = parsed.parts[index]
  if (part?.type === 'text') return { kind: 'text', content: part.text, media: [] }
  if (part?.type !== 'tool_result') return yield* exactSteps(message, parsed, index)
  const media = yield* mediaSteps(parsed, index)
  return { kind: 'text', content: readableText(part.content, media), media }
}

/** Returns the exact JSON of the part in its message. Arguments sent as a string are returned as that string. */
export function* exactSteps({ format, raw }: Source, parsed: ParsedMessage, index: number): Steps<Original> {
  const part = parsed.parts[index]
  const path = parsed.paths[index]
  // Arguments that are a string arrived as one: return that string instead of searching the message text for it.
  if (part?.type === 'tool_call' && typeof part.args === 'string')
    return { kind: 'text', content: part.args, media: yield* mediaSteps(parsed, index) }
  const json = path === undefined ? null : yield* sliceAtSteps(raw, path)
  const media = yield* mediaSteps(parsed, index)
  if (part?.type === 'tool_call') return { kind: 'json', content: yield* argumentSteps(json), media }
  const { mediaKey } = messageFormat(format)
  const beside = mediaKey !== null && media.length > 0 ? yield* sliceAtSteps(raw, [mediaKey]) : null
  return {
    kind: 'json',
    content: beside === null ? (json ?? 'null') : `{"content":${json ?? '""'},"${mediaKey}":${beside}}`,
    media,
  }
}

function* argumentSteps(json: string | null): Steps<string> {
  if (json === null) return '{}'
  if (!json.startsWith('"')) return json
  return String(yield* parseSteps(json))
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

function* mediaSteps(parsed: ParsedMessage, index: number): Steps<Medium[]> {
  const media: Medium[] = []
  for (const part of mediaPartsOf(parsed, index)) {
    const { encoded, ...facts } = mediumFacts(part)
    const bytes = encoded && Buffer.from(encoded.data, encoded.encoding)
    if (bytes && bytes.length > BYTES_PER_STEP) yield
    const sha256 = bytes && (yield* hashSteps(bytes))
    media.push({ number: media.length + 1, kind: part.type, ...facts, bytes: bytes && bytes.length, sha256 })
    yield
  }
  return media
}

function* hashSteps(bytes: Buffer): Steps<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.length; from += BYTES_PER_STEP) {
    hash.update(bytes.subarray(from, from + BYTES_PER_STEP))
    if (from + BYTES_PER_STEP < bytes.length) yield
  }
  return hash.digest('hex')
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
    if (content.length > CHARACTERS_PER_SLICE) await nextSlice()
  }
  return { size: { characters: content.length, bytes, lines: linesOf(content, breaks) }, sha256: hash.digest('hex') }
}
