import { withoutSigns } from '../signs.js'
import { UNSPACED_SCRIPTS } from '../texts.js'
import { FILLER, foldWord, NOT_ASCII, stemWord } from './fold.js'

/** Splits a text into the terms by which search finds it: words, identifiers whole and in pieces, and pairs of characters
 * in scripts without spaces. Linear in the text. [R7] */

/** The terms that find a word. */
export interface Terms {
  /** The whole first, then its pieces. */
  terms: string[]
  /** Other spellings of the same terms. */
  others: string[]
}

/** A place in a text with the terms that find it. */
export interface Word extends Terms {
  /** Inclusive start and exclusive end, in UTF-16 code units of the text. */
  start: number
  end: number
}

/** Characters of one term. A longer run is data; its start finds it. */
const MAX_TERM_CHARS = 64
/** Pieces of one run, such as a long URL. */
const MAX_PIECES = 40
/** Characters of scripts without spaces, for a class of a pattern. */
export const UNSPACED = `${UNSPACED_SCRIPTS}\\u30fc`
const LETTERS = `\\p{L}\\p{M}\\p{N}_$${FILLER}`
const RUN = new RegExp(`[${LETTERS}]+(?:[./:@#\\\\-]{1,3}[${LETTERS}]+)*`, 'gu')
/** The same runs of a text without other letters than these: found in a third of the time. */
const PLAIN_RUN = /[A-Za-z0-9_$]+(?:[./:@#\\-]{1,3}[A-Za-z0-9_$]+)*/g
const BLOCK = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu')
export const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
/** No script without spaces has a letter below. */
const FAR_LETTER = /[\u0e00-\uffff]/
const SEPARATORS = /[./:@#\\-]+/
const IS_COMPOUND = /[./:@#\\_$-]|[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}/u
const HUMPS = /_+|\$+|(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Chinese characters and Japanese syllables, which have one form and one case. */
const IS_OWN_FORM = /^[\u4e00-\u9fff\u3041-\u3096\u30a1-\u30fa\u30fc]+$/
/** A name, and the line and column behind it. */
const PLACE = /^(.*?)((?::\d+){0,2})$/s
const PATH = /[/\\]/

/** Takes a word: the terms that find it, and its place. */
export type TakeWord = (found: Terms, start: number, end: number) => void

/** ASCII characters, and one of them is no sign. */
const PLAIN_WORD = /^[_$]*[A-Za-z0-9][\0-\x7f]*$/
/** The terms of a word that was not read. */
const UNREAD: Terms = { terms: [''], others: [] }

/** Hands over the words of a text in order. Words that are alike have the same terms, mostly the same object.
 * @param wanted finds the words of ASCII characters whose terms are wanted. The others are not read: they are handed over with the term '' */
export function eachWord(text: string, take: TakeWord, wanted: RegExp | null = null): void {
  const pattern = NOT_ASCII.test(text) ? RUN : PLAIN_RUN
  for (const { 0: run, index } of text.matchAll(pattern))
    if (wanted && PLAIN_WORD.test(run) && !wanted.test(run)) take(UNREAD, index, index + run.length)
    else if (!FAR_LETTER.test(run)) eachOfRun(run, index, take)
    else
      for (const { 0: block, index: at } of run.matchAll(BLOCK))
        if (IS_UNSPACED.test(block)) eachPair(block, index + at, take)
        else eachOfRun(block, index + at, take)
}

/** Returns the words of a text in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  eachWord(text, (found, start, end) => words.push({ start, end, ...found }))
  return words
}

/** Each character with the next. The last one is a term too, so that every character starts one. */
function eachPair(block: string, from: number, take: TakeWord): void {
  const takePair = (at: number, end: number) =>
    take({ terms: [foldPair(block.slice(at, end))], others: [] }, from + at, from + end)
  let at = 0
  for (let next = afterCharacter(block, at); next < block.length;) {
    const end = afterCharacter(block, next)
    takePair(at, end)
    at = next
    next = end
  }
  takePair(at, block.length)
}

/** To find out that a pair is its own form takes less time than to normalize it. */
export function foldPair(text: string): string {
  return IS_OWN_FORM.test(text) ? text : text.normalize('NFKC').toLowerCase()
}

/** Returns the index after the character at an index, which may be a surrogate pair. */
export function afterCharacter(text: string, at: number): number {
  return at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
}

/** The same words repeat in every text. Two generations, so that those in use stay when the newer one is full. Bounded;
 * forgetting only costs time. */
let known = new Map<string, Terms>()
let knownBefore = new Map<string, Terms>()
const MAX_KNOWN = 20_000
const MAX_KNOWN_CHARS = 40

function eachOfRun(run: string, start: number, take: TakeWord): void {
  const found = known.get(run) ?? remembered(run, knownBefore.get(run) ?? termsOf(run))
  if (found.terms.length > 0) take(found, start, start + run.length)
}

function remembered(run: string, found: Terms): Terms {
  if (run.length > MAX_KNOWN_CHARS) return found
  if (known.size >= MAX_KNOWN) {
    knownBefore = known
    known = new Map()
  }
  // A run is a slice that would keep its whole text in memory; terms are made of slices too.
  known.set(flat(run), { terms: found.terms.map(flat), others: found.others.map(flat) })
  return found
}

/** Returns the text as a string of its own. V8 copies slices of fewer than 13 characters anyway. */
function flat(text: string): string {
  return text.length < 13 ? text : (JSON.parse(JSON.stringify(text)) as string)
}

function termsOf(run: string): Terms {
  const [terms, others]: [string[], string[]] = [[], []]
  const add = (piece: string) => {
    // Folding may lengthen a run too.
    const [term = '', ...spelled] = foldWord(piece.slice(0, MAX_TERM_CHARS)).map((one) => one.slice(0, MAX_TERM_CHARS))
    const stem = stemWord(term)
    if (stem !== '' && !terms.includes(stem)) terms.push(stem)
    for (const other of spelled) others.push(stemWord(other))
  }
  if (IS_COMPOUND.test(run)) {
    const [, named = '', numbers = ''] = PLACE.exec(withoutSigns(run, '_$')) ?? []
    if (named !== '') add(named)
    const pieces = [...piecesOf(named), ...numbers.split(':').filter((piece) => piece !== '')]
    for (const piece of pieces.slice(0, MAX_PIECES)) add(piece)
  } else add(run)
  return { terms, others }
}

function piecesOf(whole: string): string[] {
  const pieces: string[] = []
  for (const name of PATH.test(whole) ? whole.split(PATH) : [whole]) {
    // A file name is worth finding with its extension.
    if (name !== whole && name.includes('.')) pieces.push(name)
    for (const part of name.split(SEPARATORS)) {
      const plain = withoutSigns(part, '_')
      const humps = plain.split(HUMPS).filter((hump) => hump.length > 1)
      if (plain !== whole && plain.length > 1) pieces.push(plain)
      if (humps.length > 1 || humps[0] !== plain) pieces.push(...humps)
    }
    if (pieces.length > MAX_PIECES) break
  }
  return pieces
}
