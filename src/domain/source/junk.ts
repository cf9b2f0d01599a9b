import { isChangeRow, isShownRow } from '../attribution/row-looks.js'
import { hasLetterOrDigit, splitWords, wordSet } from '../texts.js'

/** Recognizes text that means nothing outside its place: rows that a program printed, changes, code. Such text is
 * never a line of a checkpoint. [C4] */

const CODE_START =
  /^(?:import [\w{*.]|from \S{1,80} import |#include|(?:const|let|var|def) \w|\w{1,40}\s{0,4}[:+]?=\s{0,4}\S)/
/** Words that may come before a declaration, and those that declare what others use, unlike variables of a function. */
const MODIFIERS = wordSet('export public private protected static async abstract final pub default')
const DECLARING = wordSet('func function fn def class type interface struct enum impl trait record module')
const COMMENTS = ['//', '/*', '*', '#', '--', '<!--', ';']

/** Around two versions of the same rows: `<<<<<<< HEAD`, `=======`, `>>>>>>> REPLACE`. */
const CONFLICT_MARK = /^([<|=>])\1{4,8}(?: |$)/

/** Whether rows are two versions of the same code, with marks of a conflict around them. */
export function isConflict(rows: readonly string[]): boolean {
  return rows.some((row) => row.startsWith('<') && isConflictMark(row))
}

/** Whether a row of a conflict separates its versions. */
export function isConflictMark(row: string): boolean {
  return CONFLICT_MARK.test(row)
}

/** Whether a row of code declares something that others use: the first row of a function or type. */
export function declares(row: string): boolean {
  return declaredName(row) !== ''
}

/** Returns the start of what a row declares; empty if it declares nothing. A field or column may have such a name: `type = 3`, `type TEXT,`. */
export function declaredName(row: string): string {
  const words = splitWords(row)
  const at = words.findIndex((word) => !MODIFIERS.has(word))
  const [word = '', name = ''] = words.slice(Math.max(0, at))
  if (!DECLARING.has(word) || name.startsWith('=') || (word === 'type' && row.endsWith(','))) return ''
  return /^[\w$]{0,80}/.exec(name)![0] || name
}

/** Whether a row of code is a comment. */
export function isComment(row: string): boolean {
  return !row.startsWith('#include') && COMMENTS.some((sign) => row.startsWith(sign))
}

/** Whether the text is a piece of something else. */
export function isJunk(text: string): boolean {
  return !hasLetterOrDigit(text) || isShownRow(text) || isChangeRow(text, false) || isCode(text)
}

function isCode(text: string): boolean {
  if (CODE_START.test(text)) return true
  const end = text.trimEnd().at(-1) ?? ''
  // A list item may end in a comma; code has more signs than words.
  return ';{}\\'.includes(end) || signShare(text) > (end === ',' ? 0.06 : 0.2)
}

/** Returns the share of signs that prose hardly uses. Text in backticks is a quotation inside prose. */
function signShare(text: string): number {
  const prose = text.replace(/`[^`\n]{1,200}`/g, 'x')
  const signs = prose.match(/[{}[\]()<>=;|&$#@\\+~^"_]/g)?.length ?? 0
  return signs / Math.max(1, prose.length)
}
