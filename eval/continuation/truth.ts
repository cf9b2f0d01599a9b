/** What a reader must know to continue a session, taken by rule from its whole history. */
import {
  commandKey,
  commandOf,
  fileActions,
  firstErrorLine,
  isCheck,
  scriptActions,
  scriptsOf,
  statusOf,
} from './actions.js'
import type { FileAction, Status } from './actions.js'
import { plain, type Step } from './steps.js'

export interface Truth {
  /** Last successful action on every file. */
  files: Map<string, FileAction>
  /** Rows that the last edit of each file put in, where the tool names the text before and after. */
  edits: Map<string, string[]>
  /** Last status of every distinct command, by its key. Without a recorded code or flag there is none. */
  commands: Map<string, Status>
  /** Closing statements of the ended turns, oldest first. */
  closings: string[]
  /** Errors without a later pass of the same command or call: a name for it, and its error line. */
  openErrors: OpenError[]
  /** What people wrote, oldest first. */
  requests: string[]
  /** What people said when they refused a call. */
  refusals: string[]
}

export interface OpenError {
  /** Command key, or tool and path. */
  subject: string
  line: string
}

/** Refusals by the person at the keyboard are no errors of the work. */
const REFUSED = /doesn't want to (?:proceed|take this action)|user rejected|interrupted by user|permission to use/i
/** Client text in the user role that logs do not mark. */
const NOT_A_REQUEST =
  /^\s*(?:<(?:command-|local-command|system-reminder|task-notification)|\[Request interrupted|Caveat:)/

export function truthOf(steps: readonly Step[]): Truth {
  const truth: Truth = {
    files: new Map(),
    edits: new Map(),
    commands: new Map(),
    closings: [],
    openErrors: [],
    requests: [],
    refusals: [],
  }
  const open = new Map<string, OpenError>()
  const scripts = new Map<string, string>()
  const calls = new Map<string, Extract<Step, { kind: 'call' }>>()
  const isFlagged = steps.some((step) => step.kind === 'result' && step.isError)
  let closing: string[] = []
  const endTurn = () => {
    const statement = closing.join('\n')
    // "Perfect" says nothing that could be looked up.
    if (sentencesOf(statement).length > 0) truth.closings.push(statement)
    closing = []
  }
  for (const step of steps) {
    if (step.kind === 'said') closing.push(step.text)
    else if (step.kind === 'human') {
      if (NOT_A_REQUEST.test(step.text)) continue
      endTurn()
      truth.requests.push(step.text)
    } else if (step.kind === 'call') {
      closing = []
      calls.set(step.id, step)
    } else if (step.kind === 'result') {
      closing = []
      const call = calls.get(step.id)
      // Ids are reused; the call is the last one before the result.
      if (call) noteResult(truth, { open, scripts, isFlagged }, call, step)
      calls.delete(step.id)
    }
  }
  endTurn()
  truth.openErrors = [...open.values()]
  return truth
}

interface Unfinished {
  open: Map<string, OpenError>
  /** Texts of scripts that commands wrote, by name. */
  scripts: Map<string, string>
  /** Whether the log marks errors. */
  isFlagged: boolean
}

function noteResult(
  truth: Truth,
  { open, scripts, isFlagged }: Unfinished,
  { name, args }: Extract<Step, { kind: 'call' }>,
  { text, isError }: Extract<Step, { kind: 'result' }>,
): void {
  if (REFUSED.test(text.slice(0, 400))) {
    const words = /the user said:\s*([\s\S]+)/i.exec(text)?.[1]
    if (words !== undefined) truth.refusals.push(words)
    return
  }
  const command = commandOf(name, args)
  const actions = fileActions(name, args)
  // Only a shell's output says more than its error flag.
  const status = command === null ? (isError ? 'failed' : 'passed') : statusOf(command, text, isError, isFlagged)
  for (const [path, script] of scriptsOf(command ?? '')) scripts.set(path, script)
  if (status !== 'failed')
    for (const [path, action] of scriptActions(command ?? '', scripts)) truth.files.set(path, action)
  if (status === 'passed' || command !== null) for (const [path, action] of actions) truth.files.set(path, action)
  const rows = status === 'passed' ? editedRows(args) : []
  if (rows.length > 0 && actions[0]) truth.edits.set(actions[0][0], rows)
  const key = command === null ? null : commandKey(command)
  if (key !== null && key !== '') {
    truth.commands.delete(key)
    if (status !== null) truth.commands.set(key, status)
  }
  const subject = key ?? (actions[0] ? `${name} ${actions[0][0]}` : null)
  if (subject === null || subject === '') return
  open.delete(subject)
  if (status === 'failed' && (key === null || isCheck(key))) {
    const line = firstErrorLine(text) ?? text.split('\n').find((one) => one.trim().length > 11) ?? ''
    open.set(subject, { subject, line: plain(line).slice(0, 80) })
  }
}

/** Returns the rows of 15 characters and more that an edit puts in and that were not there. */
function editedRows({ old_string: before, new_string: after }: Extract<Step, { kind: 'call' }>['args']): string[] {
  if (typeof before !== 'string' || typeof after !== 'string') return []
  const had = plain(before)
  return after
    .split('\n')
    .map(plain)
    .filter((row) => row.length >= 15 && /\p{L}{3}/u.test(row) && !had.includes(row))
}

/** Returns the sentences, list items and rows of a statement, without Markdown; fragments under 20 characters are no sentences. */
export function sentencesOf(statement: string): string[] {
  return statement
    .split(/\n+|(?<=[.!?])\s+(?=[A-Z*`"'])/)
    .map((sentence) => plain(sentence.replace(/^\s*(?:[-*•]|\d+[.)])\s+|^\s*\|\s*|\s*\|\s*$/g, '')))
    .filter((sentence) => sentence.length >= 20 && /\p{L}/u.test(sentence))
}
