import { withoutSigns } from '../signs.js'
import { COMMON } from '../source/sentences.js'
import { isFileName } from '../anchors/shapes.js'
import { UNSPACED_SCRIPTS as UNSPACED } from '../texts.js'

/** Extracts the terms of a text: its names (files, functions, things) and words, each once. One linear pass over pieces
 * of bounded length. */

/** Weight by term. A name identifies the topic of a step as well as several words do. */
export type Terms = Map<string, number>

const NAME_WEIGHT = 5
const WORD_WEIGHT = 1
/** Path segments kept from the end. The first folders identify the project, not the topic. */
const PATH_TAIL = 3
const MAX_TERM_CHARS = 80
/** Maximum characters without a break. Longer runs are data. */
const MAX_RUN_CHARS = 300

const RUN = new RegExp(`[${UNSPACED}\\u30fc]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_$./@-])+`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
const EDGES = '.-@$'
const NAME = /_|\p{Ll}\p{Lu}|\p{L}-\p{L}|\p{L}\p{N}|\p{N}\p{L}/u
const FIGURE = /^[\p{N}.-]+$/u

/** Returns the weighted terms of a text. In scripts without spaces, terms are pairs of characters. */
export function termsOf(text: string): Terms {
  const found: Terms = new Map()
  for (const [run] of text.matchAll(RUN)) {
    if (IS_UNSPACED.test(run)) pairsOf(run, found)
    else if (run.length <= MAX_RUN_CHARS) namesAndWords(run, found)
  }
  return found
}

function pairsOf(run: string, found: Terms): void {
  const chars = [...run]
  for (let at = 0; at + 1 < chars.length; at++) note(found, `${chars[at]}${chars[at + 1]}`, WORD_WEIGHT)
}

function namesAndWords(run: string, found: Terms): void {
  const segments = run
    .split('/')
    .map((segment) => withoutSigns(segment, EDGES))
    .filter((segment) => segment !== '')
  const path = segments.length > 1
  for (const segment of segments.slice(-PATH_TAIL)) {
    // `errors.Is` is two words, `errors.go` is a file name.
    if (!segment.includes('.') || isFileName(segment)) noteTerm(segment, path, found)
    else for (const piece of segment.split('.')) noteTerm(piece, false, found)
  }
}

function noteTerm(term: string, path: boolean, found: Terms): void {
  if (term.length < 3 || term.length > MAX_TERM_CHARS || FIGURE.test(term)) return
  const key = term.toLowerCase()
  if (path || term.includes('.') || NAME.test(term)) note(found, key, NAME_WEIGHT)
  else if (!COMMON.has(key)) note(found, key, WORD_WEIGHT)
}

function note(found: Terms, term: string, weight: number): void {
  if ((found.get(term) ?? 0) < weight) found.set(term, weight)
}
