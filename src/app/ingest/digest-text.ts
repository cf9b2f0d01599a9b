import { createHash } from 'node:crypto'
import { startOfCharacter } from '../../domain/originals/slices.js'
import type { Steps } from '../../domain/steps.js'

/** Characters hashed before other requests may run: 1 to 2 ms of work. */
const CHARS_PER_STEP = 262_144

/** Computes the lower-case hex SHA-256 of a text as UTF-8, in steps. */
export function* digestSteps(text: string): Steps<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < text.length;) {
    const to = startOfCharacter(text, Math.min(text.length, from + CHARS_PER_STEP))
    hash.update(text.slice(from, to))
    from = to
    if (from < text.length) yield
  }
  return hash.digest('hex')
}
