/** Recognizes text that means nothing outside its place: markup, table rows, code, diffs, line-number debris. Such text
 * is never a line of a checkpoint. [C4] */

const TAG = /<\/?[a-zA-Z!][^<>\n]{0,200}>/g
const TABLE = /^\||\|\s*$|^[-+|=\s:─│┌┐└┘├┤┬┴┼═_*~.]{3,}$/
const NUMBERED = /^(?!\d{4}-\d\d)\d{1,6}\s{0,4}(?:[-→|│\t]|:(?!\d\d\b))/
const DIFF = /^(?:diff --git|index [0-9a-f]{6,}|@@ |\+\+\+ |--- |[+-]\s{0,4}[\w"'`<{(]+[.(=:{])/
const JSON_PIECE =
  /^["'][^"']{1,60}["']\s{0,4}[:,]|^[[\]{}(),;"'\s]+$|^[{[]\s{0,4}["{[\d]|^[\w.-]{1,40}:\s{0,4}[{["'\d]/
const CODE_START =
  /^(?:import [\w{*.]|from \S{1,80} import |def \w|class \w{1,80}[(:{]|return\b|print\(|assert |self\.|sys\.|EOF\b|@\w{1,40}(?:\(|$)|#!\/|#include|(?:export |async |public |private |static )?(?:const|let|var|func|fn|function|type|interface|enum|struct) \w|fmt\.|console\.|(?:if|for|while|elif|with|try|else|except|switch|case) ?.{0,120}[:{]$|if err != nil|\/\/|\/\*|\*\/|\* |\$ |> |\w{1,40}\s{0,4}(?:=|:=|\+=)\s{0,4}\S)/
const CODE_END = /(?:[;{}]|=>|&&|\|\||\\|\)\s{0,4}\{|,)\s*$/
const CALL = /^[\w.]{1,80}\([^ ].{0,200}\)[;:{]?$/
/** Output of programs: log levels, status tables, listings of files. */
const LISTING =
  /^(?:[-dlrwxs]{10}\s|total \d|ok\s+\S{0,200}[./]\S{0,200}(?:\s|$)|\?\s+\S|=== RUN|--- (?:PASS|FAIL|SKIP)|[MADRCU?!]{1,2}\s{1,3}\S+$)/
/** Rows of a search: `src/a.ts:52:` and the text there. */
const FOUND = /^\S{1,200}\.\w{1,8}:\d{1,6}:|\.\w{1,8}:\d{1,6}:\t/

/** Whether the text is a row that a program printed: a line with its number, an entry of a listing, a hit of a search. */
export function isOutputRow(text: string): boolean {
  return NUMBERED.test(text) || LISTING.test(text) || FOUND.test(text)
}

/** Whether the text is a piece of something else. */
export function isJunk(text: string): boolean {
  if (TABLE.test(text) || NUMBERED.test(text) || DIFF.test(text) || JSON_PIECE.test(text)) return true
  if (LISTING.test(text) || FOUND.test(text)) return true
  return isMarkup(text) || isCode(text)
}

function isMarkup(text: string): boolean {
  if (!text.includes('<') && !text.includes('&')) return false
  if (/^<\/?[a-zA-Z!]/.test(text) || /&(?:nbsp|amp|lt|gt|quot);/.test(text)) return true
  const tags = text.match(TAG)
  return tags !== null && tags.join('').length > text.length / 3
}

function isCode(text: string): boolean {
  if (CODE_START.test(text) || CALL.test(text)) return true
  if (!CODE_END.test(text)) return signShare(text) > 0.2
  // A list item may end in a comma; code has more signs than words.
  return /[;{}\\]\s*$/.test(text) || signShare(text) > 0.06
}

/** Returns the share of signs that prose hardly uses. Text in backticks is a quotation inside prose. */
function signShare(text: string): number {
  const prose = text.replace(/`[^`\n]{1,200}`/g, 'x')
  const signs = prose.match(/[{}[\]()<>=;|&$#@\\+~^"_]/g)?.length ?? 0
  return signs / Math.max(1, prose.length)
}
