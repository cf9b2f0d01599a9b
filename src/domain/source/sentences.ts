import { hasDigit, hasCjk, hasLetterOrDigit, wordSet, firstBlank } from '../texts.js'
import { kindAmong } from '../../knowledge/lines/read.js'

/** Splits text into lines and short sentences, and classifies sentences. Linear, with all lengths bounded. */

/** Maximum characters of an extract: about 60 tokens, which one reads at a glance. */
export const MAX_SENTENCE_CHARS = 240
/** Longer lines are split into sentences even if they fit. */
const SPLIT_FROM_CHARS = 140
/** Characters read of a text. Longer texts are data. */
const MAX_TEXT_CHARS = 400_000

const BULLETS = /^(?:[-*•] +){1,3}/

/** Returns the lines and sentences of a text in order, each at most 240 characters and verbatim. Blank lines are
 * skipped. */
export function sentences(text: string): string[] {
  const found: string[] = []
  for (const raw of text.slice(0, MAX_TEXT_CHARS).split('\n')) {
    const line = raw.trim().replace(BULLETS, '')
    if (line.length < 2 || !hasLetterOrDigit(line)) continue
    if (line.length <= SPLIT_FROM_CHARS && !(hasCjk(line) && line.length > 60)) found.push(line)
    else for (const sentence of sentencesOfLine(line)) cutSentence(sentence, found)
  }
  return found
}

function sentencesOfLine(line: string): string[] {
  const found: string[] = []
  let start = 0
  for (const end of line.matchAll(/[.!?]["')\]*”]{0,3}\s+(?=\S)|[。！？](?=[^\s.!?。！？"')\]])/g)) {
    const cut = end.index + end[0].length
    const piece = line.slice(start, cut).trim()
    // `e.g. this`, `1. that`: too short to be a sentence of its own.
    if (piece.length < 12 && !hasCjk(piece)) continue
    found.push(piece)
    start = cut
  }
  const rest = line.slice(start).trim()
  if (rest !== '') found.push(rest)
  return found
}

/** Cuts at the last blank (or between two CJK characters) before the limit. Skips a word longer than the limit. */
function cutSentence(sentence: string, found: string[]): void {
  let rest = sentence
  while (rest.length > MAX_SENTENCE_CHARS) {
    const cut = cutPosition(rest)
    if (cut > 0) {
      found.push(rest.slice(0, cut).trim())
      rest = rest.slice(cut).trim()
      continue
    }
    const gap = firstBlank(rest)
    if (gap < 0) return
    rest = rest.slice(gap).trim()
  }
  if (rest.length > 1) found.push(rest)
}

function cutPosition(text: string): number {
  for (let at = MAX_SENTENCE_CHARS; at > 40; at--) {
    const here = text[at] ?? ''
    const before = text[at - 1] ?? ''
    if (
      here.trim() === '' ||
      '"{}[]();|<>'.includes(here) ||
      '，、。；：'.includes(before) ||
      (before === ',' && !hasDigit(here)) ||
      (hasCjk(here) && hasCjk(before))
    )
      return at
  }
  return 0
}

const thoughtOrQuestion = kindAmong('thought', 'question')
const question = kindAmong('question')
const nextStep = kindAmong('next')

/** Whether a sentence plans or weighs something aloud, such as `Let me look at …` or `But that would be …`. */
export function isThought(sentence: string): boolean {
  return thoughtOrQuestion(sentence) !== null
}

export function isNextStep(sentence: string): boolean {
  return nextStep(sentence) !== null
}

export function isQuestion(sentence: string): boolean {
  return question(sentence) !== null
}

/** Returns the content words of a sentence in lower case, or pairs of characters in scripts without spaces. Used to
 * compare sentences and to find topics. */
export function contentWords(sentence: string): string[] {
  const found: string[] = []
  for (const match of sentence
    .toLowerCase()
    .matchAll(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}|[\p{L}\p{N}_]{3,}/gu)) {
    const word = match[0]
    if (hasCjk(word)) for (let at = 0; at + 1 < word.length; at++) found.push(word.slice(at, at + 2))
    else if (!COMMON.has(word)) found.push(word)
  }
  return found
}

/** Words that everyone uses all the time. */
export const COMMON = wordSet(
  `the and for are was were has have had not but you your with this that these those from they them their then than there here what when
  where which who will would can could should may might must shall its it's our out about into over also just like some any all each more
  most other only very now let get got how why one two use used using been being because does did doing done let's i'll i'm we'll`,
)
