import { isHuman, type ParsedMessage } from '../message.js'
import { cutAtWord, oneLine } from '../texts.js'

const CHARS = 80
/** Characters that are read. Blanks between words may be long. */
const READ_CHARS = 4 * CHARS

/** Returns the first words of a message of a person on one line, to name a session by; undefined if it has none. */
export function openingOf({
  role,
  origin,
  parts,
}: Pick<ParsedMessage, 'role' | 'origin' | 'parts'>): string | undefined {
  if (!isHuman({ role, origin })) return undefined
  for (const part of parts) {
    if (part.type !== 'text') continue
    const words = cutAtWord(oneLine(part.text.slice(0, READ_CHARS)).trim(), CHARS)
    if (words !== '') return words
  }
  return undefined
}
