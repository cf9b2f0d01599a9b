import { hasDigit, wordSet } from '../texts.js'
import { PROPER_NAMES, errorName, isDate, isFileName, isNumber, isPath, isVersion } from './shapes.js'
import { withoutTail } from '../signs.js'
import { withoutEdges } from './edges.js'
import type { Anchor } from '../source/types.js'

/** Finds the exact strings of a text (paths, URLs, names, numbers …) in one pass. Linear: the text is first split at
 * delimiters, and each word, bounded in length, is classified by itself. [V4] */

export type ExactKind = Exclude<Anchor['kind'], 'constraint' | 'decision'>
export interface ExactString {
  text: string
  kind: ExactKind
}

/** Maximum characters of a word. Longer ones are data (base64, minified code), not names. */
const MAX_WORD_CHARS = 300
const CJK = '\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uff66-\\uff9f'
const WORD = new RegExp(
  `[^\\s"'\`“”‘’«»「」『』<>()\\[\\]{}|;=*…—–·\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20${CJK}]+`,
  'g',
)
/** The rest of a URL, at most 500 characters. */
const URL_BODY = /[^\s"'`<>\\^{}|“”‘’「」『』\u3000-\u303f\uff00-\uffef\u3040-\u30ff\u3400-\u9fff]{1,500}/y
const SCHEME_TAIL = /[A-Za-z][A-Za-z0-9+.-]{1,15}$/
/** Units that follow a number with or without a blank, and those that follow it with one. */
const UNITS_WIDE = wordSet('元 年 月 日 个 個 人 円 分 秒 時 点 时 小时 公里 号 名 泊 % ％ °C')
const UNITS = wordSet(`
  ms sec second seconds min minute minutes h hour hours day days week weeks month months year years KB MB GB TB KiB MiB GiB TiB byte
  bytes token tokens km kg px percent USD EUR GBP dollar dollars euro euros file files line lines test tests row rows item items times`)
const WORD_AFTER = /[A-Za-z]*/y
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}'
const DAY = '\\d{1,2}(?:[a-z]{2})?'
/** Exact strings of more than one word. Every quantifier is bounded. */
const PHRASES: [RegExp, ExactKind][] = [
  [/\b(?:exit (?:code|status)|HTTP(?: status)?|status(?: code)?|error code) \d{1,5}\b/gi, 'error'],
  [new RegExp(`\\b(?:${MONTH}\\.? ${DAY}|${DAY} ${MONTH})(?:,? \\d{4})?\\b`, 'g'), 'date'],
  [/(?:\d{2,4}年)?\d{1,2}月\d{1,2}[日号]/g, 'date'],
]

/** Returns the exact strings of a text. A repeated word is classified only once. */
export function exactStrings(text: string): ExactString[] {
  const found: ExactString[] = []
  const seen = new Set<string>()
  let at = 0
  for (let mark = text.indexOf('://'); mark >= 0; mark = text.indexOf('://', Math.max(at, mark + 3))) {
    const scheme = SCHEME_TAIL.exec(text.slice(Math.max(at, mark - 16), mark))
    if (!scheme) continue
    const start = mark - scheme[0].length
    const url = urlFrom(text, start, mark + 3)
    if (url.length < mark - start + 5) continue
    found.push({ text: url, kind: 'url' })
    words(text.slice(at, start), found, seen)
    at = start + url.length
  }
  words(at === 0 ? text : text.slice(at), found, seen)
  if (hasDigit(text)) phrases(text, found)
  return found
}

function urlFrom(text: string, start: number, from: number): string {
  URL_BODY.lastIndex = from
  const body = URL_BODY.exec(text)?.[0] ?? ''
  return text.slice(start, from) + withoutTail(body, '.,:;!?*)]')
}

function phrases(text: string, found: ExactString[]): void {
  for (const [pattern, kind] of PHRASES)
    for (const match of text.matchAll(pattern)) found.push({ text: match[0], kind })
}

function words(text: string, found: ExactString[], seen: Set<string>): void {
  for (const match of text.matchAll(WORD)) {
    const word = match[0]
    if (word.length < 2 && !hasDigit(word)) continue
    if (word.length > MAX_WORD_CHARS) continue
    if (!/[\d/\\_.#@:-]|.[A-Z]/.test(word)) continue
    const after = hasDigit(word.at(-1)!) ? unitAt(text, match.index + word.length) : ''
    const key = word + after
    if (seen.has(key)) continue
    seen.add(key)
    classifyWord(word, after, found)
  }
}

/** Returns the unit that follows a number, with the blank between them; empty if none. */
function unitAt(text: string, at: number): string {
  const blank = text[at] === ' ' || text[at] === '\u00a0' ? 1 : 0
  const start = at + blank
  const wide = [2, 1].map((length) => text.slice(start, start + length)).find((unit) => UNITS_WIDE.has(unit))
  if (wide !== undefined) return text.slice(at, start + wide.length)
  WORD_AFTER.lastIndex = start
  const word = blank === 1 ? WORD_AFTER.exec(text)![0] : ''
  return UNITS.has(word) ? text.slice(at, start + word.length) : ''
}

/** A range such as `120-155`, or a number in groups such as `555-123-4567`. */
const NUMBERS_WITH_HYPHENS = /^\d[\d.,]*(?:-\d[\d.,]*)+$/

function classifyWord(word: string, unitAfter: string, found: ExactString[]): void {
  const text = word.startsWith('@') ? withoutTail(word, '.,:;!?') : withoutEdges(word)
  if (text.length < 2 && unitAfter === '') return
  // `file.ts:12:5` is a path and a line in it.
  const fileAndLine = /^([^:]+\.[A-Za-z]\w{0,8}):(\d{1,7})(?::\d{1,6})?(?:-\d{1,7})?$/.exec(text)
  if (fileAndLine) {
    for (const piece of [fileAndLine[1] ?? '', fileAndLine[2] ?? '']) classifyPiece(piece, found)
    return
  }
  const kind = kindOf(text)
  if (kind) {
    found.push({ text, kind })
    return
  }
  // `483-540` is two line numbers: each must be in the source.
  if (NUMBERS_WITH_HYPHENS.test(text)) {
    for (const piece of text.split('-')) classifyPiece(piece, found)
    return
  }
  if (isNumber(text, unitAfter !== '')) {
    found.push({ text: text === word ? text + unitAfter : text, kind: 'number' })
    return
  }
  const pieces = text.split(/\\[nrt"]|[\\:,&+!?~^%@$]+/)
  if (pieces.length > 1) for (const piece of pieces) if (piece.length > 1) classifyPiece(piece, found)
}

function classifyPiece(piece: string, found: ExactString[]): void {
  const text = withoutEdges(piece)
  const kind = kindOf(text)
  if (kind) found.push({ text, kind })
  else if (isNumber(text, false)) found.push({ text, kind: 'number' })
}

/** `--force`, `#142`. */
const MARKED = /^(?:--[A-Za-z][\w-]+|#\w{1,12})$/
/** Email addresses, `name@host` without a dot, such as accounts and packages with a version, and scoped packages. */
const AT = /^(?:[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,24}){0,4}|@[\w-]+\/[\w.-]+)$/
/** Words of code, but not `_emphasis_`. */
const WORD_OF_CODE = /^(?!_[a-z]+_$)[A-Za-z_$][\w$]*$/
/** `snake_case`, `camelCase`, `HTTPServer`. */
const JOINT = /_|[a-z\d][A-Z]|[A-Z]{2}[a-z]{2}/
const DOTTED = /^[A-Za-z_$][\w$-]+(?:(?:\.|::|#)[A-Za-z_$][\w$-]+)+$/
/** Letters and digits: hashes, UUIDs, tickets. */
const MIXED = /^[A-Za-z\d][\w.:-]*$/
/** `5-minute`, `3rd`, `2nd-best`: English words with a number, not names. */
const ENGLISH_FIGURE = /^\d+(?:st|nd|rd|th)?(?:-[a-z]+)*$/

function kindOf(text: string): ExactKind | null {
  if (text.length < 2 || PROPER_NAMES.has(text)) return null
  if (errorName(text)) return 'error'
  if (isDate(text)) return 'date'
  if (isVersion(text)) return 'version'
  if (AT.test(text)) return 'identifier'
  if (isPath(text) || isFileName(text)) return 'path'
  return isName(text) ? 'identifier' : null
}

function isName(text: string): boolean {
  if (MARKED.test(text)) return true
  if (text.length <= 2 || !/[A-Za-z]/.test(text)) return false
  if ((WORD_OF_CODE.test(text) && JOINT.test(text)) || DOTTED.test(text)) return true
  return MIXED.test(text) && hasDigit(text) && !ENGLISH_FIGURE.test(text) && !isNumber(text, false)
}
