import { charHead, prefixHead, PREFIX_CHARS, wordHead } from './heads.js'
import { DIGIT, LETTER } from './marked-text.js'
import * as match from './match.js'
import type { Match, Option } from './match.js'

/** Reads a phrase of the table: `a|b` one of two · `a_b` two words that are one choice · `a?` a word that may be absent · `*ing` the end of
 * a word · `#` a number · `…` up to 60 characters · `$` the end of the text. */

/** Letters of a word of which only the end is given, and after its given start. */
const [LEAST_START, MOST_START, MOST_END] = [3, 20, 20]
const MAX_DIGITS = 4

/** @param isWide whether its language has no blanks between words */
export function phraseOf(phrase: string, isWide: boolean): Option {
  const words = phrase.split(' ')
  const steps = words.map((word, at) => (isWide ? wideStepOf(word) : stepOf(word, words[at + 1])))
  const first = words.findIndex((word) => !word.endsWith('?'))
  const { firsts, heads } = match.choice(words.slice(0, first + 1).map((word) => choiceOf(word, isWide)))
  return { match: match.sequence(steps), firsts, heads }
}

/** Returns one of several words, separated by `|`. */
export function choiceOf(words: string, isWide = false): Option {
  const all = words.replace(/\?$/, '').toLowerCase().split('|')
  return match.choice(all.map((word) => wordOf(word, isWide)))
}

function stepOf(word: string, next: string | undefined): Match {
  if (word === '…') return match.gap
  const one = choiceOf(word).match
  if (word.endsWith('?')) return match.optional(match.sequence([one, match.blank]))
  if (next === '…') return match.sequence([one, match.wordEnd])
  return next === undefined ? one : match.sequence([one, match.blank])
}

function wideStepOf(word: string): Match {
  return word === '…' ? match.wideGap : choiceOf(word, true).match
}

function wordOf(word: string, isWide: boolean): Option {
  const [, start, middle = '', end] = /^(\*?)(.*?)(\*?)$/.exec(word)!
  const parts = middle.match(/[_#'$]|[^_#'$]+/g) ?? []
  const steps = parts.map((part) => {
    if (part === '_') return match.blank
    if (part === '#') return match.run(DIGIT, 1, MAX_DIGITS)
    if (part === '$') return match.end
    return part === "'" ? match.apostrophe : match.literal(part)
  })
  if (start) steps.unshift(match.run(LETTER, LEAST_START, MOST_START))
  if (end) steps.push(match.run(LETTER, 0, MOST_END))
  const isOpen = start || parts.length === 0 || /^[_#'$…]/.test(middle)
  const firsts = isOpen ? null : new Set([middle[0]!])
  return { match: match.sequence(steps), firsts, heads: isOpen ? null : headsOf(parts, end !== '', isWide) }
}

/** @param parts of a word, of which the first is given
 * @param goesOn whether only its start is given */
function headsOf([part = '', next]: readonly string[], goesOn: boolean, isWide: boolean): number[] | null {
  if (isWide) return part.charCodeAt(0) > 127 ? [charHead(part)] : null
  const [letters = ''] = /^[\p{L}\p{N}]*/u.exec(part)!
  if (letters === '') return null
  const isWhole = letters.length < part.length || (next === undefined ? !goesOn : next !== '#')
  if (isWhole) return [wordHead(letters)]
  return letters.length < PREFIX_CHARS ? null : [prefixHead(letters)]
}
