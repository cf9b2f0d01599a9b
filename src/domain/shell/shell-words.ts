import { isDigits } from '../texts.js'

/** Splits a command line into its commands and words, as far as the files it names need it. Not a shell: it expands
 * nothing. Linear. */

export interface ShellWord {
  text: string
  /** Whether any of it was in quotes: then it is data more often than a file. */
  isQuoted: boolean
}

/** Characters read of a command line. Longer ones are scripts. */
const MAX_COMMAND_CHARS = 20_000
const HEREDOC = /<<-?\s{0,4}["']?(\w{1,40})["']?/g

/** A text that a command reads from the following rows. */
export interface Heredoc {
  /** The row of the command, without what opens the text. */
  row: string
  body: string
}

/** Removes the bodies of heredocs: content, not commands. */
export function withoutHeredocs(command: string): string {
  return command.includes('<<') ? splitHeredocs(command).commands : command
}

/** Returns the heredocs of a command line, in order. */
export function heredocsOf(command: string): Heredoc[] {
  return command.includes('<<') ? splitHeredocs(command.slice(0, MAX_COMMAND_CHARS)).heredocs : []
}

function splitHeredocs(command: string): { commands: string; heredocs: Heredoc[] } {
  const kept: string[] = []
  const heredocs: Heredoc[] = []
  let waiting: string[] = []
  let body: string[] = []
  for (const row of command.split('\n')) {
    if (waiting.length === 0) {
      waiting = [...row.matchAll(HEREDOC)].map((match) => match[1] ?? '')
      kept.push(row.replace(HEREDOC, ''))
    } else if (row.trim() !== waiting[0]) body.push(row)
    else {
      heredocs.push({ row: kept.at(-1) ?? '', body: body.join('\n') })
      waiting = waiting.slice(1)
      body = []
    }
  }
  return { commands: kept.join('\n'), heredocs }
}

/** A simple command, and the sign that ends it: `&&`, `||`, `|`, `;`, `&`, `)`; empty at the end of the line. */
export interface ShellStep {
  words: ShellWord[]
  end: string
}

/** Returns the words of each simple command. Redirections are words of their own: `>`, `>>`. */
export function shellCommands(command: string): ShellWord[][] {
  return shellSteps(command).map(({ words }) => words)
}

/** Returns the simple commands with what joins each to the next. A new line counts as `;`. */
export function shellSteps(command: string): ShellStep[] {
  const text = withoutHeredocs(command.slice(0, MAX_COMMAND_CHARS))
  const steps: ShellStep[] = []
  let words: ShellWord[] = []
  let word: ShellWord | null = null
  const endWord = () => {
    if (word) words.push(word)
    word = null
  }
  const endCommand = (end: string) => {
    endWord()
    const last = steps.at(-1)
    if (words.length > 0) steps.push({ words, end })
    // After a bracket, or before the end of a row: `(a; b) | c`, `a &&` with `b` in the next row.
    else if (last && end !== ';' && end !== '(' && end !== '') last.end = end
    words = []
  }
  const add = (piece: string, isQuoted: boolean) => {
    word = { text: (word?.text ?? '') + piece, isQuoted: isQuoted || (word?.isQuoted ?? false) }
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"' || sign === "'") {
      const close = closing(text, at, sign)
      add(text.slice(at + 1, close), true)
      at = close
    } else if (sign === '\\') add(text[++at] === '\n' ? '' : (text[at] ?? ''), false)
    else if ('\n;|&()'.includes(sign)) {
      // `2>&1` and `&>` are redirections, not ends of commands.
      if (sign === '&' && text[at + 1] === '>') endWord()
      else if (sign === '&' && text[at - 1] === '>') add('&', false)
      else {
        const isDouble = (sign === '&' || sign === '|') && text[at + 1] === sign
        if (isDouble) at++
        endCommand(isDouble ? sign + sign : sign === '\n' ? ';' : sign)
      }
    } else if (sign === '>') {
      const isNumbered: boolean = isDigits((word as ShellWord | null)?.text ?? '')
      if (isNumbered) word = null
      endWord()
      if (text[at + 1] === '>') at++
      words.push({ text: text[at - 1] === '>' ? '>>' : '>', isQuoted: false })
    } else if (sign.trim() === '') endWord()
    else add(sign, false)
  }
  endCommand('')
  return steps
}

/** Returns the position of the closing quote; the end of the text if there is none. */
function closing(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++
    else if (text[at] === quote) return at
  }
  return text.length
}
