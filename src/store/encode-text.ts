import { nextSlice } from '../app/ports/in-steps.js'
import { startOfCharacter } from '../domain/originals/slices.js'

/** Shorter texts are left to the driver, which encodes each at once. */
const LONG_CHARS = 524_288

/** A text as the driver shall send it: a long one as UTF-8, encoded in slices of the event loop. [T1] */
export async function encodeText(text: string): Promise<string | Buffer> {
  if (text.length <= LONG_CHARS) return text
  const pieces: Buffer[] = []
  for (let from = 0; from < text.length;) {
    const to = startOfCharacter(text, Math.min(text.length, from + LONG_CHARS))
    pieces.push(Buffer.from(text.slice(from, to), 'utf8'))
    from = to
    await nextSlice()
  }
  const bytes = Buffer.concat(pieces)
  // The driver copies it once more, and the socket again.
  await nextSlice()
  return bytes
}
