import { startOfCharacter } from '../texts.js'
import { FILLER } from './fold.js'
import { eachWord, type TakeWord } from './words.js'

/** Cuts the text of a part into passages, so that a hit deep in a long result is found and read by itself. [R7] */

export interface Passage {
  /** Index of the part in its message. */
  part: number
  /** Start in the original text of the part, in UTF-16 code units. */
  start: number
  /** The exact text. */
  text: string
  /** Whether the text is JSON, whose escapes are read as the characters they mean. */
  isJson: boolean
  /** Finds the part beside its text: the name of a called tool. */
  name: string | null
}

/** A passage with the distinct terms that find it. */
export interface IndexedPassage extends Passage {
  terms: string[]
}

/** A passage of a message as the index keeps it. */
export interface WrittenPassage extends Passage {
  seq: number
  /** Distinct terms that find it, separated by line breaks, which no term has: one text is copied faster than hundreds. */
  terms: string
}

export type PartText = Omit<Passage, 'start'>

/** Characters of a passage, and the least before a line or word may end one. */
const PASSAGE_CHARS = 2_000
const MIN_LINE_END = 1_000
const MIN_WORD_END = 1_600
/** Distinct terms of one passage. Prose of this length has about 200. */
const MAX_TERMS = 500

/** Returns up to `count` passages of a part from `from` on, without those that have no term.
 * @returns `next`: where the rest starts; null: nowhere */
export function passagesFrom(
  { text, name, ...part }: PartText,
  from: number,
  count: number,
): { passages: IndexedPassage[]; next: number | null } {
  const passages: IndexedPassage[] = []
  let start = from
  for (let made = 0; made < count; made++) {
    const end = endOf(text, start)
    // The name belongs to the first passage.
    const passage = { ...part, start, text: text.slice(start, end), name: start === 0 ? name : null }
    const terms = termsOf(passage)
    if (terms.length > 0) passages.push({ ...passage, terms })
    if (end >= text.length) return { passages, next: null }
    start = end
  }
  return { passages, next: start }
}

/** Hands over the words of a passage. Those of its name come first and have no place in the text.
 * @param wanted see `eachWord` */
export function eachPassageWord(
  { text, isJson, name }: Omit<Passage, 'part' | 'start'>,
  take: TakeWord,
  wanted: RegExp | null = null,
): void {
  if (name !== null) eachWord(name, (found) => take(found, 0, 0))
  eachWord(isJson ? unescaped(text) : text, take, wanted)
}

function endOf(text: string, start: number): number {
  const end = start + PASSAGE_CHARS
  if (end >= text.length) return text.length
  const window = text.slice(start, end)
  const line = window.lastIndexOf('\n')
  if (line >= MIN_LINE_END) return start + line + 1
  const space = window.lastIndexOf(' ')
  return space >= MIN_WORD_END ? start + space + 1 : startOfCharacter(text, end)
}

function termsOf(passage: Omit<Passage, 'part'>): string[] {
  const terms = new Set<string>()
  eachPassageWord(passage, ({ terms: all, others }) => {
    if (terms.size >= MAX_TERMS) return
    for (const term of all) terms.add(term)
    for (const term of others) terms.add(term)
  })
  return [...terms]
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|.)/g

/** Replaces the escapes of JSON text by what they mean, padded to the same length, so that offsets stay valid. */
function unescaped(json: string): string {
  if (!json.includes('\\')) return json
  return json.replace(ESCAPE, (escape, code: string | undefined) =>
    code === undefined ? '  ' : String.fromCharCode(parseInt(code, 16)).padEnd(escape.length, FILLER),
  )
}
