import { pluralize, formatInteger } from '../domain/number-format.js'
import { fenced, inline } from './fenced.js'
import type { StatusReport } from '../domain/reports/status-report.js'

/** Renders the status report as a Markdown page. [R5] */
export function statusMarkdown(report: StatusReport): string {
  const { contextStatus: status, history, watermark, goal, freshSession } = report
  const { reliability, breakdown } = status
  const sections = [
    `# Session ${report.sessionId}`,
    `${report.at.toISOString()} · level ${status.level}`,
    status.display,
    report.savings.text,
    `Model ${inline(report.model)}, reliability ${reliability.level} (${Math.round(reliability.score * 100)}%)`,
    ...(reliability.warning === undefined ? [] : [`**${reliability.warning}**`]),
    list('Usage', [
      `${formatInteger(status.used)} of ${pluralize(status.limit, 'token')}, ${formatInteger(status.reserve)} reserved for the reply`,
      status.untilCompression === null
        ? 'no compression with this policy'
        : `${pluralize(status.untilCompression, 'token')} until the next compression`,
      ...Object.entries(breakdown).map(([what, tokens]) => `${what}: ${formatInteger(tokens)}`),
      ...status.degraded,
    ]),
    list('Reliability', reliability.reasons),
    list(
      'Reductions',
      report.reductions.map(
        ({ kind, count, tokensBefore, tokensAfter }) =>
          `${kind}: ${count}, ${formatInteger(tokensBefore)} → ${pluralize(tokensAfter, 'token')}`,
      ),
    ),
    list(`Checkpoints after ${pluralize(status.compressions, 'compression')}`, report.checkpoints.map(checkpointLine)),
    `## Compressions\n\n${compressionTable(report.compressionHistory)}`,
    list(
      'Task boundary',
      watermark.seq === 0
        ? []
        : [`message ${watermark.seq}${watermark.toolName === null ? '' : ` (${inline(watermark.toolName)})`}`],
    ),
    list(
      'Goal',
      goal === null
        ? []
        : [`${inline(goal.description)} (${goal.priority} priority, ${pluralize(goal.openSteps, 'step')} open)`],
    ),
    list('History', [
      `${pluralize(history.messages, 'message')} of ${pluralize(history.totalTokens, 'token')}: ${history.inContext} in the context, ${history.offloaded} offloaded, ${history.behindCheckpoints} behind checkpoints, ${history.evicted} evicted`,
    ]),
    list('Recommendations', report.recommendations),
    `## Hand-over${freshSession.advised ? ' (a fresh session is advised)' : ''}`,
    freshSession.handover === '' ? 'none' : fenced(freshSession.handover),
  ]
  return `${sections.join('\n\n')}\n`
}

function checkpointLine({
  number,
  level,
  from,
  to,
  tokens,
  originalTokens,
}: StatusReport['checkpoints'][number]): string {
  return `${number}: messages ${from} to ${to}, level ${level}, ${formatInteger(originalTokens)} → ${pluralize(tokens, 'token')}`
}

/** Returns a Markdown table, newest first. */
function compressionTable(compressions: StatusReport['compressionHistory']): string {
  if (compressions.length === 0) return 'none'
  const size = (tokens: number | null) => (tokens === null ? '' : formatInteger(tokens))
  const rows = compressions.map(
    ({ at, trigger, status, reason, messages, tokensBefore, tokensAfter }) =>
      `| ${at.toISOString()} | ${trigger} | ${status}${reason === null ? '' : ` (${reason})`} | ${messages} | ` +
      `${size(tokensBefore)} | ${size(tokensAfter)} |`,
  )
  return ['| time | trigger | result | messages | before | after |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

function list(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.length === 0 ? 'none' : lines.map((line) => `- ${line}`).join('\n')}`
}
