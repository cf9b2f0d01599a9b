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
    return own.length === 0 ? [] : [`${TITLES[kind]}:\n${own.map((line) => renderedLine(line)).join('')}`]
  })
  return `${heading}\n${sections.join('')}`.trimEnd()
}

/** Renders one line. Further lines of code are indented, so that none of them looks like a title or heading. */
export function renderedLine(line: Pick<CheckpointLine, 'kind' | 'text'>): string {
  return `- ${line.text.includes('\n') ? line.text.replaceAll('\n', '\n  ') : line.text}\n`
}

export function isLineKind(value: unknown): value is LineKind {
  return LINE_KINDS.some((kind) => kind === value)
}
