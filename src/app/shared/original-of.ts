import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mediumFacts, sliceAt } from '../../domain/formats/index.js'
import type { MediaPart, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { isMedium, readableText, type Medium } from '../../domain/originals/reading.js'
import { countLineBreaks, linesOf, startOfCharacter, type Measures } from '../../domain/originals/slices.js'

/** The original of one part, as it is read back. */
export interface Original {
  /** The text itself, or JSON. */
  kind: 'text' | 'json'
  content: string
  /** Pictures and files in it. */
  media: Medium[]
}

type Source = Pick<StoredMessage, 'format' | 'raw'>

/** Characters measured before other work gets its turn: some 5 ms. */
const CHARACTERS_PER_TURN = 1_000_000

/** Results as text, with a line for each picture and file in them; arguments as they came. */
export function originalOf(message: Source, parsed: ParsedMessage, index: number): Original {
  const part = parsed.parts[index]
  if (part?.type !== 'tool_result') return exactOriginal(message, parsed, index)
  const media = mediaOf(parsed, index)
  return { kind: 'text', content: readableText(part.content, media), media }
}

/** The JSON of the part, exactly as it stood in the message; arguments that came as a string are that string. */
export function exactOriginal({ format, raw }: Source, parsed: ParsedMessage, index: number): Original {
  const part = parsed.parts[index]
  const path = parsed.paths[index]
  // Arguments that are a string came as one: that string is what was read, and its text is not searched for again.
  if (part?.type === 'tool_call' && typeof part.args === 'string')
    return { kind: 'text', content: part.args, media: mediaOf(parsed, index) }
  const json = path === undefined ? null : sliceAt(raw, path)
  const media = mediaOf(parsed, index)
  if (part?.type === 'tool_call') return { kind: 'json', content: argumentText(json), media }
  // Ollama's pictures stand beside the words.
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

/** The bytes of a picture or file of a part; null: there is none of that number, or its bytes are not here. */
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

/** In steps, between which others get their turn: 16 MiB take 50 to 100 ms. */
export async function measureOriginal({ content }: Pick<Original, 'content'>): Promise<Measures> {
  const hash = createHash('sha256')
  let bytes = 0
  let breaks = 0
  for (let from = 0; from < content.length;) {
    const to = startOfCharacter(content, Math.min(content.length, from + CHARACTERS_PER_TURN))
    const step = content.slice(from, to)
    hash.update(step)
    bytes += Buffer.byteLength(step)
    breaks += countLineBreaks(step)
    from = to
    if (content.length > CHARACTERS_PER_TURN) await nextTurn()
  }
  return { size: { characters: content.length, bytes, lines: linesOf(content, breaks) }, sha256: hash.digest('hex') }
}
