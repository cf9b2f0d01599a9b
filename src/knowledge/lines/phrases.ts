import type { LineRow, Place } from './row.js'

/** Compiles the phrases of a row to one regular expression, in which every repetition has a bound. */

/** Languages without blanks between words. */
const WIDE = ['zh', 'ja']
/** What is between two words. */
const BLANK = ',?\\s{1,4}'
const GAP = '.{1,60}?(?<![\\p{L}\\p{N}])'
const WIDE_GAP = '.{0,12}'
const SHORT_REST = '.{0,40}$'
const BEFORE_WORD = `(?=${BLANK}["'“\`]?\\p{L})`
const ENDED = '[.!]{0,3}$'
/** Words that may come before an order, in its clause. */
export const BEFORE_ORDERS =
  'please|and|but|so|also|then|just|note|important|remember|rule|make_sure|make_sure_to|be_sure_to|from_now_on|bitte'

const PLACES: Record<Place, { before: string; after: string }> = {
  start: { before: '^', after: '' },
  clause: {
    before: `(?:^|[,;:(.!?]\\s{1,4})(?:(?:${choiceOf(BEFORE_ORDERS)})[,:!]?\\s{1,4}){0,3}`,
    after: BEFORE_WORD,
  },
  anywhere: { before: '(?<![\\p{L}\\p{N}_`-])', after: '' },
  within: { before: '(?<![\\p{L}\\p{N}_`-])', after: BEFORE_WORD },
  end: { before: '(?<![\\p{L}\\p{N}_`-])', after: ENDED },
  opens: { before: '^', after: BEFORE_WORD },
  short: { before: '^', after: SHORT_REST },
}

export function patternOf(row: LineRow): RegExp {
  if (row.pattern) return row.pattern
  const { phrases = [], notThen = [], notAfter = [], at = 'anywhere', language } = row
  if (WIDE.includes(language)) {
    const follows = notThen.length === 0 ? '' : `(?!${notThen.join('|')})`
    return new RegExp(`${at === 'start' ? '^' : ''}(?:${phrases.map(wideSourceOf).join('|')})${follows}`, 'u')
  }
  const { before, after } = PLACES[at]
  const precedes =
    notAfter.length === 0 ? '' : `(?<!(?<![\\p{L}\\p{N}])(?:${notAfter.map(choiceOf).join('|')})${BLANK})`
  const follows = notThen.length === 0 ? '' : `(?!${BLANK}(?:${notThen.map(choiceOf).join('|')})(?![\\p{L}\\p{N}]))`
  const words = phrases.map(sourceOf).join('|')
  return new RegExp(`${before}${precedes}(?:${words})(?![\\p{L}\\p{N}_])${follows}${after}`, 'iu')
}

function sourceOf(phrase: string): string {
  const words = phrase.split(' ')
  return words
    .map((word, at) => {
      const isLast = at === words.length - 1
      if (word === '…') return GAP
      const choice = `(?:${choiceOf(word.replace(/\?$/, ''))})`
      if (word.endsWith('?')) return `(?:${choice}${BLANK})?`
      if (words[at + 1] === '…') return `${choice}(?![\\p{L}\\p{N}])`
      return isLast ? choice : `${choice}${BLANK}`
    })
    .join('')
}

function wideSourceOf(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) => (word === '…' ? WIDE_GAP : `(?:${choiceOf(word)})`))
    .join('')
}

function choiceOf(words: string): string {
  return words
    .split('|')
    .map((word) =>
      word
        .replace(/[.+()[\]{}^$\\/]/g, '\\$&')
        .replaceAll('#', '\\d{1,4}')
        .replaceAll("'", "['’]")
        .replaceAll('_', BLANK)
        .replace(/^\*/, '\\p{L}{3,20}')
        .replace(/\*$/, '\\p{L}{0,20}'),
    )
    .join('|')
}
