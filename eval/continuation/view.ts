/** What a context shows of the truth: strings are looked up with tolerance for wrapping and Markdown. */
import { withWholePaths } from '../whole-paths.js'
import { commandKey, commandOf, fileActions, shellActions } from './actions.js'
import type { FileAction, Status } from './actions.js'
import { plain, type Step } from './steps.js'
import { sentencesOf, type OpenError } from './truth.js'

/** One line that the reader may learn from. */
interface ViewLine {
  /** As written, in lower case. */
  text: string
  /** Title that the line is below: `files modified`; empty: none. */
  title: string
}

export interface View {
  /** Everything, as one plain text. */
  text: string
  /** Lines of everyone but people and tools: the assistant's, checkpoints, ledger, placeholders of calls. */
  lines: ViewLine[]
  /** Raw calls with their file actions. */
  actions: [string, FileAction][]
  /** Raw commands with the status that their result in the context shows; null: the result itself is there. */
  commands: [string, Status | 'ran' | null][]
}

export function viewOf(system: string, steps: readonly Step[]): View {
  const view: View = { text: '', lines: [], actions: [], commands: [] }
  const texts = [system]
  const running = new Map<string, string>()
  readLines(withWholePaths(system), view.lines)
  for (const step of steps) {
    if (step.kind === 'call') {
      const args = JSON.stringify(step.args)
      texts.push(`${step.name} ${args}`)
      view.lines.push({ text: `${step.name} ${args}`.toLowerCase(), title: '' })
      view.actions.push(...fileActions(step.name, step.args))
      const command = commandOf(step.name, step.args)
      if (command !== null) running.set(step.id, commandKey(command))
    } else if (step.kind === 'result') {
      texts.push(step.text)
      const key = running.get(step.id)
      if (key !== undefined) view.commands.push([key, statusShown(step.text, step.isError)])
    } else {
      texts.push(step.text)
      if (step.kind !== 'human') readLines(withWholePaths(step.text), view.lines)
    }
  }
  view.text = plain(texts.join('\n'))
  return view
}

/** A placeholder names the status in words; a result that is there whole shows it. */
function statusShown(text: string, isError: boolean): Status | 'ran' | null {
  if (isError || /^\[\S+ failed: /.test(text)) return 'failed'
  if (/^\[\S+ ok, \d+ tokens/.test(text)) return 'passed'
  return /^\[\S+ ran, \d+ tokens/.test(text) ? 'ran' : null
}

function readLines(text: string, lines: ViewLine[]): void {
  let title = ''
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (/^[^-•*].{0,60}:$/.test(line)) title = line.slice(0, -1).toLowerCase()
    else if (line === '') title = ''
    else lines.push({ text: line.replace(/\s+/g, ' ').toLowerCase(), title })
  }
}

const ACTION_WORDS: Record<FileAction, RegExp> = {
  changed: /\b(?:creat|writ|wrote|add|modif|edit|updat|chang|rewr|fix|replac|implement|new file)/,
  deleted: /\b(?:delet|remov|rm\b)/,
  moved: /\b(?:mov|renam|mv\b)/,
}

/** Whether a raw call or a line shows the last action on a file. The path may be shortened to its last two places. */
export function showsFile(view: View, path: string, action: FileAction): boolean {
  const ends = endOf(path)
  const raw = view.actions.filter(([shown]) => endsWith(shown, ends)).at(-1)
  if (raw) return raw[1] === action
  return view.lines.some(({ text, title }) => {
    if (!namesPath(text, ends) && !namesInFolder(text, title, ends)) return false
    if (shellActions(text).some(([shown, done]) => done === action && endsWith(shown, ends))) return true
    // A word in the line itself counts before the title above it.
    const own = text.replaceAll(ends, ' ')
    return ACTION_WORDS[action].test(Object.values(ACTION_WORDS).some((word) => word.test(own)) ? own : title)
  })
}

function endOf(path: string): string {
  return path.toLowerCase().split('/').filter(Boolean).slice(-2).join('/')
}

function endsWith(path: string, end: string): boolean {
  const shown = path.toLowerCase()
  return shown === end || shown.endsWith(`/${end}`) || end.endsWith(`/${shown.replace(/^\.\//, '')}`)
}

/** Whether a line names the path, not as the end of a longer name. */
function namesPath(text: string, end: string): boolean {
  const at = text.indexOf(end)
  return at >= 0 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + end.length] ?? ' ')
}

/** Whether a line lists the file by its name beside its folder: `src/store: claim.ts, lease.ts`. */
function namesInFolder(text: string, title: string, end: string): boolean {
  const [folder, name] = end.split('/')
  return folder !== undefined && name !== undefined && namesPath(text, name) && namesPath(`${title} ${text}`, folder)
}

/** Whether a raw call with its result, or a line with a word for it, shows the last status of a command. */
export function showsCommand(view: View, key: string, status: Status): boolean {
  const raw = view.commands.filter(([shown]) => shown === key).at(-1)
  if (raw) return raw[1] === null || raw[1] === status
  const start = key.toLowerCase().slice(0, 40)
  return view.lines.some(({ text, title }) => {
    const at = text.indexOf(start)
    return at >= 0 && STATUS_WORDS[status].test(`${title} ${text.slice(0, at)} ${text.slice(at + start.length)}`)
  })
}

const STATUS_WORDS: Record<Status, RegExp> = {
  passed: /\b(?:pass(?:ed|es)?|ok|succe\w+|exit(?:ed)?(?: code| with)? 0|status 0|works|green|clean)\b|[✓✅]/,
  failed: /\b(?:fail\w*|error\w*|exit(?:ed)?(?: code| with)? [1-9]\d*|status [1-9]|broken|not found)\b|[✗❌]/,
}

/** Whether the error line is there, or the command with the word that it failed. */
export function showsError(view: View, { subject, line }: OpenError): boolean {
  return (line.length > 11 && view.text.includes(line)) || showsCommand(view, subject, 'failed')
}

/** Sentences of a statement that count as its core. */
const CORE = 4

/** Whether half of the first four sentences of a closing statement are in view. */
export function showsClosing(view: View, statement: string): boolean {
  const core = sentencesOf(statement).slice(0, CORE)
  // A cut sentence counts by its first 100 characters.
  const shown = core.filter((sentence) => view.text.includes(sentence.slice(0, 100)))
  return core.length > 0 && shown.length >= core.length / 2
}

export function showsRequest(view: View, request: string): boolean {
  return view.text.includes(plain(request).slice(0, 400))
}

/** Whether a row of an edit is in view; a cut row counts by its first 40 characters. */
export function showsEdit(view: View, rows: readonly string[]): boolean {
  return rows.some((row) => view.text.includes(row.slice(0, 40)))
}
