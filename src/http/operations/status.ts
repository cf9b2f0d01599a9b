import { readLog } from '../../app/events/read-log.js'
import { dayOf } from '../../app/savings/input-sums.js'
import { readInput, readInputByDay } from '../../app/savings/read-input.js'
import { readSavings } from '../../app/savings/read-savings.js'
import { readSummary } from '../../app/context/read-summary.js'
import { readStatus } from '../../app/context/read-status.js'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import { LOGGED_TYPES, logEntries } from '../../present/log-line.js'
import { namesOf } from '../../present/log-words.js'
import { logMarkdown } from '../../present/log-markdown.js'
import { statusMarkdown } from '../../present/status-markdown.js'
import { summaryMarkdown } from '../../present/summary-markdown.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { pageOf } from '../schemas/common.js'
import { EVENTS_MAX } from '../schemas/event.js'
import { InputByDayQuery, InputByDayReply } from '../schemas/reports/input.js'
import { LogQuery, LogReply } from '../schemas/reports/log.js'
import { SavingsReply, SummaryReply } from '../schemas/reports/reports.js'
import { StatusQuery, StatusReply } from '../schemas/reports/status.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Sessions')

export const statusOperations = [
  operation('readStatus', 'GET /v1/sessions/{sessionId}/status', {
    summary: 'Report usage, reliability, changes to the context, and a handover text for a fresh session.',
    description: 'Returns Markdown with `format=markdown` or `Accept: text/markdown`.',
    role: 'viewer',
    query: StatusQuery,
    replies: { 200: { description: 'The status.', schema: StatusReply, otherTypes: ['text/markdown'] } },
    async handle({ ports, at, query, headers }) {
      const report = await readStatus(ports, at)
      return wantsMarkdown(query, headers) ? markdown(statusMarkdown(report)) : ok({ ...report })
    },
  }),
  operation('readSavings', 'GET /v1/sessions/{sessionId}/savings', {
    summary: 'Report what the calls were sent and would have been sent, and the tokens that each rule saved so far.',
    role: 'viewer',
    replies: { 200: { description: 'The savings.', schema: SavingsReply } },
    async handle({ ports, at }) {
      const [savings, input] = await Promise.all([readSavings(ports, at), readInput(ports, at)])
      return ok(await withStatus(ports, at, { ...savings, input }))
    },
  }),
  operation('readInputByDay', 'GET /v1/savings', {
    summary: 'Report by session and day what the calls were sent, and what they would have been sent otherwise.',
    description: 'A page of sessions, newest first, from their recorded events. Add the pages up for an app or a day.',
    role: 'viewer',
    query: InputByDayQuery,
    replies: { 200: { description: 'A page of sessions.', schema: InputByDayReply } },
    errors: ['not_found'],
    async handle({ ports, principal, query }) {
      const appId = query.appId ?? principal.scope
      if (principal.scope !== null && appId !== principal.scope)
        throw new DomainError('not_found', 'No app with this id.', { appId })
      const page = pageOf(query)
      const since = query.since ?? daysAgo(ports.clock.now(), DAYS)
      const { sessions, more } = await readInputByDay(ports, { ...page, appId, since })
      return ok({ sessions, nextAfter: more ? (sessions.at(-1)?.sessionId ?? null) : null })
    },
  }),
  operation('readSummary', 'GET /v1/sessions/{sessionId}/summary', {
    summary: 'Summarize a session: intent, decisions, files, open questions, next steps, and where the originals are.',
    description: 'Calls no model. Returns Markdown with `format=markdown` or `Accept: text/markdown`.',
    role: 'viewer',
    query: StatusQuery,
    replies: { 200: { description: 'The summary.', schema: SummaryReply, otherTypes: ['text/markdown'] } },
    async handle({ ports, at, query, headers }) {
      const summary = await readSummary(ports, at)
      return wantsMarkdown(query, headers)
        ? markdown(summaryMarkdown(summary))
        : ok(await withStatus(ports, at, { ...summary }))
    },
  }),
  operation('readLog', 'GET /v1/sessions/{sessionId}/log', {
    summary: 'Read the session log: one line for each change, with the tokens before and after.',
    description:
      'Starts at the beginning or after the cursor `after`; `last` returns the newest events instead. Returns ' +
      'Markdown with `format=markdown` or `Accept: text/markdown`.',
    role: 'viewer',
    query: LogQuery,
    replies: {
      200: {
        description: 'Log lines in order, and the cursor for the next read.',
        schema: LogReply,
        otherTypes: ['text/markdown'],
      },
    },
    errors: ['cursor_invalid'],
    async handle({ ports, at, query, headers }) {
      const { last, after, limit } = query
      if (last !== undefined && (after !== undefined || limit !== undefined)) throw lastWithRange()
      const part = last === undefined ? { after, limit: limit ?? EVENTS_MAX } : { last }
      const { session, events, goals, cursor } = await readLog(ports, { ...at, types: LOGGED_TYPES, part })
      const entries = logEntries(events, namesOf(goals))
      return wantsMarkdown(query, headers)
        ? markdown(logMarkdown(session.id, entries, session.limit))
        : ok(await withStatus(ports, at, { lines: entries, cursor }))
    },
  }),
]

/** Days that a report of savings goes back, without `since`. */
const DAYS = 30

const daysAgo = (now: Date, days: number): string => dayOf(new Date(now.getTime() - days * 86_400_000))

function wantsMarkdown({ format }: { format?: 'json' | 'markdown' }, { accept }: { accept: string }): boolean {
  return format === undefined ? accept.includes('text/markdown') : format === 'markdown'
}

function lastWithRange(): DomainError {
  const [expected, received] = ['`last` without `after` or `limit`', '`last` with `after` or `limit`'] as const
  return invalidRequest(
    'query.last',
    expected,
    received,
    'query.last: `last` cannot be combined with `after` or `limit`.',
  )
}

function markdown(text: string) {
  return { kind: 'text' as const, status: 200, text, contentType: 'text/markdown; charset=utf-8' }
}
