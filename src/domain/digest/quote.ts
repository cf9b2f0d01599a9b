import { introduces, oneLine } from '../texts.js'
import { splitSentences } from '../source/split-sentences.js'

/** Characters quoted of a human message, which is verbatim in the context, and characters that are read for it. */
const QUOTE_CHARS = 64
const MAX_READ_CHARS = 2_000
const TAG = /<\/?[a-z][\w-]{0,40}(?: [\w-]{1,40}="[^"<>\n]{0,200}"){0,8}>/gi

/** A row in brackets is a notice of the client: `[Request interrupted]`. */
const NOTICE = /^\s*\[[^[\]]{1,200}\]\s*$/

/** Quotes the beginning of a human message, so that a line can name it: its first row that is no notice and no label or, of a longer one, its first
 * sentence; empty if that is too long. [V5] */
export function quoteOf(text: string): string {
  const rows = text.slice(0, MAX_READ_CHARS).replace(TAG, ' ').split('\n')
  const filled = rows.filter((one) => one.trim() !== '')
  const said = filled.filter((one) => !NOTICE.test(one))
  const row = oneLine(said.find((one) => !introduces(one.trim())) ?? said[0] ?? filled[0] ?? '').trim()
  if (row.length <= QUOTE_CHARS) return row
  const first = splitSentences(row)[0] ?? ''
  return first.length <= QUOTE_CHARS ? first : ''
}
