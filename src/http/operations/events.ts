import { DomainError } from '../../domain/errors.js'
import { CURSOR_START } from '../../domain/event.js'
import { requireRole } from '../../app/access/authenticate.js'
import { pageWithContent } from '../event-content.js'
import { large, ok, operation } from '../operation.js'
import { Nothing } from '../schemas/common.js'
import { EventCursor, EventListReply, EVENTS_DEFAULT, EventsQuery } from '../schemas/event.js'
import { streamEvents } from '../sse.js'

export const eventOperations = [
  operation({
    id: 'readEvents',
    tag: 'Events',
    method: 'get',
    path: '/v1/events',
    summary: 'The log of past facts, by page or as a stream.',
    description:
      'By page from the beginning, or from `after`. With `Accept: text/event-stream` the same log as server-sent events: from `Last-Event-ID` or `after`, else from now on, with an event `caught-up` between replay and live. The same address takes WebSocket connections.',
    role: 'viewer',
    headers: ['Last-Event-ID'],
    params: Nothing,
    query: EventsQuery,
    body: Nothing,
    replies: { 200: { description: 'Events in order, and where to go on.', schema: EventListReply } },
    errors: ['forbidden'],
    async handle({ ports, server, principal, query, headers }) {
      const filter = { appId: principal.scope, sessionIds: query.sessionId, types: query.types }
      const includeContent = query.include === 'content'
      if (includeContent) requireRole(principal, 'app')
      if (headers.accept.includes('text/event-stream')) {
        const after = lastSeen(headers.lastEventId) ?? query.after
        return {
          kind: 'stream',
          run: (request, response) => {
            const { feed, closing, slowReaderMs: slowMs } = server
            return streamEvents(ports, { request, response, feed, after, filter, closing, slowMs, includeContent })
          },
        }
      }
      const page = await ports.store.events(query.after ?? CURSOR_START, filter, query.limit ?? EVENTS_DEFAULT)
      if (!includeContent) return ok({ events: page.events, cursor: page.head })
      const hold = server.replies.hold(principal.scope ?? 'admin')
      return large(hold, async () => ({ body: await pageWithContent(ports.store, page, hold.admit) }))
    },
  }),
]

function lastSeen(lastEventId: string | undefined): string | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined
  const read = EventCursor.safeParse(lastEventId)
  if (read.success) return read.data
  throw new DomainError('invalid_request', 'Last-Event-ID is no cursor of this log.')
}
