import { codeAtStart } from './code-at-start.js'
import { hasBlank } from '../texts.js'
import { isSaid, type CheckpointLine } from './checkpoint.js'
import { LINE_KINDS, type LineKind, type CountTokens } from '../source/types.js'
import { addedToRows, pathRows } from '../anchors/path-rows.js'
import { likewiseRows, mayShareRow, rowText } from './likewise.js'

/** Renders a checkpoint for the model: one heading, then its lines under plain titles. */

const TITLES: Record<LineKind, string> = {
  intent: 'Intent',
  constraint: 'Constraints',
  decision: 'Decisions',
  artifact: 'Files',
  error: 'Errors and fixes',
  progress: 'Progress',
  fact: 'Facts',
  code: 'Code',
  question: 'Open questions',
  next: 'Next steps',
}
/** Order of the titles for the reader: rules and decisions near the top, next steps last. */
export const KIND_ORDER: readonly LineKind[] = [
  'intent',
  'constraint',
  'decision',
  'artifact',
  'error',
  'progress',
  'fact',
  'code',
  'question',
  'next',
]

/** Returns the text of a checkpoint: its heading, then its lines by kind. */
export function renderCheckpoint(lines: readonly CheckpointLine[], heading: string): string {
  const sections = KIND_ORDER.flatMap((kind) => {
    // Files that were only read are listed with the others.
    const own = lines.filter((line) => !isSaid(line) && (readOf(line) === null ? line.kind : 'artifact') === kind)
    const rows = kind === 'artifact' ? fileRows(own) : kind === 'progress' ? progressRows(own) : items(own)
    return own.length === 0 ? [] : [`${TITLES[kind]}:\n${rows}`]
  })
  const said = lines.filter(isSaid)
  if (said.length > 0)
    sections.push(`${said.some(isPersons) ? SAID.both : SAID.assistant}:\n${said.map(item).join('')}`)
  return `${heading}\n${sections.join('')}`.trimEnd()
}

/** Titles of quoted words. Each line of a person is marked as such. [P14] */
const SAID = { assistant: 'Said by the assistant, by number of message', both: 'Said, by number of message' }

function isPersons({ text }: CheckpointLine): boolean {
  return text.split(' ', 2)[1] === 'user:'
}

/** Maximum folders and single paths in one row. */
const PATHS_PER_ROW = 8
const FILE_LINE = /^(created|modified|deleted) (\S+)$/

/** Renders files with the same action in rows, which cost about a third fewer tokens than a line for each. */
function fileRows(lines: readonly CheckpointLine[]): string {
  const rows = new Map<string, string[]>()
  for (const line of lines) {
    const [, action = '', path = ''] = fileOf(line) ?? []
    if (action !== '') rows.set(action, [...(rows.get(action) ?? []), path])
  }
  const listed = [...rows].flatMap(([action, all]) => {
    const paths = pathRows(all)
    return Array.from({ length: Math.ceil(paths.length / PATHS_PER_ROW) }, (_, at) => {
      return `- ${action} ${paths.slice(at * PATHS_PER_ROW, (at + 1) * PATHS_PER_ROW).join(', ')}\n`
    })
  })
  const read = pathRows(lines.flatMap((line) => readOf(line) ?? []))
  const reads = read.length === 0 ? [] : [`- read ${read.join(', ')}\n`]
  const others = lines.filter((line) => pathOf(line) === null).map(item)
  return [...listed, ...reads, ...others].join('')
}

/** Maximum commands in one row. */
const RUNS_PER_ROW = 6
const OUTCOMES = ['passed', 'succeeded', 'ran']
/** Longest command in a row. */
const MAX_RUN_CHARS = 200

/** Renders commands of which nothing more is said in rows by outcome, before what the turns ended with. */
function progressRows(lines: readonly CheckpointLine[]): string {
  const rows = OUTCOMES.flatMap((outcome) => {
    const labels = lines.flatMap((line) => {
      const run = runOf(line)
      return run?.outcome === outcome ? [run.label] : []
    })
    return Array.from({ length: Math.ceil(labels.length / RUNS_PER_ROW) }, (_, at) => {
      return `- ${outcome}: ${labels.slice(at * RUNS_PER_ROW, (at + 1) * RUNS_PER_ROW).join(', ')}\n`
    })
  })
  return rows.join('') + items(lines.filter((line) => !runOf(line)))
}

/** Returns the path of a digest of a file that was only read. */
function readOf({ kind, text, about = '' }: Renderable): string | null {
  return kind === 'progress' && about.startsWith('read ') && !hasBlank(text.slice(5)) ? text.slice(5) : null
}

/** Returns the quoted command and the outcome of a digest of a run that never failed. */
function runOf({ kind, text, about = '' }: Renderable): { label: string; outcome: string } | null {
  const run = kind === 'progress' && about.startsWith('run ') && !text.includes('\n') ? codeAtStart(text) : null
  if (run === null || run.code.length > MAX_RUN_CHARS + 2) return null
  const outcome = run.rest.slice(1)
  return OUTCOMES.includes(outcome) ? { label: run.code, outcome } : null
}

type Renderable = Pick<CheckpointLine, 'kind' | 'text' | 'about'>

/** Returns the action and path of a digest of a file. */
function fileOf({ kind, text, about = '' }: Renderable): RegExpExecArray | null {
  return kind === 'artifact' && about.startsWith('file ') ? FILE_LINE.exec(text) : null
}

/** Renders what one line adds to the text, to count its tokens. A file and a command that never failed are added to a row. */
export function renderedLine(line: Renderable): string {
  const run = runOf(line)
  if (run) return `, ${run.label}`
  const path = pathOf(line)
  return path === null ? item(line) : `, ${path}`
}

/** Renders lines that differ only in names in one row, in the place of the first. */
function items(lines: readonly CheckpointLine[]): string {
  const rows = new Map(likewiseRows(lines).rows.flatMap((row) => row.lines.map((line) => [line, row])))
  return lines
    .map((line) => {
      const row = rows.get(line)
      return !row ? item(line) : row.lines[0] === line ? item({ text: rowText(row) }) : ''
    })
    .join('')
}

/** Returns the lines with the tokens that each adds to the text beside the others. */
export function withRowTokens(lines: readonly CheckpointLine[], count: CountTokens): CheckpointLine[] {
  const added = new Map(
    likewiseRows(lines).rows.flatMap((row) =>
      row.lines.map((line, at) => [line, at === 0 ? item(line) : `; ${row.more[at - 1]}`] as const),
    ),
  )
  const addedPath = rowsByAction(lines)
  return lines.map((line) => {
    const path = pathOf(line)
    if (path === null && !mayShareRow(line)) return line
    const text = path === null ? (added.get(line) ?? renderedLine(line)) : `, ${addedPath(line, path)}`
    const tokens = count(text)
    return tokens === line.tokens ? line : { ...line, tokens }
  })
}

/** Returns what the path of each line adds to the row of its action, in the order of the calls. */
function rowsByAction(lines: readonly CheckpointLine[]): (line: CheckpointLine, path: string) => string {
  const actionOf = (line: CheckpointLine) => fileOf(line)?.[1] ?? 'read'
  const paths = new Map<string, string[]>()
  for (const line of lines) {
    const path = pathOf(line)
    if (path !== null) paths.set(actionOf(line), [...(paths.get(actionOf(line)) ?? []), path])
  }
  const rows = new Map([...paths].map(([action, own]) => [action, addedToRows(own)]))
  return (line, path) => rows.get(actionOf(line))!(path)
}

/** Returns the path of a line that is one of a row of paths. */
function pathOf(line: Renderable): string | null {
  return fileOf(line)?.[2] ?? readOf(line)
}

/** Further lines of code are indented, so that none of them looks like a title or heading. */
function item(line: Pick<CheckpointLine, 'text'>): string {
  return `- ${line.text.includes('\n') ? line.text.replaceAll('\n', '\n  ') : line.text}\n`
}

export function isLineKind(value: unknown): value is LineKind {
  return LINE_KINDS.some((kind) => kind === value)
}
