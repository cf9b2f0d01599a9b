import { cutAtWord, oneLine, splitWords } from '../texts.js'
import { filesNamedBy, REFUSED } from '../anchors/artifacts.js'
import { isCheckKind, isQuietTool, reachesOthers } from '../../knowledge/read.js'
import type { Kind } from '../../knowledge/row.js'
import { quotedRowsOf } from '../shell/quoted-rows.js'
import { commandLineOf } from '../shell/shell-files.js'
import { withoutHeredocs } from '../shell/shell-words.js'
import { checkId, covers } from '../outcomes/check-id.js'
import { readCommandLine } from '../outcomes/command-line.js'
import { runningId } from '../outcomes/envelope.js'
import { namesFault } from '../outcomes/evidence.js'
import { callVerdict, commandVerdict, type Outcome, type Verdict } from '../outcomes/outcome.js'
import { printedOf } from '../outcomes/printed.js'
import { parsedArguments } from '../source/reading.js'
import type { SourceMessage, SourcePart } from '../source/types.js'
import { callLabel } from './call-label.js'
import { isSameTarget, targetOf, type CallTarget } from '../outcomes/call-target.js'
import { GOES_ON, idOfRunning } from './going-on.js'
import { settles, stoppedAtConflicts } from './perish.js'

/** Calls that matter later, each subject once with its last outcome: commands, and calls that change something. [V5] [V9] */

export interface Run {
  /** What is run: the first line of a command, or a tool with its main arguments. */
  label: string
  /** Identity: later runs of the same key replace earlier ones. */
  key: string
  outcome: Outcome
  /** Line that names the last failure; empty if it never failed, or passed since and the line named no failure. */
  error: string
  /** What it printed that says why it was run; empty if nothing. */
  printed: string
  /** Seqs of the calls, ascending. */
  seqs: number[]
  /** Whether it tests or builds, so that its success is a verdict on the work. */
  isCheck: boolean
  /** Whether it is a script: what it printed says more than that it ended well, also of one that is named a test. */
  isScript: boolean
  /** Whether a failure stays open: of a check, or of what acts outside. A script that failed is often deleted later. */
  staysOpen: boolean
  /** Whether it is a call of a tool that may change something outside, and no command. */
  isCall: boolean
  /** The commands of its line that do more than look, as they were written. */
  commands: readonly string[]
  /** Whether its success says nothing later. */
  isQuiet: boolean
  /** Whether a later command settled the failure: the conflicts of a merge, a wider run of the check. */
  isSettled: boolean
  /** What a call is about: its tool, and its ids by their keys. */
  target: CallTarget | null
  /** Whether a later call was about the same. */
  isRetried: boolean
}

const MAX_LABEL_CHARS = 110
/** Characters that identify a command. */
const KEY_CHARS = 60

/** Returns the runs in order of their last call. Calls without result and refused calls are left out. */
export function runsOf(source: readonly SourceMessage[]): Run[] {
  const runs = new Map<string, Run>()
  const waiting = new Map<string, { seq: number; part: CallPart }>()
  const goingOn = new Map<string, Subject>()
  for (const { seq, parts } of source) {
    for (const part of parts) {
      if (part.kind === 'call') waiting.set(part.callId, { seq, part })
      if (part.kind !== 'result') continue
      const call = waiting.get(part.callId)
      waiting.delete(part.callId)
      if (!call || REFUSED.test(part.text.slice(0, 400))) continue
      const subject = goingOn.get(idOfRunning(call.part.args)) ?? subjectOf(call.part)
      if (!subject) continue
      noteRun(runs, subject, { seq: call.seq, text: part.text, isError: part.isError })
      const id = runningId(part.text)
      if (id !== null && !subject.isCall) goingOn.set(id, subject)
    }
  }
  return [...runs.values()]
}

type CallPart = Extract<SourcePart, { kind: 'call' }>
type Subject = Pick<
  Run,
  'label' | 'key' | 'isCheck' | 'isScript' | 'isQuiet' | 'staysOpen' | 'isCall' | 'commands' | 'target'
> & {
  /** Whether its output ends with what a look beside it shows. */
  endsWithLook: boolean
  verdict: (text: string, isError: boolean) => Verdict
}

function noteRun(
  runs: Map<string, Run>,
  { verdict, endsWithLook, ...subject }: Subject,
  { seq, text, isError }: { seq: number; text: string; isError: boolean },
): void {
  const known = runs.get(subject.key)
  const { outcome, failure } = verdict(text, isError)
  const earlier = known?.error ?? ''
  // What a linter complained about before it passed says nothing later.
  const stays = outcome === 'ran' || namesFault(earlier)
  const error = outcome === 'failed' ? failure : stays ? earlier : ''
  const isTold = outcome === 'failed' || (subject.isCheck && !subject.isScript && outcome === 'passed')
  const shown = runningId(text) === null ? printedOf(text, subject.isCall ? subject.label : '') : GOES_ON
  const printed = isTold || subject.isQuiet || endsWithLook ? '' : shown
  runs.delete(subject.key)
  const all = [...(known?.seqs ?? []), seq]
  runs.set(subject.key, { ...subject, outcome, error, printed, seqs: all, isSettled: false, isRetried: false })
  for (const run of runs.values()) {
    if (run.outcome !== 'failed' || run.key === subject.key || !isSameTarget(run.target, subject.target)) continue
    run.isRetried = true
    run.isSettled ||= outcome !== 'failed'
  }
  if (outcome !== 'passed') return
  for (const run of runs.values()) {
    if (run.outcome !== 'failed' || run.key === subject.key) continue
    if (repeats(subject, run)) runs.delete(run.key)
    run.isSettled ||= settles(subject.key)
      ? stoppedAtConflicts(run.key, run.error)
      : subject.isCheck && run.isCheck && covers(subject.key.slice(4), run.key.slice(4))
  }
}

/** Whether a line runs all that an earlier one ran: `npm publish`, then `npm version minor && npm publish`. */
function repeats(later: Pick<Run, 'commands'>, earlier: Run): boolean {
  return earlier.commands.length > 0 && earlier.commands.every((one) => later.commands.includes(one))
}

/** Kinds of commands that print little, so that what a look beside them shows is not their answer. */
const TERSE_KINDS: ReadonlySet<Kind> = new Set(['vcs', 'files'])

/** Kinds of commands whose failure stays open. */
const OPEN_KINDS: ReadonlySet<Kind> = new Set(['test', 'build', 'lint', 'types', 'install', 'vcs', 'deploy', 'request'])

function subjectOf({ name, args }: CallPart): Subject | null {
  const value = parsedArguments(args)
  const command = commandLineOf(name, value)
  if (command !== null) {
    const line = firstLineOf(command)
    if (line === '' || KEYS.test(line)) return null
    const named = withoutHeredoc(line, command)
    const { subjects, isQuiet, endsWithLook } = readCommandLine(command)
    const isCheck = !isQuiet && subjects.some(({ kind }) => isCheckKind(kind))
    const isScript = subjects.every(({ row }) => row?.name === 'script')
    const checks = subjects.filter(({ kind }) => isCheckKind(kind))
    return {
      label: cutAtWord(named, MAX_LABEL_CHARS),
      key: `run ${isCheck ? checkId(checks) : named.slice(0, KEY_CHARS)}`,
      staysOpen: !isQuiet && subjects.some(({ kind }) => OPEN_KINDS.has(kind)),
      isCall: false,
      target: null,
      commands: isQuiet ? [] : subjects.map(({ text }) => text),
      endsWithLook: endsWithLook && subjects.every(({ kind }) => TERSE_KINDS.has(kind)),
      ...{ isCheck, isScript, isQuiet, verdict: (text, isError) => commandVerdict(command, text, isError) },
    }
  }
  // The list of files shows what a call did to the file that it names.
  if (isQuietTool(name) || (!reachesOthers(name) && filesNamedBy(name, args).length > 0)) return null
  const label = callLabel(name, value)
  return {
    label,
    key: `run ${label.slice(0, 2 * KEY_CHARS)}`,
    ...{ isCheck: false, isScript: false, isQuiet: false, staysOpen: true },
    ...{ isCall: true, target: targetOf(name, value), commands: [], endsWithLook: false },
    verdict: (text, isError) => callVerdict(name, text, isError),
  }
}

/** Keys for a program that goes on: `C-c`. */
const KEYS = /^(?:C-|\^)[a-z]$/i
/** What only shortens the output of a command. */
const SHORTENS = /(?: \| (?:tail|head)(?: -n)?(?: ?-?\d{1,6})?){1,4}$/

/** Returns the first line of a command that checks something, or else does more than look, without comments, changes of folder, and
 * what only shortens its output. Rows that a backslash continues are one line. */
function firstLineOf(command: string): string {
  const bare = command
    .slice(0, 4_000)
    .trim()
    .replace(/\\\r?\n[ \t]{0,200}/g, ' ')
    .replace(/^(?:#[^\n]{0,400}\n\s{0,40}){1,20}/, '')
    .replace(/^(?:(?:cd +[^\s;&|]{1,300}|echo +(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')) *(?:&&|;|\n) *){1,5}/, '')
  const [first = '', ...more] = quotedRowsOf(bare)
  const acts = (row: string) => row.trim() !== '' && !row.startsWith('#') && !readCommandLine(row).isQuiet
  // A script that is written and run in one call is named by its run.
  const rows = withoutHeredocs([first, ...more].join('\n')).split('\n')
  const holds = (isOne: (kind: Kind) => boolean) =>
    rows.findIndex((row) => acts(row) && readCommandLine(row).subjects.some(({ kind }) => isOne(kind)))
  // A check says what the verdict is about.
  const tested = more.length === 0 ? -1 : holds((kind) => kind === 'test')
  const checked = more.length === 0 || tested >= 0 ? tested : holds(isCheckKind)
  const row = checked > 0 ? rows[checked]! : acts(first) ? first : (rows.find(acts) ?? first)
  return oneLine(row)
    .replace(/ 2>&1(?= |$)/g, '')
    .replace(SHORTENS, '')
    .trim()
}

/** The start of a text that a shell reads from the following lines. */
const HEREDOC = /(?<!\s)\s*(?:"?\$\(cat )?<<-?\s?['"\\]?(\w{1,20})['"]?\s*$/

/** Replaces the opening of a heredoc, which says nothing: of a commit by the first row of its message. */
function withoutHeredoc(line: string, command: string): string {
  const opening = HEREDOC.exec(line)
  if (!opening) return line
  const start = line.slice(0, opening.index)
  if (!splitWords(start).includes('commit')) return `${start} (script)`
  const rows = command.slice(0, 4_000).split('\n')
  const at = rows.findIndex((row) => row.includes('<<'))
  const title =
    rows
      .slice(at + 1)
      .find((row) => row.trim() !== '')
      ?.trim() ?? ''
  return title === '' || title === opening[1] ? start : `${start} "${title.replaceAll('"', "'").replaceAll('`', "'")}"`
}
