import { formatInteger } from '../domain/number-format.js'
import type { LogEntry } from './log-line.js'

/** Renders the session log as a Markdown page. [R5] */
export function logMarkdown(sessionId: string, entries: readonly LogEntry[], limit: number): string {
  const lines = entries.map(({ at, line, usage }) => {
    const time = at.slice(0, 19).replace('T', ' ')
    return `- ${time} · ${line}${usage === null ? '' : `\n  ${usageText(usage, limit)}`}`
  })
  return `# Log of session ${sessionId}\n\n${lines.length === 0 ? 'nothing yet' : lines.join('\n')}\n`
}

function usageText({ before, after }: { before: number; after: number }, limit: number): string {
  const share = (tokens: number) => Math.round((100 * tokens) / limit)
  return `${formatInteger(before)} → ${formatInteger(after)} of ${formatInteger(limit)} tokens (${share(before)}% → ${share(after)}%)`
}
