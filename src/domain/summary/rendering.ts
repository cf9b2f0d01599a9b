import { LINE_KINDS, type CheckpointLine, type LineKind } from '../compression/checkpoint.js'

/** A checkpoint as the model reads it: one heading, then its lines under plain titles. */

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
/** Titles in the order a reader needs them: what must be obeyed first, what comes next last. */
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
    return own.length === 0 ? [] : [`${TITLES[kind]}:\n${own.map((line) => renderedLine(line)).join('')}`]
  })
  return `${heading}\n${sections.join('')}`.trimEnd()
}

/** A line as it stands in the text. Further lines of code are indented, so that none of them can look like a title or a heading. */
export function renderedLine(line: Pick<CheckpointLine, 'kind' | 'text'>): string {
  return `- ${line.text.includes('\n') ? line.text.replaceAll('\n', '\n  ') : line.text}\n`
}

/** Tells whether a value is one of the kinds of lines. */
export function isLineKind(value: unknown): value is LineKind {
  return LINE_KINDS.some((kind) => kind === value)
}
