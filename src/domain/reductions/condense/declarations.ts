/** Finds the lines that show the structure of a file: declarations in common programming languages, and headings of
 * prose. Judges each line by its shape. */

import { wordSet } from '../../texts.js'

/** A line that opens a section of the file. */
export interface Mark {
  /** Index of the line. */
  at: number
  /** Columns of indentation, or rank of a heading. A mark ends the sections of all marks with the same or a larger
   * depth. */
  depth: number
}

/** Characters of a line that are examined. */
const LOOKED_AT = 300
const TAB_COLUMNS = 4

const MODIFIERS = wordSet(
  'export default declare public private protected internal static abstract final async override virtual inline sealed ' +
    'partial open data suspend unsafe extern pub local fileprivate native const',
)
/** Keywords that only begin declarations. */
const SURE = wordSet(
  'function function* func fn fun def defp defmodule defmacro class interface trait struct enum namespace protocol typedef ' +
    'procedure macro_rules!',
)
/** Words that begin a declaration if the rest of the line looks like code. */
const LIKELY = wordSet(
  'type impl mod module record extension contract service message rpc sub union object actor mixin input package',
)
const CONSTANT =
  /^(?:export[ \t]+(?:const|let|var)[ \t]+\w|(?:const|let|var|val)[ \t]+(?:\($|[\w$].*(?:=>|function\b|[{([]$))|[A-Z][A-Z0-9_]{2,}[ \t]*(?::[^=]*)?=[^=])/
const SQL = wordSet('table index unique view function trigger type schema materialized')
const TEST = wordSet('describe it test suite context specify')
const SECTION = /^\[{1,2}[\w."' :/-]+\]{1,2}$/
const CONTROL = wordSet(
  'if else for foreach while do switch case try catch finally with return throw await yield when select go defer match loop ' +
    'unless until begin new import use using from require include',
)
/** Matches text allowed before the parenthesis of a method: type, modifiers and name. */
const BEFORE_BRACKET = /^[\w$<>[\],&*?:~@# \t]*[\w$]$/
const KEY = /^[A-Za-z_][\w.-]*:(?:[ \t]|$)/

/** Returns the declarations, or the keys in the first column if the file has no other structure. */
export function declarationsIn(lines: readonly string[]): Mark[] {
  const found = marksWhere(lines, (line, indent, next) => isDeclaration(line, indent, next))
  return found.length >= MIN_MARKS ? found : marksWhere(lines, (line, indent) => indent === 0 && KEY.test(line))
}

/** Returns headings of Markdown, AsciiDoc and reStructuredText outside of fenced code; empty if the text is probably
 * code with comments. */
export function headingsIn(lines: readonly string[]): Mark[] {
  const found: Mark[] = []
  const underlines: string[] = []
  let fence: string | null = null
  let lower = 0
  for (const [at, line] of lines.entries()) {
    const mark = fenceOf(line)
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null
    if (fence !== null) continue
    const signs = /^(#{1,6}|={1,5})[ \t]+\S/.exec(line.slice(0, LOOKED_AT))?.[1]
    const below = signs === undefined && underlineOf(line, lines[at + 1])
    if (signs !== undefined) found.push({ at, depth: signs.length })
    else if (below) {
      if (!underlines.includes(below)) underlines.push(below)
      found.push({ at, depth: underlines.indexOf(below) + 1 })
    }
    if ((signs?.length ?? 0) > 1 || below) lower += 1
  }
  const declared =
    lower < 2 ? 0 : marksWhere(outsideFences(lines), (line, indent, next) => isDeclaration(line, indent, next)).length
  return lower >= 2 && found.length > declared ? found : []
}

/** Fewer marks do not count as structure. */
export const MIN_MARKS = 3

function marksWhere(lines: readonly string[], opens: (line: string, indent: number, next: string) => boolean): Mark[] {
  return lines.flatMap((line, at) => {
    const trimmed = line.trimStart()
    const depth = columns(line, line.length - trimmed.length)
    const text = trimmed.trimEnd()
    const looked = text.length <= LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}…`
    return looked !== '' && opens(looked, depth, lines[at + 1]?.slice(0, LOOKED_AT).trim() ?? '') ? [{ at, depth }] : []
  })
}

function isDeclaration(line: string, indent: number, next: string): boolean {
  if (declares(line) || isTest(line) || isSql(line)) return true
  if (CONTROL.has(/^\w*/.exec(line)![0])) return false
  if (indent === 0 && (CONSTANT.test(line) || SECTION.test(line))) return true
  const opens = line.endsWith('{')
  if (indent === 0) return /^[\w.#@:*&$~[]/.test(line) && (opens || (line.endsWith(')') && next === '{'))
  return opens && isMethod(line)
}

/** Whether a keyword begins a declaration, after any modifiers: `export default class Store`, `pub(crate) fn read`. */
function declares(line: string): boolean {
  const parts = line.split(BLANKS)
  const at = parts.findIndex((word) => !MODIFIERS.has(word) && !word.startsWith('pub('))
  const [keyword = '', name = ''] = at < 0 ? [] : parts.slice(at)
  if (keyword.startsWith('impl<')) return true
  if (SURE.has(keyword)) return OPENS_NAME.test(name)
  if (!LIKELY.has(keyword)) return false
  const rest = parts.slice(at + 1).join(' ')
  const isCode = [...'={(:;'].some((sign) => rest.includes(sign))
  return OPENS_NAME.test(name) && (isCode || (keyword === 'type' && name[0] !== name[0]!.toLowerCase()))
}

const BLANKS = /[ \t]+/
const OPENS_NAME = /^[\w$(<"`~[]/

/** `it('adds', …`, `test.each(…` is no test by itself. */
function isTest(line: string): boolean {
  const bracket = line.indexOf('(')
  if (bracket < 0 || !TEST.has(line.slice(0, bracket).split('.', 1)[0]!)) return false
  return ['"', "'", '`'].includes(line.slice(bracket + 1).trimStart()[0] ?? '')
}

function isSql(line: string): boolean {
  const [verb, ...rest] = line.toLowerCase().split(BLANKS)
  const [kind = ''] = rest[0] === 'or' && rest[1] === 'replace' ? rest.slice(2) : rest
  return (verb === 'create' || verb === 'alter') && SQL.has(kind)
}

/** Whether the line opens a method, such as `private async count(text: string): Promise<number> {`. Excludes calls with
 * a function as argument, and assignments. */
function isMethod(line: string): boolean {
  const bracket = line.indexOf('(')
  if (bracket < 1 || !BEFORE_BRACKET.test(line.slice(0, bracket)) || line.endsWith('=> {')) return false
  return !/^['"`({]|^(?:async[ \t]+)?function\b/.test(line.slice(bracket + 1))
}

/** Returns the character that underlines a title; false if there is none. */
function underlineOf(title: string, below: string | undefined): string | false {
  const rule = below?.slice(0, LOOKED_AT).trimEnd() ?? ''
  const sign = rule[0]
  if (sign === undefined || !'=-~^"*+#'.includes(sign) || rule.length < 3 || !/^\w/.test(title)) return false
  return rule === sign.repeat(rule.length) && rule.length >= Math.min(title.trimEnd().length, LOOKED_AT) ? sign : false
}

function fenceOf(line: string): string | undefined {
  return /^ {0,3}(```|~~~)/.exec(line)?.[1]
}

function outsideFences(lines: readonly string[]): string[] {
  let inside = false
  return lines.map((line) => {
    if (fenceOf(line) !== undefined) inside = !inside
    return inside ? '' : line
  })
}

function columns(line: string, end: number): number {
  let width = 0
  for (let at = 0; at < end; at++) width += line[at] === '\t' ? TAB_COLUMNS : 1
  return width
}
