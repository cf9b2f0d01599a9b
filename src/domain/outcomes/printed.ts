import { isRecord } from '../json/json.js'
import { hasDigit, cutAtWord, oneLine, wordSet } from '../texts.js'
import { NOTICES } from '../../knowledge/notices.js'
import { withBorders } from '../../knowledge/read.js'
import { envelopeOf } from './envelope.js'
import { namesSuccess } from './evidence.js'
import { writtenCode } from './exit-code.js'
import { isAgentRow, rowsOf, withoutPrefix } from './rows.js'
import { objectIn, recordsIn, structuredOf, type Fields } from './structured.js'

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
  return endsWithWord(key, MAIN_WORDS)
}

function endsWithWord(key: string, words: ReadonlySet<string>): boolean {
  const last = withBorders(key).toLowerCase().split('_').at(-1)!
  return words.has(last) || (last.endsWith('s') && words.has(last.slice(0, -1)))
}

/** Returns what a call printed, at most 140 characters; empty if nothing.
 * @param known what names the call: fields that it has say nothing new */
export function printedOf(text: string, known = ''): string {
  const output = envelopeOf(text)?.output ?? text
  const data = structuredOf(output)
  const fields = objectIn(output.trim())
  if (fields !== null && !data?.output) return cutAtWord(fieldsOf(fields, known), MAX_CHARS)
  const listed = recordsIn(output.trim())
  if (listed !== null) return cutAtWord(`${listed.length} items, the first: ${fieldsOf(listed[0]!, known)}`, MAX_CHARS)
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

/** Fields shown of a result. */
const MAX_FIELDS = 4
/** Last words of keys whose values say what became of it. */
const STATE_WORDS = wordSet('status outcome result message')

/** Returns the fields of a result that say what was made and what became of it: those of the result itself before those of what is
 * inside. */
function fieldsOf(fields: Fields, known: string): string {
  const own = Object.entries(fields)
  const inside = own.flatMap(([, value]) => (isRecord(value) ? Object.entries(value) : []))
  const all = [...inOrder(own, known), ...inOrder(inside, known)]
  const args = known.slice(known.indexOf('(') + 1)
  const unknown = all.filter(([key, value]) => isState(key) || !isKnown(String(value), args))
  return (unknown.length > 0 ? unknown : all)
    .slice(0, MAX_FIELDS)
    .map(([key, value]) => `${key}: ${oneLine(String(value)).slice(0, 80)}`)
    .join(', ')
}

function inOrder(entries: readonly [string, unknown][], known: string): [string, unknown][] {
  const rank = (key: string) => (isState(key) ? 0 : isMadeBy(key, known) ? 1 : isMainKey(key) ? 2 : 3)
  return entries.filter(([, value]) => isShort(value)).toSorted(([one], [other]) => rank(one) - rank(other))
}

function isState(key: string): boolean {
  return endsWithWord(key, STATE_WORDS)
}

/** Keys that name a result itself. */
const OWN_KEYS = wordSet('id identifier number key reference')

/** Whether a key names a result itself, or what the tool of its call is named after: `reservation_id` of `create_reservation(…)`. */
function isMadeBy(key: string, label: string): boolean {
  if (label !== '' && OWN_KEYS.has(key)) return true
  const [first = ''] = withBorders(key).toLowerCase().split('_')
  const tool = withBorders(label.slice(0, Math.max(0, label.indexOf('(')))).toLowerCase()
  return isMainKey(key) && tool.split(/[^a-z0-9]/).includes(first)
}

/** Fields of a result that a short line keeps. */
const MAX_BRIEF_FIELDS = 2

/** Returns of the fields that a line shows those that say what became of the call and what it made.
 * @param label names the call */
export function mainFields(printed: string, label: string): string {
  const fields = printed.split(', ').map((field) => ({ field, key: field.slice(0, Math.max(0, field.indexOf(': '))) }))
  const kept = fields.filter(({ key }) => key !== '' && (isState(key) || isMadeBy(key, label)))
  return kept
    .slice(0, MAX_BRIEF_FIELDS)
    .map(({ field }) => field)
    .join(', ')
}

/** Shorter values may be in a label by chance. */
const MIN_KNOWN_CHARS = 3

function isKnown(value: string, known: string): boolean {
  return value.length >= MIN_KNOWN_CHARS && known.includes(value)
}

function isShort(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
