/** Reads the rows of a text that are the writer's own words. The others show something: code, data, quotes, tags, thinking,
 * and what was pasted. Goals, the ledger and summaries share this one reader. [P14] [C9] [G3] */

import { chatRanges } from './chat-rows.js'
import { closesFence, fenceOf, type Fence } from './fences.js'
import { pairsIn, type Pair } from './pairs.js'
import {
  BULLET,
  HEADING,
  introducesForeign,
  isChangeRow,
  isPrompt,
  isRequest,
  isShownRow,
  LEAD,
  opensBlock,
  startsForeignMail,
} from './row-looks.js'

/** Why a row is not the writer's: `code` and `data` show something, `quote` has the words of someone else. */
export type Frame = 'code' | 'data' | 'quote'

export interface Row {
  /** Offset of the first character, and of the one after the last. */
  from: number
  to: number
  /** Null: the writer's own words. */
  frame: Frame | null
}

/** More columns than this before a row without a bullet make it code. */
const CODE_COLUMNS = 4
/** Characters of a row whose look is judged. */
const LOOK_CHARS = 4_000

/** Returns all rows of a text, in order. A row that a tag or quotation opens in its middle is split there.
 * @param isPersons whether a person wrote the text: in tags such as `<instructions>`, the words are still theirs */
export function ownRows(text: string, isPersons = false): Row[] {
  const all = pairsIn(text)
  const pairs = isPersons ? all.filter(({ tag = '' }) => !isRequest(tag)) : all
  const reader = new RowReader(text, pairs)
  const rows: Row[] = []
  for (let from = 0; from <= text.length;) {
    const to = endOfLine(text, from)
    rows.push(...reader.read(from, to))
    from = to + 1
  }
  for (const { first, last } of chatRanges(rows.map((row) => lookOf(text, row))))
    for (const row of rows.slice(first, last + 1)) row.frame ??= 'quote'
  return rows
}

type Paste = 'none' | 'starts' | 'open' | 'ended'

class RowReader {
  private nextPair = 0
  private regionTo = 0
  private fence: Fence | null = null
  private isQuote = false
  private isChange = false
  private isConsole = false
  /** Columns before the key of a block of YAML; null: the row is in none. */
  private block: number | null = null
  private isList = false
  private isForeignToEnd = false
  private paste: Paste = 'none'
  private readonly baseColumns: number

  constructor(
    private readonly text: string,
    private readonly pairs: readonly Pair[],
  ) {
    this.baseColumns = commonIndent(text)
  }

  /** Returns the row, or its two parts. */
  read(from: number, to: number): Row[] {
    const row = lookOf(this.text, { from, to })
    const isCovered = from < this.regionTo
    if (!isCovered && this.fence !== null) {
      if (closesFence(row, this.fence)) this.fence = null
      this.pairIn(from, to, false)
      return [{ from, to, frame: 'code' }]
    }
    if (!isCovered) {
      this.fence = fenceOf(row)
      if (this.fence !== null) {
        this.paste = 'none'
        this.pairIn(from, to, false)
        return [{ from, to, frame: 'code' }]
      }
    }
    const region = this.pairIn(from, to, true)
    if (isCovered) return [{ from, to, frame: 'quote' }]
    const frame = this.isForeignToEnd ? 'quote' : this.frameOf(row, to)
    if (frame !== null || region === null) return [{ from, to, frame }]
    const lead = from + (LEAD.exec(row)?.[0].length ?? 0)
    if (region <= lead) return [{ from, to, frame: 'quote' }]
    return region >= to
      ? [{ from, to, frame }]
      : [
          { from, to: region, frame },
          { from: region, to, frame: 'quote' },
        ]
  }

  /** Moves past the pairs that start in the row. Returns where one starts that hides the rest of the row, or goes on after
   * it. */
  private pairIn(from: number, to: number, counts: boolean): number | null {
    let start: number | null = null
    for (let pair = this.pairs[this.nextPair]; pair && pair.from <= to; pair = this.pairs[++this.nextPair]) {
      if (!counts) continue
      const goesOn = pair.to > to
      if (goesOn) {
        this.regionTo = Math.max(this.regionTo, pair.to)
        this.paste = 'none'
      }
      const isWhole =
        pair.to - pair.from > 0 &&
        /^[\s.,;:!?*_~。、，)]{0,12}$/.test(this.text.slice(pair.to, Math.min(to, pair.to + 13)))
      const fromLead = pair.from <= from + (LEAD.exec(this.text.slice(from, from + 60))?.[0].length ?? 0)
      if (goesOn || (isWhole && fromLead && !this.isCode(pair))) start ??= pair.from
    }
    return start
  }

  private isCode(pair: Pair): boolean {
    return this.text[pair.from] === '`'
  }

  private frameOf(row: string, to: number): Frame | null {
    if (this.isInBlock(row)) return 'data'
    if (row.trim() === '') {
      this.isQuote = false
      this.isChange = false
      this.isConsole = false
      if (this.paste === 'open') this.paste = 'ended'
      return null
    }
    this.isQuote ||= QUOTE.test(row)
    if (this.isQuote) {
      this.paste = 'none'
      return 'quote'
    }
    this.isChange = isChangeRow(row, this.isChange)
    this.isConsole ||= isPrompt(row)
    if (this.isChange || this.isConsole) return 'data'
    if (startsForeignMail(row, lookOf(this.text, { from: to + 1, to: endOfLine(this.text, to + 1) }))) {
      this.isForeignToEnd = true
      return 'quote'
    }
    return this.pasted(row) ?? (isShownRow(row) ? 'data' : this.isIndented(row) ? 'code' : null)
  }

  /** Whether the row belongs to what a row before it introduced. A paste ends at a blank row, unless what follows has the
   * look of a document; one that starts with a heading is a whole document. */
  private pasted(row: string): Frame | null {
    const introduced = introducesForeign(row)
    if (introduced === 'below') this.paste = 'starts'
    if (introduced !== null) return 'quote'
    if (this.paste === 'starts' && HEADING.test(row)) this.isForeignToEnd = true
    const goesOn = this.paste === 'ended' && (BULLET.test(row) || HEADING.test(row) || columnsOf(row) >= CODE_COLUMNS)
    if (this.paste === 'starts' || goesOn) this.paste = 'open'
    else if (this.paste === 'ended') this.paste = 'none'
    return this.paste === 'open' ? 'quote' : null
  }

  /** Whether the row is deeper than the key before it, which opened a block: `prompt: |`. */
  private isInBlock(row: string): boolean {
    const columns = columnsOf(row)
    if (this.block !== null && (row.trim() === '' || columns > this.block)) return true
    this.block = opensBlock(row) ? columns : null
    return this.block !== null
  }

  private isIndented(row: string): boolean {
    const columns = columnsOf(row) - this.baseColumns
    if (BULLET.test(row)) this.isList = true
    else if (columns < 2) this.isList = false
    return !this.isList && columns >= CODE_COLUMNS
  }
}

const QUOTE = /^(?:[ \t]|[-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])){0,60}(?:[>＞]|&gt;)/
function lookOf(text: string, { from, to }: Pick<Row, 'from' | 'to'>): string {
  return text.slice(from, Math.min(to, from + LOOK_CHARS))
}

/** Returns the columns before all rows of a text, so that a text that is indented as a whole is not code. */
function commonIndent(text: string): number {
  const filled = text.split('\n').filter((row) => row.trim() !== '')
  const least = filled.reduce((columns, row) => Math.min(columns, columnsOf(row)), Infinity)
  return least === Infinity ? 0 : least
}

function columnsOf(row: string): number {
  const indent = row.slice(0, row.length - row.trimStart().length)
  return indent.length + 3 * (indent.split('\t').length - 1)
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
