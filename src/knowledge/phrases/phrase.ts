import { charHead, prefixHead, PREFIX_CHARS, wordHead } from './heads.js'
import { DIGIT, LETTER } from './marked-text.js'
import * as match from './match.js'
import type { Match, Option } from './match.js'
import { CLASSES } from './word-classes.js'

/** Reads a phrase of the table, whose language `LineRow.phrases` describes. */

/** Letters of a word of which only the end is given, and after its given start. */
const [LEAST_START, MOST_START, MOST_END] = [3, 20, 20]
const MAX_DIGITS = 4
/** What leaves words open, also in languages without blanks between words. */
const GAPS: ReadonlyMap<string, readonly [Match, wide: Match]> = new Map([
  ['…', [match.gap, match.wideGap]],
  ['{words}', [match.clauseGap, match.wideClauseGap]],
])

/** @param isWide whether its language has no blanks between words */
export function phraseOf(phrase: string, isWide: boolean): Option {
  const words = phrase.split(' ')
  const own = words.filter((word) => !isExcluded(word))
  const first = own.findIndex((word) => !isOptional(word))
  const { firsts } = match.choice(own.slice(0, first + 1).map((word) => choiceOf(word, isWide)))
  const heads = own.reduce<Option['heads']>((found, word, at) => found ?? headsWithin(word, own[at - 1], isWide), null)
  return { match: match.sequence(isWide ? words.map(wideStepOf) : stepsOf(words)), firsts, heads }
}

/** Returns the heads with one of which a text with the phrase has a word. After a gap, a word may begin where none is counted. */
function headsWithin(word: string, before: string | undefined, isWide: boolean): Option['heads'] {
  if (isOptional(word) || GAPS.has(word) || (before !== undefined && GAPS.has(before))) return null
  return choiceOf(word, isWide).heads
}

/** Words of the table that were read, of a language with blanks between words and of one without. Many are in many phrases. */
const READ = [new Map<string, Option>(), new Map<string, Option>()] as const

/** Returns one of several words, separated by `|`. */
export function choiceOf(words: string, isWide = false): Option {
  const read = READ[isWide ? 1 : 0]
  const own = words.replace(/^!|\?$/g, '').toLowerCase()
  const known = read.get(own)
  if (known) return known
  const made = match.choice(own.split('|').map((word) => wordOf(word, isWide)))
  read.set(own, made)
  return made
}

function isExcluded(word: string): boolean {
  return word.startsWith('!')
}

function isOptional(word: string): boolean {
  return word.endsWith('?')
}

function stepsOf(words: readonly string[]): Match[] {
  /** Whether no blank is needed: at the start, and after a gap. */
  let isOpen = true
  return words.map((word) => {
    const [gap] = GAPS.get(word) ?? []
    const wasOpen = isOpen
    isOpen = gap !== undefined || (isOpen && (isOptional(word) || isExcluded(word)))
    if (gap) return wasOpen ? gap : match.sequence([match.wordEnd, gap])
    const one = choiceOf(word).match
    if (isExcluded(word))
      return match.unless([match.sequence([wasOpen ? match.nothing : match.blank, one, match.wordEnd])])
    if (!isOptional(word)) return wasOpen ? one : match.sequence([match.blank, one])
    return match.optional(match.sequence(wasOpen ? [one, match.blank] : [match.blank, one]))
  })
}

function wideStepOf(word: string): Match {
  const [, gap] = GAPS.get(word) ?? []
  if (gap) return gap
  const one = choiceOf(word, true).match
  if (isExcluded(word)) return match.unless([one])
  return isOptional(word) ? match.optional(one) : one
}

function wordOf(word: string, isWide: boolean): Option {
  const [, start, middle = '', end] = /^(\*?)(.*?)(\*?)$/.exec(word)!
  const parts = middle.match(/\{[a-z]+\}|[_#'$]|[^_#'${]+/g) ?? []
  const steps = parts.map(partOf)
  if (start) steps.unshift(match.run(LETTER, LEAST_START, MOST_START))
  if (end) steps.push(match.run(LETTER, 0, MOST_END))
  const isOpen = start || parts.length === 0 || /^[_#'$…{]/.test(middle)
  const firsts = isOpen ? null : new Set([middle[0]!])
  return { match: match.sequence(steps), firsts, heads: isOpen ? null : headsOf(parts, end !== '', isWide) }
}

function partOf(part: string): Match {
  if (part === '_') return match.blank
  if (part === '#') return match.run(DIGIT, 1, MAX_DIGITS)
  if (part === '$') return match.end
  if (part.startsWith('{')) return CLASSES[part as keyof typeof CLASSES]
  return part === "'" ? match.apostrophe : match.literal(part)
}

/** @param parts of a word, of which the first is given
 * @param goesOn whether only its start is given */
function headsOf([part = '', next]: readonly string[], goesOn: boolean, isWide: boolean): number[] | null {
  if (isWide) return part.charCodeAt(0) > 127 ? [charHead(part)] : null
  const [letters = ''] = /^[\p{L}\p{N}]*/u.exec(part)!
  if (letters === '') return null
  const isWhole = letters.length < part.length || (next === undefined ? !goesOn : next !== '#' && !next.startsWith('{'))
  if (isWhole) return [wordHead(letters)]
  return letters.length < PREFIX_CHARS ? null : [prefixHead(letters)]
}
