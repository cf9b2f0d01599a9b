import { hasDigit, hasUnspaced, lettersOf, splitWords } from '../texts.js'
import { isShownRow } from '../attribution/row-looks.js'
import { declares } from '../source/junk.js'
import { wordCount } from '../source/prose.js'
import type { Passage } from '../source/reading.js'
import { contentWords } from '../source/sentences.js'
import { ends } from './support.js'
import type { ProposedLine } from '../source/types.js'

/** Recognizes rows that a model copied from calls and results instead of saying what matters: arguments, code, names
 * without a sentence. [V4] [V5] */

/** Plain words that make a sentence, and fewer if one of them is a function word: `is`, `from`. */
const SENTENCE = { words: 5, withFunctionWord: 2 }
/** An argument or a field with its name: `pattern: **.ts`. */
const FIELD = /^[\w.-]{1,40}: /

/** Returns whether a line is such a row of the passages. */
export function scrapsIn(passages: readonly Passage[]): (line: Pick<ProposedLine, 'kind' | 'text'>) => boolean {
  const shown = passages.filter(({ voice }) => voice === 'call' || voice === 'result')
  let copied: string | null = null
  const isCopied = (text: string) => {
    copied ??= shown.map((passage) => plain(ends(passage.text))).join('\n')
    // Passages hold the values of arguments without their names.
    return [text, text.replace(FIELD, '')].some((row) => copied!.includes(plain(row).trim()))
  }
  return ({ kind, text }) => {
    if (kind === 'code')
      return !text.includes('\n') && (isShownRow(text) || ('{([,'.includes(text.at(-1)!) && !declares(text)))
    return (kind === 'fact' || kind === 'progress') && !isSentence(text) && isCopied(text)
  }
}

function isSentence(text: string): boolean {
  // In scripts without capitals, words look like names.
  if (hasUnspaced(text)) return true
  const words = wordCount(text)
  if (words >= SENTENCE.words) return true
  if (FIELD.test(text) || words < SENTENCE.withFunctionWord) return false
  return splitWords(text).some((word) => isWord(word) && contentWords(word).length === 0)
}

function isWord(text: string): boolean {
  return text === lettersOf(text).trim() && !hasDigit(text)
}

/** Returns the letters and digits of a text. Words of scripts without spaces are compared whole. */
function plain(text: string): string {
  return lettersOf(text.toLowerCase().replace(/\\[nrt"]/g, ' '))
}
