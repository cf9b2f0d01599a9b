import { PARTICLES, UNSPACED_FUNCTION_WORDS } from '../../knowledge/languages.js'
import { afterCharacter, foldPair, IS_UNSPACED, UNSPACED, wordsOf } from './words.js'

/** Splits a query into words. The index has pairs of characters in scripts without spaces; in a query, a pair across two words is in no
 * text and would count as a rare word that was never said. So it is split into words first. [R7] */

export interface QueryWord {
  /** Inclusive start and exclusive end, in UTF-16 code units of the query. */
  start: number
  end: number
  /** The whole first, then its pieces; of a script without spaces, one pair of characters, or one character. */
  terms: string[]
  /** Other spellings of the same terms. */
  others: string[]
  /** Whether it is one character of a script without spaces, which starts the terms that find it. */
  isStart: boolean
  /** Whether it is of a script without spaces. */
  isUnspaced: boolean
  /** Whether it is of a function word of such a script. */
  isFunctionWord: boolean
}

const RUNS = new RegExp(`[${UNSPACED}]+`, 'gu')
/** The segmenter takes time that grows with the square of a run. */
const PIECES = /.{1,200}/gsu
const HANGUL = /^[\uac00-\ud7a3]+$/
const KANA = /^[\u3041-\u3096\u30a1-\u30fa]$/
const FUNCTION_WORDS: ReadonlySet<string> = new Set(UNSPACED_FUNCTION_WORDS)
/** Knows the words of Chinese, Japanese, Thai, and others, whatever the locale is. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })

/** Returns the words of a query in order. */
export function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = []
  for (const { start, end, terms, others } of wordsOf(query))
    if (!IS_UNSPACED.test(query.slice(start, end)))
      words.push({ start, end, terms, others, isStart: false, isUnspaced: false, isFunctionWord: false })
  const unspaced = unspacedWords(query)
  return unspaced.length === 0 ? words : [...words, ...unspaced].sort((a, b) => a.start - b.start)
}

/** Characters from the start of a text: that of the query. */
interface Run {
  start: number
  text: string
}

function unspacedWords(query: string): QueryWord[] {
  return [...query.matchAll(RUNS)]
    .flatMap(({ 0: text, index }) => segmentsOf({ start: index, text }))
    .flatMap((run) => termsOf(withoutParticles(run)))
}

/** Returns the words of a run, which is split where none ends if it is long. */
function segmentsOf({ start, text }: Run): Run[] {
  const pieces = text.match(PIECES) ?? []
  let from = start
  return pieces.flatMap((piece) => {
    const words = [...SEGMENTER.segment(piece)].map(({ segment, index }) => ({ start: from + index, text: segment }))
    from += piece.length
    return words
  })
}

/** *养了* is one word to a segmenter, and means *养*. The last syllable of a Korean word is mostly a particle or an ending: *서점에서* and
 * *서점을* have *서점*. */
function withoutParticles({ start, text }: Run): Run {
  const characters = [...text]
  if (FUNCTION_WORDS.has(text) || characters.length < 2) return { start, text }
  if (HANGUL.test(text) && characters.length > 2) return { start, text: characters.slice(0, -1).join('') }
  if (characters.length > 2) return { start, text }
  const [first = '', second = ''] = characters
  if (PARTICLES.has(second)) return { start, text: first }
  return PARTICLES.has(first) ? { start: start + first.length, text: second } : { start, text }
}

/** Returns each character with the next; a single one starts the pairs that have it. */
function termsOf({ start, text }: Run): QueryWord[] {
  const isFunctionWord = FUNCTION_WORDS.has(text) || PARTICLES.has(text) || KANA.test(text)
  const word = (from: number, end: number, isStart: boolean): QueryWord => ({
    start: start + from,
    end: start + end,
    terms: [foldPair(text.slice(from, end))],
    others: [],
    isStart,
    isUnspaced: true,
    isFunctionWord,
  })
  const words: QueryWord[] = []
  for (let at = 0, next = afterCharacter(text, 0); next < text.length;) {
    const end = afterCharacter(text, next)
    words.push(word(at, end, false))
    at = next
    next = end
  }
  return words.length > 0 ? words : [word(0, text.length, true)]
}
