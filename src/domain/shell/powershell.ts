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
/** A variable that takes what a command returns; a text by itself, which is printed; the sign that calls a command by its path. */
const TAKES = /(^|[;\n{(])([ \t]{0,40})\$[\w:.]{1,60} {0,3}\+?= {0,3}/g
const PRINTS = /(^|[;\n{])([ \t]{0,40})(?=["'])/g
const CALLS = /(^|[;\n{(])([ \t]{0,40})& (?=\S)/g

export function isPowerShell(tool: string): boolean {
  return TOOL.test(tool)
}

/** Returns a command line with the signs of other shells: `$r = .\\a.ps1` as `./a.ps1`. Texts of several rows are data. */
export function posixLine(command: string): string {
  return withoutTexts(command.replace(/\r\n/g, '\n'))
    .replaceAll('`\n', '')
    .replaceAll('\\', '/')
    .replace(LAST, ' | tail -')
    .replace(FIRST, ' | head -')
    .replace(TAKES, '$1$2')
    .replace(PRINTS, '$1$2echo ')
    .replace(CALLS, '$1$2')
}

function withoutTexts(command: string): string {
  let text = command
  for (const [open, close] of TEXTS) {
    let from = text.indexOf(open)
    while (from >= 0) {
      const end = text.indexOf(close, from)
      if (end < 0) break
      text = `${text.slice(0, from)}'…'${text.slice(end + close.length)}`
      from = text.indexOf(open, from + 3)
    }
  }
  return text
}
