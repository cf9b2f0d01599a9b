import { hasDigit, cutAtWord, oneLine, wordSet } from '../texts.js'
import { NOTICES } from '../../knowledge/notices.js'
import { withBorders } from '../../knowledge/read.js'
import { envelopeOf } from './envelope.js'
import { namesSuccess } from './evidence.js'
import { writtenCode } from './exit-code.js'
import { isAgentRow, rowsOf, withoutPrefix } from './rows.js'
import { objectIn, structuredOf, type Fields } from './structured.js'

/** Chooses what a call printed that says why it was made: the answer, an address, what was made. [V9] */

/** Between the rows that are shown of an output. */
export const BETWEEN_ROWS = ' / '
/** Characters shown. */
const MAX_CHARS = 140
/** Rows that say nothing: signs, echoes of the command, what agents write for an empty output. */
const NOTHING = /^(?:[^\p{L}\p{N}]*|[$>] .*|<\/?[\w-]{1,20}>|total \d+)$/u
const ANSWERS =
  /\b(?:results?|reproduc\w*|bug|expected|actual|got|totals?|found|fixed|works?|wrong|correct|errors?|fail\w*|pass\w*|succe\w+|true|false|equal\w*|differ\w*|(?:mis)?match\w*|done|created|deployed)\b/i
/** Last words of keys whose values say what a call or a result is about. */
const MAIN_WORDS = wordSet(
  `id key number url link status state message result amount total name title count answer to recipient email user customer
  order ticket channel subject reason text body query`,
)

/** Whether the value of a key comes first: `order_id`, `customerName`, `urls`. */
export function isMainKey(key: string): boolean {
  const last = withBorders(key).toLowerCase().split('_').at(-1)!
  return MAIN_WORDS.has(last) || (last.endsWith('s') && MAIN_WORDS.has(last.slice(0, -1)))
}

/** Returns what a call printed, at most 140 characters; empty if nothing. */
export function printedOf(text: string): string {
  const output = envelopeOf(text)?.output ?? text
  const data = structuredOf(output)
  const fields = objectIn(output.trim())
  if (fields !== null && !data?.output) return cutAtWord(fieldsOf(fields), MAX_CHARS)
  const all = rowsOf(data?.output ?? output)
    .map(withoutPrefix)
    .filter((row) => !isNothing(row))
  // A label says nothing without the row that it introduces.
  const rows = [...new Set(all.filter((row, at) => !isLabel(row) || (at + 1 < all.length && !isLabel(all[at + 1]!))))]
  if (rows.join(BETWEEN_ROWS).length <= MAX_CHARS) return rows.join(BETWEEN_ROWS)
  const ranked = rows
    .map((row, at) => ({ row, at, score: scoreOf(row) + (at === rows.length - 1 ? 1.5 : 0) }))
    .sort((a, b) => b.score - a.score || b.at - a.at)
  const chosen = ranked.slice(0, 1)
  for (const one of ranked.slice(1))
    if (one.score > 1 && [...chosen, one].reduce((sum, { row }) => sum + row.length + 3, 0) <= MAX_CHARS)
      chosen.push(one)
  const shown = chosen.sort((a, b) => a.at - b.at)
  const line = shown
    .filter(({ row, at }, place) => !isLabel(row) || shown[place + 1]?.at === at + 1)
    .map(({ row }) => row)
    .join(BETWEEN_ROWS)
  return cutAtWord(line, MAX_CHARS)
}

function isNothing(row: string): boolean {
  return NOTHING.test(row) || isAgentRow(row) || isNotice(row) || writtenCode([row]) !== null
}

function isNotice(row: string): boolean {
  return NOTICES.some(({ line }) => line.test(row))
}

/** Whether a row only introduces the next: `Error:`, `Test 3:`. */
function isLabel(row: string): boolean {
  return row.endsWith(':')
}

function scoreOf(row: string): number {
  return (
    (row.includes('https://') || row.includes('http://') || namesSuccess(row) ? 3 : 0) +
    (ANSWERS.test(row) ? 2 : 0) +
    (/[:=→✓✗✅❌]/.test(row) ? 1 : 0) +
    (hasDigit(row) ? 0.5 : 0) -
    (row.length < 8 || row.length > MAX_CHARS ? 1 : 0)
  )
}

/** Returns the fields of a result that name what was made. */
function fieldsOf(fields: Fields): string {
  const flat = Object.entries(fields).flatMap(([key, inner]): [string, unknown][] =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.entries(inner) : [[key, inner]],
  )
  const short = flat.filter(([, inner]) => (typeof inner === 'string' && inner !== '') || typeof inner === 'number')
  const ordered = [...short.filter(([key]) => isMainKey(key)), ...short.filter(([key]) => !isMainKey(key))]
  return ordered
    .map(([key, inner]) => `${key}: ${oneLine(String(inner)).slice(0, 80)}`)
    .slice(0, 4)
    .join(', ')
}
