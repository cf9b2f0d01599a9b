import { HEADING } from '../attribution/row-looks.js'
import { endsSentence } from '../texts.js'
import type { Block } from './introductions.js'
import { isJunk } from './junk.js'
import { isLabeled } from './labels.js'

/** Splits prose into paragraphs and items of lists. Linear, with all lengths bounded. [C4] [C10] */

/** A line shorter than this was not wrapped by an editor. */
const WRAP_FROM_CHARS = 50
export const BULLET = /^(?:[-*•+–]\s+|\d{1,3}[.)]\s+|\(?[a-z]\)\s+|\[[ xX]\]\s+|[✅✓✔❌✗⚠➜→►▪●○]\uFE0F?\s*)+/u

/** Returns the blocks in order. Code fences, titles, and pieces of something else are skipped. */
export function* blocksOf(text: string): Generator<Block> {
  let open = null as Block | null
  let lastLength = 0
  let [isFenced, isCut] = [false, false]
  const rows = text.split('\n')
  for (const [at, raw] of rows.entries()) {
    const row = raw.trim()
    const isFence = beginsFence(row)
    if (isFence) isFenced = !isFenced
    const bullet = BULLET.exec(row)
    const own = withoutBold(bullet ? row.slice(bullet[0].length) : row)
    const labeled = !isFence && !isFenced && isLabeled(own) && (bullet !== null || isBesideLabel(rows, at))
    const ends = isFence || isFenced || row === '' || HEADING.test(row) || (!labeled && isJunk(row))
    if (ends) {
      if (open) yield open
      open = null
      isCut ||= row !== ''
      continue
    }
    if (open && !bullet && !labeled && lastLength >= WRAP_FROM_CHARS && mayContinue(open.text, row))
      open = { ...open, text: `${open.text} ${own}` }
    else {
      if (open) yield open
      const indent = raw.length - raw.trimStart().length
      open = { text: own, isItem: bullet !== null || labeled, indent, isCut, isLabeled: labeled }
      isCut = false
    }
    lastLength = row.length
  }
  if (open) yield open
}

/** Whether a row opens or closes a block of code. */
export function beginsFence(row: string): boolean {
  return row.startsWith('```') || row.startsWith('~~~')
}

/** Whether a row may be the rest of a line that an editor wrapped. */
function mayContinue(before: string, row: string): boolean {
  return !endsSentence(before) && /^[\p{Ll}\p{N}(`"']/u.test(row)
}

/** Whether the row above or below has a label, too. One alone may be anything: a title, a row that a program printed. */
function isBesideLabel(rows: readonly string[], at: number): boolean {
  return [at - 1, at + 1].some((other) => isLabeled(withoutBold((rows[other] ?? '').trim())))
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
