import { hasCjk, startOfCharacter, withoutPartialWord } from '../texts.js'
import { MAX_ENTRY_CHARS } from './entry.js'

/** Returns the text without the blanks around it; a long one ends after a word and never within a character. */
export function clipWords(text: string, maxChars = MAX_ENTRY_CHARS): string {
  const plain = text.trim()
  if (plain.length <= maxChars) return plain
  const cut = plain.slice(0, startOfCharacter(plain, maxChars))
  return hasCjk(cut) ? cut : withoutPartialWord(cut)
}
