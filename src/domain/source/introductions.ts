import { introduces, hasWord } from '../texts.js'
import { splitSentences } from './split-sentences.js'

/** Follows which introduction the items of a list belong to. Without it, most items say nothing: `Header rows` of `The
 * writer prints:`, `The cache is empty` of `Then either:`. [C4] */

/** Longer introductions would fill a line alone. */
const MAX_INTRODUCTION_CHARS = 200

/** A paragraph or an item of a list. */
export interface Block {
  text: string
  isItem: boolean
  /** Columns before an item. */
  indent?: number
  /** Whether a title, code or a table comes before it. */
  isCut?: boolean
  /** Whether it gives a value to a label: `Port: 2525`. */
  isLabeled?: boolean
}

interface Open {
  indent: number
  /** Undefined if it is unclear which items it introduces. */
  text: string | undefined
  hasItems: boolean
}

/** Returns a function that takes the blocks of a text in order and returns the introduction of each item. */
export function introductions(): (block: Block) => string | undefined {
  let open: Open[] = []
  return ({ text, isItem, indent = 0, isCut }) => {
    if (isCut === true) open = []
    if (!isItem) {
      open = [{ indent: -1, text: introductionIn(text), hasItems: false }]
      return undefined
    }
    while (open.length > 0 && open.at(-1)!.indent >= indent) {
      const ended = open.pop()!
      // Items beside an item that introduces may belong to it: `1. First:`, `- a`.
      if (ended.indent === indent && !ended.hasItems && open.length > 0) open.at(-1)!.text = undefined
    }
    const above = open.at(-1)
    if (above) above.hasItems = true
    if (introduces(text)) open.push({ indent, text: introductionIn(text), hasItems: false })
    return above?.text
  }
}

function introductionIn(block: string): string | undefined {
  if (!introduces(block)) return undefined
  const last = splitSentences(block).at(-1) ?? ''
  return last.length <= MAX_INTRODUCTION_CHARS && hasWord(last) ? last : undefined
}
