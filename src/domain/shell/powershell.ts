/** Reads command lines of PowerShell as those of other shells: the same commands and signs between them, other texts and paths. */

/** What only shortens an output: its end, or its start. */
const LAST = / ?\| ?Select-Object -Last (?=\d)/gi
const FIRST = / ?\| ?Select-Object -First (?=\d)/gi
const TOOL = /(?:_|\b)(?:powershell|pwsh)(?:_|\b)/i
/** What opens a text of several rows, and what closes it at the start of a row. */
const TEXTS = [
  ["@'", "\n'@"],
  ['@"', '\n"@'],
] as const
/** A member of what brackets return: `(Get-Date).AddDays(-1)`. */
const MEMBERS = /\)\.\w{1,40}(?:\([^()\n]{0,80}\))?/g
/** Signs with which a block begins that only says which values to take: `{ $_.Name }`, `@{n = 'x'}`. */
const VALUES = ['$', '"', "'", '[', '(']
/** A variable that takes what a command returns; a value by itself, which is printed; the sign that calls a command by its path. */
const TAKES = /(^|[;\n{(])([ \t]{0,40})\$[\w:.]{1,60} {0,3}\+?= {0,3}/g
const PRINTS = /(^|[;\n{])([ \t]{0,40})(?=["'$[])/g
const CALLS = /(^|[;\n{(])([ \t]{0,40})& (?=\S)/g

/** What only PowerShell reads as a command at the start of a line: a variable that takes a value, a verb with its noun, a path that is called; and its
 * names for nothing and for the last exit code. */
const OWN_WORDS =
  /^\s{0,40}(?:\$(?:env:)?[A-Za-z]\w{0,60} {0,3}=|[A-Z][a-z]{1,20}-[A-Z][A-Za-z]{2,40}(?:\s|$)|& ?["'$])|\$null\b|\$LASTEXITCODE\b/

/** Whether a command is one of PowerShell, by the name of its tool or by its words: agents on Windows call it in a tool for any shell. */
export function isPowerShell(tool: string, command: string): boolean {
  return TOOL.test(tool) || OWN_WORDS.test(command)
}

/** Returns a command line with the signs of other shells: `$r = .\\a.ps1` as `./a.ps1`. Texts of several rows are data. */
export function posixLine(command: string): string {
  return withoutBlocks(withoutTexts(command.replace(/\r\n/g, '\n')))
    .replace(MEMBERS, ')')
    .replaceAll('`\n', '')
    .replaceAll('\\', '/')
    .replace(LAST, ' | tail -')
    .replace(FIRST, ' | head -')
    .replace(TAKES, '$1$2')
    .replace(PRINTS, '$1$2echo ')
    .replace(CALLS, '$1$2')
}

function withoutTexts(command: string): string {
  return TEXTS.reduce((text, [open, close]) => {
    const kept: string[] = []
    let at = 0
    for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, at)) {
      const end = text.indexOf(close, from)
      if (end < 0) break
      kept.push(text.slice(at, from), "'…'")
      at = end + close.length
    }
    return kept.join('') + text.slice(at)
  }, command)
}

/** Removes blocks that compute a value: no commands. */
function withoutBlocks(command: string): string {
  let text = ''
  let at = 0
  for (let open = command.indexOf('{'); open >= 0; open = command.indexOf('{', open + 1)) {
    const isTable = command[open - 1] === '@'
    if (open < at || !(isTable || VALUES.includes(command.slice(open + 1, open + 40).trimStart()[0] ?? ''))) continue
    text += command.slice(at, isTable ? open - 1 : open)
    at = blockEnd(command, open)
  }
  return text + command.slice(at)
}

function blockEnd(command: string, open: number): number {
  let depth = 0
  for (let at = open; at < command.length; at++) {
    if (command[at] === '{') depth++
    else if (command[at] === '}' && --depth === 0) return at + 1
  }
  return command.length
}
