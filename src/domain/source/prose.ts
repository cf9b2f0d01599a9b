import { introductions, type Block } from './introductions.js'
import { isJunk } from './junk.js'
import { splitSentences } from './split-sentences.js'

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
/** A line shorter than this was not wrapped by an editor. */
const WRAP_FROM_CHARS = 50

/** Scripts without spaces between words: Japanese, Chinese, Korean, Thai, Lao, Khmer. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1780-\u17ff]/
const WIDE_CHARS = new RegExp(WIDE, 'g')
const BULLET = /^(?:[-*•+–]\s+|\d{1,3}[.)]\s+|\(?[a-z]\)\s+|\[[ xX]\]\s+|[✅✓✔❌✗⚠️➜→►▪●○]+\s*)+/u
/** A short line that names something is a statement rather than a title. */
const NAMES_SOMETHING = /https?:\/\/|`[^`]+`/
const ENDED = /[.!?。！？…]["'”’)\]*_`]{0,4}$/

export interface ProseLine {
  /** Verbatim, except for bold markers and line breaks. */
  text: string
  /** Whether it is an item of a list. */
  isItem: boolean
  /** Whether it follows the line before it in the same paragraph or item. */
  follows?: boolean
  /** Introduction of the list that it is an item of: `The writer prints:`. */
  under?: string
}

/** Returns the lines in order. Code fences, titles, tables, introductions of lists and fragments are skipped. */
export function proseLines(text: string): ProseLine[] {
  const found: ProseLine[] = []
  const introductionOf = introductions()
  for (const open of blocksOf(text.slice(0, MAX_TEXT_CHARS))) {
    const { text: block, isItem } = open
    const under = introductionOf(open)
    const place = under === undefined ? { isItem } : { isItem, under }
    if (isItem && block.length <= MAX_LINE_CHARS / 2) {
      if (isWholeLine(block, true)) found.push({ text: block, ...place })
      continue
    }
    let follows = false
    for (const sentence of splitSentences(block)) {
      const isWhole = isWholeLine(sentence, isItem)
      if (isWhole) found.push({ text: sentence, ...place, follows })
      follows = isWhole
    }
  }
  return found
}

/** Returns paragraphs and list items, with wrapped lines joined. */
export function* blocksOf(text: string): Generator<Block> {
  let open = null as Block | null
  let lastLength = 0
  let [isFenced, isCut] = [false, false]
  for (const raw of text.split('\n')) {
    const row = raw.trim()
    const isFence = row.startsWith('```') || row.startsWith('~~~')
    if (isFence) isFenced = !isFenced
    const ends = isFence || isFenced || row === '' || /^#{1,6}\s/.test(row) || isJunk(row)
    if (ends) {
      if (open) yield open
      open = null
      isCut ||= row !== ''
      continue
    }
    const bullet = BULLET.exec(row)
    const own = withoutBold(bullet ? row.slice(bullet[0].length) : row)
    if (open && !bullet && lastLength >= WRAP_FROM_CHARS && !ENDED.test(open.text) && /^[\p{Ll}\p{N}(`"']/u.test(row))
      open = { ...open, text: `${open.text} ${own}` }
    else {
      if (open) yield open
      open = { text: own, isItem: bullet !== null, indent: raw.length - raw.trimStart().length, isCut }
      isCut = false
    }
    lastLength = row.length
  }
  if (open) yield open
}

/** Removes bold and underline markers, which cost tokens and say nothing. Quoted code and names such as `__init__` keep
 * theirs. */
export function withoutBold(text: string): string {
  return text
    .split(/(`[^`\n]{0,400}`)/)
    .map((piece, at) =>
      at % 2 === 1 ? piece : piece.replaceAll('**', '').replace(/__(?=\S)([^_\n]{0,200} [^_\n]{0,200})__(?!\w)/g, '$1'),
    )
    .join('')
    .trim()
}

/** Whether a sentence or list item says something whole, so that it may become a line.
 * @param isItem whether it is an item of a list, which may be shorter */
export function isWholeLine(text: string, isItem: boolean): boolean {
  const isWide = WIDE.test(text)
  if (text.length < (isWide ? MIN_WIDE_CHARS : MIN_CHARS) || text.length > MAX_LINE_CHARS) return false
  // It introduces something that would be absent.
  if (/[:：,]\s*$/.test(text) || isJunk(text)) return false
  const words = wordCount(text)
  return words >= (isItem || isWide || ENDED.test(text) || NAMES_SOMETHING.test(text) ? MIN_WORDS : MIN_WORDS_UNENDED)
}

/** Words of at least two letters that are no path, number or identifier; pairs of characters in scripts without
 * spaces. */
export function wordCount(text: string): number {
  let count = 0
  for (const word of text.split(/\s+/)) {
    const wide = word.match(WIDE_CHARS)?.length ?? 0
    if (wide > 0) count += Math.ceil(wide / 2)
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
    const block = piece.replace(/^[\w-]*\n/, '').trimEnd()
    const lines = block.split('\n').length
    const isShort = lines >= CODE.minLines && lines <= CODE.maxLines && block.length <= CODE.maxChars
    return isShort && !isData(block) ? [block] : []
  })
}

/** Whether a block is an example of data, such as JSON: nothing is decided in it. */
function isData(block: string): boolean {
  return /^\s{0,40}[{[]/.test(block) || wordCount(block) === 0
}
