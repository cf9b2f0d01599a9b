import { hasCjk } from '../texts.js'
import { MAX_ENTRY_CHARS } from './entry.js'

/** Returns the text without the blanks around it; a long one ends after a word and never within a character. */
export function clipWords(text: string): string {
  const plain = text.trim()
  if (plain.length <= MAX_ENTRY_CHARS) return plain
  const cut = plain.slice(0, MAX_ENTRY_CHARS).replace(/[\uD800-\uDBFF]$/u, '')
  return hasCjk(cut) ? cut : cut.replace(/\s\S{0,80}$/u, '')
}
