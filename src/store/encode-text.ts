import { pause } from '../ports/pause.js'
import { startOfCharacter } from '../domain/texts.js'

/** The driver encodes shorter texts itself, without a pause. */
const LONG_CHARS = 524_288

/** Encodes a long text as UTF-8 in slices, without blocking the event loop. Returns a short text as is. [T1] */
export async function encodeText(text: string): Promise<string | Buffer> {
  if (text.length <= LONG_CHARS) return text
  const pieces: Buffer[] = []
  for (let from = 0; from < text.length;) {
    const to = startOfCharacter(text, Math.min(text.length, from + LONG_CHARS))
    pieces.push(Buffer.from(text.slice(from, to), 'utf8'))
    from = to
    await pause()
  }
  const bytes = Buffer.concat(pieces)
  // The driver copies it once more, and the socket again.
  await pause()
  return bytes
}
