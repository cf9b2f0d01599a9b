import { isQuietKind, kindOf, programOf, rowOf } from '../../knowledge/read.js'
import type { Kind, Row } from '../../knowledge/row.js'
import { constantOf, marksOf, printedBy, printerOf, PRINTS, type Marks, type Printer } from './line-prints.js'
import { firstWord, proven, stopsAtFailure } from './proven.js'
import { shellSteps, type ShellStep } from '../shell/shell-words.js'

/** Reads a command line: what it is for, and which of its commands an exit code of 0 speaks for. [V9] */

/** One command of a line that does more than look; it changes files only if no other does more. */
export interface Subject {
  /** From the program on. */
  text: string
  row: Row | null
  kind: Kind
  /** Whether an exit code of 0 of the line proves that it succeeded. Of a pipe, it is the last command's. */
  isProven: boolean
  /** Whether a code of 0 that the line prints proves it: `a; echo $?`. */
  isPrinted: boolean
  /** Whether its success is proven by the success of the next subject: `a && b`. */
  leadsOn: boolean
  /** Whether it runs only if what comes before failed: `a || b`. */
  isFallback: boolean
}

export interface CommandLine {
  subjects: Subject[]
  /** Whether all of it only looks at something, so that its output may hold any text. */
  isLook: boolean
  /** Whether an exit code of 0 proves that each of its commands succeeded, looks included. */
  isCovered: boolean
  /** Whether it only looks or changes files. */
  isQuiet: boolean
  /** Whether its last command only looks, so that what the line prints last is what that shows. */
  endsWithLook: boolean
  /** Rows from which on the end of the output may be missing: `| head -5`; 0 after a filter such as `| grep`. */
  cutFrom: number
  /** Whether output goes elsewhere, so that no output says nothing. */
  isRedirected: boolean
  /** Text that the line prints last if all before succeeded, or if it failed: `&& echo done`, `|| echo failed`. */
  marks: Marks
  /** Rows that the line itself prints, whatever its commands did: `; echo done`. */
  prints: string[]
  /** The names of its programs. */
  programs: string[]
  /** Whether its exit code is that of a look at the end which answers with its code: `npm test; grep -c FAIL log`. */
  endsWithAnswer: boolean
  /** How the line prints the exit code of the command before: `echo "exit: $?"`. */
  printsCode: Omit<Printer, 'at'> | null
}

/** The command of an output alone. */
const UNKNOWN: Subject = {
  ...{ text: '', row: null, kind: 'script', isProven: false },
  ...{ isPrinted: false, leadsOn: false, isFallback: false },
}
/** Commands read of a line. */
const MAX_COMMANDS = 40

const FILTERS = ['grep', 'egrep', 'rg', 'awk', 'sed', 'sort', 'uniq', 'cut', 'wc', 'jq', 'tr']
/** Looks whose output is none, or chosen by the line itself. */
const SAYS_NOTHING = [...PRINTS, '[', 'test', 'true']
/** Looks whose code 1 means "no". */
const ANSWERS = ['grep', 'egrep', 'rg', 'diff', 'cmp', 'test', '[', '[[', 'which']

export function readCommandLine(line: string): CommandLine {
  const steps = shellSteps(line).slice(0, MAX_COMMANDS)
  const texts = steps.map(textOf)
  const rows = texts.map(rowOf)
  const kinds = texts.map((text, at) => kindOf(text, rows[at] ?? null))
  const covered = proven(steps, texts)
  const printer = printerOf(steps, texts)
  const printed = printedBy(printer, steps, texts)
  const acting = steps.flatMap((_, at) => (isQuietKind(kinds[at]!) ? [] : [at]))
  const found = acting.length > 0 ? acting : steps.flatMap((_, at) => (kinds[at] === 'files' ? [at] : []))
  const subjects = found.map((at, index): Subject => {
    const next = found[index + 1]
    const between = next === undefined ? [] : steps.slice(at, next).map(({ end }) => end)
    return {
      ...{ text: programOf(wholeText(steps[at]!)), row: rows[at] ?? null, kind: kinds[at]!, isProven: covered[at]! },
      isPrinted: printed[at] ?? false,
      leadsOn: between.length > 0 && between.every((end) => end === '&&'),
      isFallback: steps[at - 1]?.end === '||',
    }
  })
  return {
    subjects: steps.length === 0 ? [UNKNOWN] : subjects,
    isLook: steps.length > 0 && subjects.length === 0,
    isCovered: covered.every(Boolean),
    isQuiet: steps.length > 0 && acting.length === 0,
    endsWithLook: kinds.at(-1) === 'look' && !SAYS_NOTHING.includes(firstWord(texts.at(-1))),
    cutFrom: Math.min(...steps.map(({ end }, at) => (end === '|' ? cutBy(texts[at + 1] ?? '') : Infinity)), Infinity),
    isRedirected: found.some((at) => isRedirected(steps[at]!)),
    marks: marksOf(steps, texts, acting),
    prints: steps.flatMap((step, at) => (PRINTS.includes(firstWord(texts[at])) ? constantOf(step) : [])),
    programs: texts.map((text) => firstWord(programOf(text))),
    endsWithAnswer: endsWithAnswer(steps, texts),
    printsCode: printer && { before: printer.before, ofFirst: printer.ofFirst },
  }
}

const wholeText = ({ words }: ShellStep) => words.map(({ text }) => text).join(' ')

/** Returns a simple command as text. Quoted words are left out. */
function textOf({ words }: ShellStep): string {
  return words.map(({ text, isQuoted }) => (isQuoted ? '"…"' : text)).join(' ')
}

function cutBy(filter: string): number {
  const program = programOf(filter)
  const head = /^head(?:.*?-(?:n ?|-lines=)?(\d+))?/.exec(program)
  if (head) return Number(head[1] ?? 10)
  return FILTERS.includes(firstWord(program)) && !/^grep (?:-\w* )*-\w*v/.test(program) ? 0 : Infinity
}

function isRedirected({ words }: ShellStep): boolean {
  return words.some(
    ({ text, isQuoted }, at) => (text === '>' || text === '>>') && !isQuoted && !words[at + 1]?.text.startsWith('&'),
  )
}

function endsWithAnswer(steps: readonly ShellStep[], texts: readonly string[]): boolean {
  let first = steps.length - 1
  while (steps[first - 1]?.end === '|') first--
  return !stopsAtFailure(texts) && steps[first - 1]?.end === ';' && ANSWERS.includes(firstWord(texts.at(-1)))
}
