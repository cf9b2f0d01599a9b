import { withoutLast } from '../signs.js'
import { splitSentences } from '../source/split-sentences.js'
import type { Passage } from '../source/reading.js'
import { sentences } from '../source/sentences.js'
import { oneLine, wordSet } from '../texts.js'
import { ends, stemsOf } from './support.js'

/** Finds lines that say that there is nothing: `No errors occurred.` A model that is asked for kinds of notes fills the empty ones so.
 * Words that are in the source do not support such a line: they may be about what did occur. [P14] [V4] */

export const UNSAID_ABSENCE = 'says that there is nothing, which no message says'

/** First words of such lines. */
const OPENERS = wordSet('no none nothing kein keine keinen keinerlei nichts')
/** The same in scripts without spaces. */
const OPENER_SIGNS = ['无', '無', '没有', '沒有', '暂无', 'なし', '特になし']
/** Words of a sentence that denies something. */
const DENIALS: ReadonlySet<string> = new Set([
  ...OPENERS,
  ...wordSet('not never without cannot keinem keiner keines nicht nie niemals ohne'),
])
/** Share of the words of a line that one sentence which denies something must have. */
const DENIED_SHARE = 0.7
const WORD = /[\p{L}\p{M}'’]{1,40}/gu

/** Returns a check for whether a line says that there is nothing, and no message says so. */
export function unsaidAbsences(passages: readonly Passage[]): (text: string) => boolean {
  let known: { texts: string; denials: ReadonlySet<string>[] } | null = null
  return (text) => {
    if (!opensWithAbsence(text)) return false
    known ??= readDenials(passages)
    const words = [...new Set(stemsOf(text))].filter((word) => !DENIALS.has(word))
    if (words.length === 0) return true
    if (known.texts.includes(withoutLast(plain(text), '.。'))) return false
    const least = words.length * DENIED_SHARE
    return !known.denials.some((said) => words.filter((word) => said.has(word)).length >= least)
  }
}

function readDenials(passages: readonly Passage[]): { texts: string; denials: ReadonlySet<string>[] } {
  const read = passages.map(({ text }) => ends(text))
  const denying = read.flatMap((text) => sentences(text).flatMap(splitSentences)).filter(denies)
  return { texts: plain(read.join('\n')), denials: denying.map((sentence) => new Set(stemsOf(sentence))) }
}

function opensWithAbsence(text: string): boolean {
  const start = text.trimStart()
  const [first = ''] = wordsOf(start.slice(0, 80))
  return OPENERS.has(first) || OPENER_SIGNS.some((sign) => start.startsWith(sign))
}

function denies(sentence: string): boolean {
  return wordsOf(sentence).some((word) => DENIALS.has(word) || word.endsWith("n't") || word.endsWith('n’t'))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

function plain(text: string): string {
  return oneLine(text.normalize('NFKC').toLowerCase())
}
