import { DomainError, invalidRequest } from '../../domain/errors.js'
import { CURSOR_START } from '../../domain/event.js'
import { requireRole } from '../../app/access/authenticate.js'
import { readBudget } from '../../app/events/read-budget.js'
import { pageWithContent } from '../event-content.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { EventCursor, EventListReply, EVENTS_DEFAULT, EventsQuery } from '../schemas/event.js'
import { BudgetQuery, BudgetReply } from '../schemas/reports/budget.js'
import { streamEvents } from '../sse.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Events')

export const eventOperations = [
  operation('readEvents', 'GET /v1/events', {
    summary: 'Read the event log by page or as a stream.',
    description:
      'Pages start at the beginning of the log, after the cursor `after`, or at the time `since`. A page has the events of every request ' +
      'that was answered before, but waits at most 1 s for an older one that is still running. With `Accept: text/event-stream` the ' +
      'reply is a stream of server-sent events. The stream starts after `Last-Event-ID`, `after` or `since`; without all ' +
      'it starts with new events. A `caught-up` event separates replayed events from live ones. This path also ' +
      'accepts WebSocket connections.',
    role: 'viewer',
    headers: ['Last-Event-ID'],
    query: EventsQuery,
    replies: {
      200: {
        description: 'Events in order, and the cursor for the next read.',
        schema: EventListReply,
        otherTypes: ['text/event-stream'],
      },
    },
    errors: ['forbidden', 'cursor_invalid'],
    async handle({ ports, server, principal, query, headers, large }) {
      const filter = { appId: principal.scope, sessionIds: query.sessionId, types: query.types }
      const includeContent = query.include === 'content'
      if (includeContent) requireRole(principal, 'app')
      if (query.since !== undefined && query.after !== undefined) throw sinceWithAfter(query.since)
      // Events that were answered before are readable, so the search does not pass over them.
      if (query.since !== undefined) await ports.store.untilPublished()
      const start =
        query.since === undefined ? query.after : await ports.store.cursorBefore(new Date(query.since), principal.scope)
      if (headers.accept.includes('text/event-stream')) {
        const after = lastSeen(headers.lastEventId) ?? start
        return {
          kind: 'stream',
          run: (request, response) => {
            const { feed, closing, slowReaderMs: slowMs } = server
            const onKeyEnded = (end: () => void) => server.keyWatch.watch(principal, end)
            const stream = { request, response, feed, after, filter, closing, onKeyEnded, slowMs, includeContent }
            return streamEvents(ports, stream)
          },
        }
      }
      await ports.store.untilPublished()
      const page = await ports.store.events(start ?? CURSOR_START, filter, query.limit ?? EVENTS_DEFAULT)
      if (!includeContent) return ok({ events: page.events, cursor: page.head })
      return large(async (admit) => ({ body: await pageWithContent(ports.store, page, admit) }))
    },
  }),
  operationsOf('Sessions')('readBudget', 'GET /v1/sessions/{sessionId}/budget', {
    summary: 'Report how full the context was over time, by kind of content, and every cut.',
    role: 'viewer',
    query: BudgetQuery,
    replies: { 200: { description: 'The sizes and the cuts.', schema: BudgetReply } },
    async handle({ ports, at, query: { after = 0 } }) {
      const log = await readBudget(ports, at)
      const points = log.points.filter(({ seq }) => seq > after)
      const cuts = log.cuts.filter(({ seq }) => seq > after)
      return ok(await withStatus(ports, at, { points, cuts, seq: log.seq }))
    },
  }),
]

function sinceWithAfter(since: string): DomainError {
  const detail = 'Events start after a cursor or at a time, not both.'
  return invalidRequest('since', 'no value together with `after`', since, detail)
}

function lastSeen(lastEventId: string | undefined): string | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined
  const read = EventCursor.safeParse(lastEventId)
  if (read.success) return read.data
  throw new DomainError('invalid_request', 'Last-Event-ID is not a cursor of the event log.')
}
