import { endsSentence, hasUnspaced, introduces, splitWords } from '../texts.js'
import { blocksOf } from './blocks.js'
import { introductions } from './introductions.js'
import { isConflict, isJunk } from './junk.js'
import { sentencesWithin } from './split-sentences.js'

/** Splits prose into whole sentences and list items, which alone may become lines of a checkpoint. Linear, with all
 * lengths bounded. [C4] */

/** Maximum characters of a line. A longer sentence is left out, because half of it may say the opposite. */
export const MAX_LINE_CHARS = 420
/** Minimum characters of a sentence, and of one in a script without spaces. */
const MIN_CHARS = 12
const MIN_WIDE_CHARS = 5
const MIN_WORDS = 3
/** A line without final punctuation is a title if it has fewer words. */
const MIN_WORDS_UNENDED = 5
/** Characters read of a text. Longer texts are data. */
const MAX_TEXT_CHARS = 400_000

export interface ProseLine {
  /** Verbatim, except for bold markers and line breaks. */
  text: string
  /** Whether it is an item of a list. */
  isItem: boolean
  /** Whether it follows the line before it in the same paragraph or item. */
  follows?: boolean
  /** Introduction of the list that it is an item of: `The writer prints:`. */
  under?: string
  /** Whether it gives a value to a label: `Port: 2525`. */
  isLabeled?: boolean
}

/** Returns the lines in order. Code fences, titles, tables, introductions of lists and fragments are skipped. */
export function proseLines(text: string): ProseLine[] {
  const found: ProseLine[] = []
  const introductionOf = introductions()
  for (const open of blocksOf(text.slice(0, MAX_TEXT_CHARS))) {
    const { text: block, isItem, isLabeled = false } = open
    const under = introductionOf(open)
    const place = { isItem, ...(under !== undefined && { under }), ...(isLabeled && { isLabeled }) }
    if (isItem && block.length <= MAX_LINE_CHARS / 2) {
      if (isLabeled || isWholeLine(block, true)) found.push({ text: block, ...place })
      continue
    }
    let follows = false
    for (const sentence of sentencesWithin(block, MAX_LINE_CHARS)) {
      const isWhole = isWholeLine(sentence, isItem)
      if (isWhole) found.push({ text: sentence, ...place, follows })
      follows = isWhole
    }
  }
  return found
}

/** Whether a sentence or list item says something whole, so that it may become a line.
 * @param isItem whether it is an item of a list, which may be shorter */
export function isWholeLine(text: string, isItem: boolean): boolean {
  const isWide = hasUnspaced(text)
  if (text.length < (isWide ? MIN_WIDE_CHARS : MIN_CHARS) || text.length > MAX_LINE_CHARS) return false
  // It introduces something that would be absent.
  const end = text.trimEnd()
  if (introduces(end) || end.endsWith(',') || isJunk(text) || end.split('`').length % 2 === 0) return false
  const words = wordCount(text)
  // A short line that names something is a statement rather than a title.
  const names = text.includes('://') || text.includes('`')
  if (endsSentence(text) && NAME_WITH_DIGIT.test(text)) return words >= MIN_WORDS - 1
  return words >= (isItem || isWide || endsSentence(text) || names ? MIN_WORDS : MIN_WORDS_UNENDED)
}

/** A name that is no word, and says as much as one: `Still open: TestPage19.` */
const NAME_WITH_DIGIT = /\p{L}[\p{L}_-]{2,40}\p{N}/u
/** Names and numbers beside characters of a script without spaces. */
const BESIDE_UNSPACED = /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.,:@/_-]+/gu

/** Words of at least two letters that are no path, number or identifier; in scripts without spaces, pairs of characters, and the
 * names and numbers beside them. */
export function wordCount(text: string): number {
  let count = 0
  for (const word of splitWords(text)) {
    if (hasUnspaced(word))
      count += Math.ceil([...word].filter(hasUnspaced).length / 2) + (word.match(BESIDE_UNSPACED)?.length ?? 0)
    else if (/^["'“‘(*`]{0,3}[\p{L}\p{M}][\p{L}\p{M}'’-]+["'”’),.;:!?*`]{0,3}$/u.test(word)) count++
  }
  return count
}

/** Limits of a code block that is short enough to be kept whole. */
const CODE = { minLines: 2, maxLines: 12, maxChars: 500 }

/** Returns the short fenced code blocks of a text, each whole. */
export function codeBlocks(text: string): string[] {
  const pieces = text.slice(0, MAX_TEXT_CHARS).split('```')
  // An unclosed fence is no block.
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 0 || at === pieces.length - 1) return []
    const block = piece.slice(piece.indexOf('\n') + 1).trimEnd()
    const lines = block.split('\n').length
    const isShort = lines >= CODE.minLines && lines <= CODE.maxLines && block.length <= CODE.maxChars
    return isShort && !isData(block) && !isConflict(block.split('\n')) ? [block] : []
  })
}

/** Whether a block is an example of data, such as JSON: nothing is decided in it. */
function isData(block: string): boolean {
  return '{['.includes(block.trimStart()[0] ?? ' ') || wordCount(block) === 0
}
