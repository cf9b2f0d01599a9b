/** JSON text of many megabytes, written in pieces. [T1] */
import { startOfCharacter } from '../texts.js'

/** Characters of a string in one piece: a quarter of a millisecond, or one where each is an escape. */
const PIECE_CHARS = 65_536

/** As JSON.stringify of a string, in pieces. */
export function* stringPieces(text: string): Generator<string> {
  if (text.length <= PIECE_CHARS) return yield JSON.stringify(text)
  yield '"'
  for (let from = 0; from < text.length;) {
    // Halves of a pair would be written as two escapes.
    const to = startOfCharacter(text, Math.min(text.length, from + PIECE_CHARS))
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}
