/** Finds the lines that show the structure of a file: declarations in common programming languages, and headings of
 * prose. Judges each line by its shape. */

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

const MODIFIERS =
  '(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|async|override|virtual|inline|sealed|partial|open|data|suspend|unsafe|extern|pub(?:\\([a-z]+\\))?|local|fileprivate|native|const)[ \\t]+)*'
/** Keywords that only begin declarations. */
const SURE =
  'function\\*?|func|fn|fun|def|defp|defmodule|defmacro|class|interface|trait|struct|enum|namespace|protocol|typedef|procedure|macro_rules!'
/** Words that begin a declaration if the rest of the line looks like code. */
const LIKELY =
  'type|impl|mod|module|record|extension|contract|service|message|rpc|sub|union|object|actor|mixin|input|package'
const DECLARES = new RegExp(
  `^${MODIFIERS}(?:(?:${SURE})[ \\t]+[\\w$(<"\`~\\[]|impl<|(?:${LIKELY})[ \\t]+[\\w$<"][^ \\t]*(?:[ \\t].*)?[={(:;]|type[ \\t]+[A-Z])`,
)
const CONSTANT =
  /^(?:export[ \t]+(?:const|let|var)[ \t]+\w|(?:const|let|var|val)[ \t]+(?:\($|[\w$].*(?:=>|function\b|[{([]$))|[A-Z][A-Z0-9_]{2,}[ \t]*(?::[^=]*)?=[^=])/
const SQL =
  /^(?:CREATE|ALTER)[ \t]+(?:OR[ \t]+REPLACE[ \t]+)?(?:TABLE|INDEX|UNIQUE|VIEW|FUNCTION|TRIGGER|TYPE|SCHEMA|MATERIALIZED)\b/i
const TEST = /^(?:describe|it|test|suite|context|specify)(?:\.\w+)?\([ \t]*['"`]/
const SECTION = /^\[{1,2}[\w."' :/-]+\]{1,2}$/
const CONTROL =
  /^(?:if|else|for|foreach|while|do|switch|case|try|catch|finally|with|return|throw|await|yield|when|select|go|defer|match|loop|unless|until|begin|new|import|use|using|from|require|include)\b/
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
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1]
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
  if (DECLARES.test(line) || TEST.test(line) || SQL.test(line)) return true
  if (CONTROL.test(line)) return false
  if (indent === 0 && (CONSTANT.test(line) || SECTION.test(line))) return true
  const opens = line.endsWith('{')
  if (indent === 0) return /^[\w.#@:*&$~[]/.test(line) && (opens || (line.endsWith(')') && next === '{'))
  return opens && isMethod(line)
}

/** Whether the line opens a method, such as `private async count(text: string): Promise<number> {`. Excludes calls with
 * a function as argument, and assignments. */
function isMethod(line: string): boolean {
  const bracket = line.indexOf('(')
  if (bracket < 1 || !BEFORE_BRACKET.test(line.slice(0, bracket)) || line.endsWith('=> {')) return false
  return !/^['"`({]|^(?:async[ \t]*)?\(|^(?:async[ \t]+)?function\b/.test(line.slice(bracket + 1))
}

/** Returns the character that underlines a title; false if there is none. */
function underlineOf(title: string, below: string | undefined): string | false {
  const rule = below?.slice(0, LOOKED_AT).trimEnd() ?? ''
  const sign = rule[0]
  if (sign === undefined || !'=-~^"*+#'.includes(sign) || rule.length < 3 || !/^\w/.test(title)) return false
  return rule === sign.repeat(rule.length) && rule.length >= Math.min(title.trimEnd().length, LOOKED_AT) ? sign : false
}

function outsideFences(lines: readonly string[]): string[] {
  let inside = false
  return lines.map((line) => {
    if (/^ {0,3}(?:```|~~~)/.test(line)) inside = !inside
    return inside ? '' : line
  })
}

function columns(line: string, end: number): number {
  let width = 0
  for (let at = 0; at < end; at++) width += line[at] === '\t' ? TAB_COLUMNS : 1
  return width
}
