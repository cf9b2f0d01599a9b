import { LINE_KINDS, type CheckpointLine, type LineKind } from '../compression/checkpoint.js'

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

export function renderCheckpoint(lines: readonly CheckpointLine[], heading: string): string {
  const sections = KIND_ORDER.flatMap((kind) => {
    const own = lines.filter((line) => line.kind === kind)
    return own.length === 0 ? [] : [`${TITLES[kind]}:\n${kind === 'artifact' ? fileRows(own) : own.map(item).join('')}`]
  })
  return `${heading}\n${sections.join('')}`.trimEnd()
}

/** Maximum paths in one row. */
const PATHS_PER_ROW = 8
const FILE_LINE = /^(created|modified|deleted) (\S+)$/

/** Renders files with the same action in rows, which cost about a third fewer tokens than a line for each. */
function fileRows(lines: readonly CheckpointLine[]): string {
  const rows = new Map<string, string[]>()
  for (const line of lines) {
    const [, action = '', path = ''] = fileOf(line) ?? []
    if (action !== '') rows.set(action, [...(rows.get(action) ?? []), path])
  }
  const listed = [...rows].flatMap(([action, paths]) =>
    Array.from({ length: Math.ceil(paths.length / PATHS_PER_ROW) }, (_, at) => {
      return `- ${action} ${paths.slice(at * PATHS_PER_ROW, (at + 1) * PATHS_PER_ROW).join(', ')}\n`
    }),
  )
  const others = lines.filter((line) => !fileOf(line)).map(item)
  return [...listed, ...others].join('')
}

type Renderable = Pick<CheckpointLine, 'kind' | 'text' | 'about'>

/** Returns the action and path of a digest of a file. */
function fileOf({ kind, text, about = '' }: Renderable): RegExpExecArray | null {
  return kind === 'artifact' && about.startsWith('file ') ? FILE_LINE.exec(text) : null
}

/** Renders what one line adds to the text, to count its tokens. A file adds its path to a row. */
export function renderedLine(line: Renderable): string {
  const file = fileOf(line)
  return file ? `, ${file[2] ?? ''}` : item(line)
}

/** Further lines of code are indented, so that none of them looks like a title or heading. */
function item(line: Pick<CheckpointLine, 'text'>): string {
  return `- ${line.text.includes('\n') ? line.text.replaceAll('\n', '\n  ') : line.text}\n`
}

export function isLineKind(value: unknown): value is LineKind {
  return LINE_KINDS.some((kind) => kind === value)
}
