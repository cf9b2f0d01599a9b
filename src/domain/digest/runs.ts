import { commandLineOf } from '../anchors/shell-files.js'
import { parsedArguments } from '../source/reading.js'
import type { SourceMessage, SourcePart } from '../source/types.js'
import { isLookCommand, isQuietCommand, isQuietTool } from './looks.js'
import { errorLineOf, namesFailure, outcomeOf } from './outcome.js'
import { settles, stoppedAtConflicts } from './settled.js'
import { isVerdict } from './verdicts.js'

/** Calls that matter later, each subject once with its last outcome: commands, and calls that change something. [V5] */

export interface Run {
  /** What is run: the first line of a command, or a tool with its short arguments. */
  label: string
  /** Identity: later runs of the same key replace earlier ones. */
  key: string
  /** Of calls without a failure, only tests, builds and the like pass; others succeed. */
  outcome: 'passed' | 'succeeded' | 'failed'
  /** Line that names the last failure; empty if it never failed, or passed since and the line named no failure. */
  error: string
  /** Seqs of the calls, ascending. */
  seqs: number[]
  /** Whether it tests, builds or publishes, or is an action of an agent without files. Others hardly matter later. */
  isCheck: boolean
  /** Whether its success says nothing later. */
  isQuiet: boolean
  /** Whether it stopped at conflicts that a later command settled. */
  isSettled: boolean
}

const MAX_LABEL_CHARS = 110
/** Characters that identify a command. */
const KEY_CHARS = 60
const MAX_ARGUMENT_CHARS = 60

const CHECKS =
  /\b(?:tests?|pytest|unittest|tox|tsc|build|lint|vet|make|mise|just|npm run|npx|yarn|pnpm|cargo|go (?:run|test|build|vet|generate|mod)|gofmt|gofumpt|golangci-lint|eslint|prettier|check|commit|push|merge|rebase|cherry-pick|checkout -b|install|migrate|docker|python3? [^-]|node [^-]|mypy|flake8|ruff|black|deploy|release|gradle|mvn|bundle|rake|rspec|phpunit|dotnet|terraform|kubectl apply)\b/
const REFUSED = /doesn['’]t want to (?:proceed|take this action)|user rejected|interrupted by user|permission to use/i

/** Returns the runs in order of their last call. Calls without result and refused calls are left out. */
export function runsOf(source: readonly SourceMessage[]): Run[] {
  const runs = new Map<string, Run>()
  const waiting = new Map<string, { seq: number; part: CallPart }>()
  for (const { seq, parts } of source) {
    for (const part of parts) {
      if (part.kind === 'call') waiting.set(part.callId, { seq, part })
      if (part.kind !== 'result') continue
      const call = waiting.get(part.callId)
      waiting.delete(part.callId)
      if (!call || REFUSED.test(part.text.slice(0, 400))) continue
      const subject = subjectOf(call.part)
      if (subject) noteRun(runs, subject, { seq: call.seq, text: part.text, isError: part.isError })
    }
  }
  return [...runs.values()]
}

type CallPart = Extract<SourcePart, { kind: 'call' }>
type Subject = Pick<Run, 'label' | 'key' | 'isCheck' | 'isQuiet'> & {
  isCommand: boolean
  /** Whether its success is a verdict on the work. */
  isVerdict: boolean
  /** Whether its output is text that it only shows. */
  isLook: boolean
}

function noteRun(
  runs: Map<string, Run>,
  { isCommand, isLook, isVerdict: judges, ...subject }: Subject,
  { seq, text, isError }: { seq: number; text: string; isError: boolean },
): void {
  const known = runs.get(subject.key)
  const printed = isCommand && !isLook ? text : ''
  const printedOutcome = outcomeOf(printed, isError || (!isCommand && /^\s{0,8}error\b/i.test(text)))
  const outcome = printedOutcome === 'passed' && !judges ? 'succeeded' : printedOutcome
  const earlier = known?.error ?? ''
  // What a linter complained about before it passed says nothing later.
  const error = outcome === 'failed' ? errorLineOf(text) : namesFailure(earlier) ? earlier : ''
  runs.delete(subject.key)
  runs.set(subject.key, { ...subject, outcome, error, seqs: [...(known?.seqs ?? []), seq], isSettled: false })
  if (outcome === 'failed' || !settles(subject.key)) return
  for (const run of runs.values()) run.isSettled ||= run.outcome === 'failed' && stoppedAtConflicts(run.key, run.error)
}

function subjectOf({ name, args }: CallPart): Subject | null {
  const value = parsedArguments(args)
  const command = commandLineOf(name, value)
  if (command !== null) {
    const line = firstLineOf(command)
    if (line === '') return null
    const named = withoutHeredoc(line, command)
    const isQuiet = isQuietCommand(line)
    return {
      label: clipped(named),
      key: `run ${named.slice(0, KEY_CHARS)}`,
      isCheck: CHECKS.test(line) && !isQuiet,
      ...{ isQuiet, isLook: isLookCommand(line), isCommand: true, isVerdict: isVerdict(line) },
    }
  }
  if (isQuietTool(name)) return null
  const label = `${name}(${shortArguments(value)})`
  return {
    label,
    key: `run ${label.slice(0, 2 * KEY_CHARS)}`,
    isCheck: true,
    isQuiet: false,
    isLook: false,
    isCommand: false,
    isVerdict: false,
  }
}

/** What only shortens the output of a command. */
const SHORTENS = /(?: \| (?:tail|head)(?: -n)?(?: ?-?\d{1,6})?){1,4}$/

/** Whether the output of a call shows whether it succeeded: it runs a command that does more than look at something.
 * @param args parsed arguments */
export function printsOutcome(name: string, args: unknown): boolean {
  const command = commandLineOf(name, args)
  return command !== null && !isLookCommand(firstLineOf(command))
}

/** Returns the first line of a command without comments, changes of folder, and what only shortens its output. Rows that a
 * backslash continues are one line. */
function firstLineOf(command: string): string {
  const bare = command
    .slice(0, 4_000)
    .trim()
    .replace(/\\\r?\n[ \t]{0,200}/g, ' ')
    .replace(/^(?:#[^\n]{0,400}\n\s{0,40}){1,20}/, '')
    .replace(/^(?:cd +[^\s;&|]{1,300} *(?:&&|;|\n) *){1,5}/, '')
  return (bare.split('\n')[0] ?? '')
    .replace(/\s+/g, ' ')
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
  if (!/\bcommit\b/.test(start)) return `${start} (script)`
  const rows = command.slice(0, 4_000).split('\n')
  const at = rows.findIndex((row) => row.includes('<<'))
  const title =
    rows
      .slice(at + 1)
      .find((row) => row.trim() !== '')
      ?.trim() ?? ''
  return title === '' || title === opening[1] ? start : `${start} "${title.replace(/["`]/g, "'")}"`
}

/** Cuts a label at a word end. */
function clipped(line: string): string {
  if (line.length <= MAX_LABEL_CHARS) return line
  return `${line.slice(0, MAX_LABEL_CHARS).replace(/\s\S{0,120}$/, '')} …`
}

function shortArguments(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const shown = Object.entries(value).flatMap(([key, inner]) => {
    const text = typeof inner === 'string' || typeof inner === 'number' ? String(inner) : ''
    return text !== '' && text.length <= MAX_ARGUMENT_CHARS && !text.includes('\n') ? [`${key}: ${text}`] : []
  })
  return shown.slice(0, 4).join(', ')
}
