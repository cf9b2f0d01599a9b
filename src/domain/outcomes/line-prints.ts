import type { ShellStep } from '../shell/shell-words.js'
import { firstWord, proven } from './proven.js'
import { rowsOf } from './rows.js'

/** Finds what a command line prints by itself: marks of success, texts, the exit codes of its commands. [V9] */

/** Texts that a line prints last if all before succeeded, or if it failed. */
export interface Marks {
  succeeded: string
  failed: string
}

/** A command that prints an exit code. */
export interface Printer {
  /** Its place in the line. */
  at: number
  /** Text before the code. */
  before: string
  /** Whether the code is that of the first command of a pipe. */
  ofFirst: boolean
}

export const PRINTS = ['echo', 'printf']
const CODE_VARIABLE = /^(.*?)\$(?:\?|\{?PIPESTATUS\[(\d)\]\}?|\{?(?:rc|RC|status|exit_code|EXIT_CODE|code)\}?)/

const unquoted = (step: ShellStep | undefined) =>
  step?.words
    .slice(1)
    .map(({ text }) => text)
    .join(' ')
    .trim() ?? ''

/** `-n done` → `done`. */
const withoutOption = (text: string) => text.replace(/^-\w+ /, '')

const isPrint = (text: string | undefined) => PRINTS.includes(firstWord(text))

/** Returns the marks of a line: `&& echo done`, `|| echo failed`.
 * @param acting places of the commands that do more than look: `ls a && echo found || echo missing` is an answer, no failure */
export function marksOf(steps: readonly ShellStep[], texts: readonly string[], acting: readonly number[]): Marks {
  const marks = { succeeded: '', failed: '' }
  const last = steps.length - 1
  for (const [at, { end }] of steps.entries()) {
    const mark = unquoted(steps[at + 1])
    if (!isPrint(texts[at + 1]) || mark.includes('$') || mark.includes('%')) continue
    // `a && echo done || echo failed`: before anything else than a second mark, the text is about what came before.
    const isClosed =
      steps[at + 1]!.end === '' || (steps[at + 1]!.end === '||' && at + 2 === last && isPrint(texts[at + 2]))
    if (end === '&&' && isClosed && !steps.slice(0, at).some(({ end: before }) => before !== '&&'))
      marks.succeeded = mark
    if (end === '||' && at + 1 === last && acting.some((one) => one >= chainStart(steps, texts, at) && one <= at))
      marks.failed = mark
  }
  return marks
}

/** Returns the place of the first command whose failure leads to what follows a command: `a; b && c || d` begins with `b`, and with
 * `a` if `b` asks for its code. */
function chainStart(steps: readonly ShellStep[], texts: readonly string[], end: number): number {
  let from = end
  while (from > 0 && (steps[from - 1]!.end !== ';' || texts[from]!.includes('$?'))) from--
  return from
}

/** Returns the rows that a command prints whatever happens; none if its text has variables. */
export function constantOf(step: ShellStep): string[] {
  const text = withoutOption(unquoted(step))
  return text.includes('$') || text.includes('%') ? [] : rowsOf(text)
}

/** Returns the last command that prints an exit code; null if none does. */
export function printerOf(steps: readonly ShellStep[], texts: readonly string[]): Printer | null {
  const at = steps.findLastIndex(
    (step, index) => PRINTS.includes(firstWord(texts[index])) && CODE_VARIABLE.test(unquoted(step)),
  )
  const match = at < 0 ? null : CODE_VARIABLE.exec(unquoted(steps[at]))
  return match ? { at, before: withoutOption(match[1]!), ofFirst: match[2] === '0' } : null
}

/** Returns for each command before a printed code whether the code 0 proves its success. */
export function printedBy(printer: Printer | null, steps: readonly ShellStep[], texts: readonly string[]): boolean[] {
  let last = (printer?.at ?? 0) - 1
  // `rc=$?; echo $rc`
  while (last >= 0 && /^\w+=\$\?$/.test(texts[last]!)) last--
  if (!printer || last < 0 || steps[last]!.end !== ';') return []
  while (printer.ofFirst && steps[last - 1]?.end === '|') last--
  const until = steps.slice(0, last + 1)
  return proven([...until.slice(0, -1), { ...until.at(-1)!, end: '' }], texts.slice(0, last + 1))
}
