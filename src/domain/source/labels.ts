/** Recognizes rows that give a value to a label: `- Port: 2525`, `**Host:** db.internal`, `TIMEOUT=30`, `"port": 2525,`.
 * Lists, settings and forms consist of them, and each says something although it is no sentence. [C10] */
import { isComment } from './junk.js'
import { hasLetterOrDigit, splitWords, withoutBullet } from '../texts.js'

/** Words and characters of a label. A longer one is the beginning of a sentence. */
const MAX_LABEL_WORDS = 5
/** A label, a sign, and a value. A value that ends like code is code; one after `//` is an address. */
const LABELED =
  /^(["'`]?)([\p{L}\p{N}][\p{L}\p{M}\p{N} _./()&-]{0,47}?)\1\s{0,4}(:(?!\/\/|:)\s{0,20}|：\s{0,20}|\s[–—-]\s|\s?=\s?(?![=>]))(\S.{0,299})$/u
const ENDS_LIKE_CODE = ';{}[(\\,'
const CALLS = /^(?:await |new )?[\w.]{1,60}\(.{0,200}\)$/
/** Signs of settings in prose. There, others are signs of code. */
const IN_PROSE = ':：–—-'
/** Share of the rows of a code block that are settings. */
const SETTINGS_SHARE = 0.6
const MIN_SETTINGS = 2
/** Rows that only hold others together, beside braces: `[section]`, `services:`. */
const FRAME = /^\[[^\]]{1,80}\]$|^["']?[\w .-]{1,60}["']?:\s{0,4}[[{]?$/

/** Whether a row gives a value to a label.
 * @param isCode whether the row is in a code block, where `=` gives values, too */
export function isLabeled(row: string, isCode = false): boolean {
  const found = LABELED.exec(row)
  if (!found) return false
  const [, quote, label = '', sign = '', raw = ''] = found
  // In JSON, each row but the last ends in a comma.
  const value = quote !== '' && raw.endsWith(',') ? raw.slice(0, -1) : raw
  if (!isCode && !IN_PROSE.includes(sign.trim())) return false
  if (splitWords(label).length > MAX_LABEL_WORDS) return false
  return !ENDS_LIKE_CODE.includes(value.at(-1)!) && !CALLS.test(value) && hasLetterOrDigit(value)
}

/** Returns the rows of a code block that consists of settings, without commas at their ends; empty if it is code. */
export function settingsIn(block: string): string[] {
  const rows = block
    .split('\n')
    .map((row) => withoutBullet(row.trim()))
    .filter((row) => hasLetterOrDigit(row) && !isComment(row) && !FRAME.test(row))
  const settings = rows.filter((row) => isLabeled(row, true)).map((row) => (row.endsWith(',') ? row.slice(0, -1) : row))
  return settings.length >= MIN_SETTINGS && settings.length >= SETTINGS_SHARE * rows.length ? settings : []
}
