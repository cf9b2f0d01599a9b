import { searchMessages } from '../../app/search/search-messages.js'
import { ok, operation } from '../operation.js'
import { Nothing } from '../schemas/common.js'
import { HITS_DEFAULT, SearchQuery, SearchReply } from '../schemas/search.js'
import { hitView } from '../search-view.js'

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
]
