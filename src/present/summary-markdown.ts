import type { SessionSummary } from '../domain/reports/summary.js'
import { pluralize } from '../domain/number-format.js'
import { fenced, inline } from './fenced.js'

/** Renders the summary of a session as a Markdown page. [R5] */
export function summaryMarkdown(summary: SessionSummary): string {
  const { sessionId, intent, status, messages, lastActivityAt, references } = summary
  const originals = [
    ...references.checkpoints.map(({ id, from, to, path }) => `messages ${from} to ${to}, behind ${id}: ${path}`),
    ...references.offloads.map(({ id, seq, toolName, path }) => `${id}, ${toolName} in message ${seq}: ${path}`),
  ]
  const sections = [
    `# Summary of session ${sessionId}`,
    `${status}\n\n${pluralize(messages, 'message')}, last activity ${lastActivityAt.toISOString()}, ${pluralize(summary.tokensSaved, 'token')} saved`,
    `## Intent (${intent.source})\n\n${intent.text === '' ? 'none' : fenced(intent.text)}`,
    list('Rules', summary.rules),
    list('Decisions', summary.decisions),
    list(
      'Files',
      summary.files.map(({ path, action }) => `${action} ${path}`),
    ),
    list('Open failures', summary.openFailures),
    list('Completed', summary.completed),
    list('Next steps', summary.nextSteps),
    list('Open questions', summary.openQuestions),
    list('Facts', summary.facts),
    list('Originals', originals),
  ]
  return `${sections.join('\n\n')}\n`
}

function list(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.length === 0 ? 'none' : lines.map((line) => `- ${inline(line)}`).join('\n')}`
}
