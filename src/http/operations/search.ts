import { listRecalls } from '../../app/recall/list-recalls.js'
import { searchMessages } from '../../app/search/search-messages.js'
import { listPage } from '../list-page.js'
import { ok, operation } from '../operation.js'
import { Nothing, pageOf, SessionPath } from '../schemas/common.js'
import { RecallsQuery, RecallsReply } from '../schemas/recall.js'
import { HITS_DEFAULT, SearchQuery, SearchReply } from '../schemas/search.js'
import { hitView } from '../search-view.js'
import { withStatus } from '../with-status.js'

export const searchOperations = [
  operation({
    id: 'searchMessages',
    tag: 'Search',
    method: 'get',
    path: '/v1/search',
    summary: 'Search every message of a session, or of all sessions of the app, offloaded originals included.',
    description:
      'Finds text, reasoning, tool arguments and tool results by words, whether or not they are still in a context. ' +
      'Case, accents and common endings are ignored; identifiers are found whole and by their words. ' +
      'An admin who acts as no app searches the app of the session, else the app `default`.',
    role: 'viewer',
    params: Nothing,
    query: SearchQuery,
    body: Nothing,
    replies: { 200: { description: 'Hits, best first.', schema: SearchReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, query }) {
      const { q, sessionId = null, limit = HITS_DEFAULT, maxTokens = null, after = null } = query
      const caller = { appId: principal.scope, home: principal.home }
      const { hits, ...rest } = await searchMessages(ports, { ...caller, query: q, sessionId, limit, maxTokens, after })
      return ok({ hits: hits.map(hitView), ...rest })
    },
  }),
  operation({
    id: 'listRecalls',
    tag: 'Context',
    method: 'get',
    path: '/v1/sessions/{sessionId}/recalls',
    summary: 'List what came back by itself for each message of a person, and why nothing did, newest first.',
    role: 'viewer',
    params: SessionPath,
    query: RecallsQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of decisions.', schema: RecallsReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const page = { ...pageOf(query), seq: query.seq }
      const found = await listRecalls(ports, { sessionId: params.sessionId, appId: principal.scope, page })
      const { items, nextAfter } = await listPage(found, page.limit, ({ ...one }) => ({ ...one }))
      return ok(await withStatus({ ports, principal, params }, { recalls: items, nextAfter }))
    },
  }),
]
