import { JOINS, LETTER, UNDERSCORE, WORD, type MarkedText } from './marked-text.js'
import { run, sequence, type Match } from './match.js'

/** Words that a phrase gives by what they are. */

/** `I` is no name. */
const LEAST_NAME_CHARS = 2
const MAX_NAME_CHARS = 40
/** A host, an address, or a path: it begins with a small letter, and signs join its parts. */
const ADDRESS = /(?:https?:\/\/|~?\/)?[a-z][\w-]{0,40}(?:[.:/@][a-z\d][\w-]{0,40}){1,8}/uy

const capital: Match = (text, at, then) => isCapital(text, at) && then(at)

function isCapital({ given, lower, marks }: MarkedText, at: number): boolean {
  return ((marks[at] ?? 0) & LETTER) !== 0 && given.charCodeAt(at) !== lower.charCodeAt(at)
}

const address: Match = ({ given }, at, then) => {
  ADDRESS.lastIndex = at
  const found = ADDRESS.exec(given)
  return found !== null && then(at + found[0].length)
}

/** With hyphens and apostrophes. */
const word: Match = (text, at, then) => {
  let end = at
  while (end < at + MAX_NAME_CHARS && isOfWord(text, end)) end++
  return end > at && then(end)
}

function isOfWord({ lower, marks }: MarkedText, at: number): boolean {
  return ((marks[at] ?? 0) & JOINS) !== 0 || lower[at] === "'" || lower[at] === '’'
}

/** A letter without accents, at its start. */
const latin: Match = ({ lower, marks }, at, then) =>
  ((marks[at] ?? 0) & LETTER) !== 0 && lower.charCodeAt(at) < 128 && then(at + 1)

export const CLASSES = {
  '{capital}': capital,
  '{name}': sequence([capital, run(WORD | UNDERSCORE, LEAST_NAME_CHARS, MAX_NAME_CHARS)]),
  '{word}': word,
  '{address}': address,
  '{latin}': latin,
}
