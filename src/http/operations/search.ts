import { listRecalls } from '../../app/recall/list-recalls.js'
import { searchMessages, type Hit } from '../../app/search/search-messages.js'
import { listPage } from '../list-page.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { pageOf } from '../schemas/common.js'
import { RecallsQuery, RecallsReply } from '../schemas/recall.js'
import { HITS_DEFAULT, SearchQuery, SearchReply } from '../schemas/search.js'
import { withStatus } from '../with-status.js'

const search = operationsOf('Search')
const context = operationsOf('Context')

export const searchOperations = [
  search('searchMessages', 'GET /v1/search', {
    summary: 'Search every message of a session, or of all sessions of the app, offloaded originals included.',
    description:
      'Finds text, reasoning, tool arguments and tool results by words, whether or not they are still in a context. ' +
      'Case, accents and common endings are ignored; identifiers are found whole and by their words. ' +
      'An admin who acts as no app searches the app of the session, else the app `default`.',
    role: 'viewer',
    query: SearchQuery,
    replies: { 200: { description: 'Hits, best first.', schema: SearchReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, query }) {
      const { q, sessionId = null, limit = HITS_DEFAULT, maxTokens = null, after = null } = query
      const caller = { appId: principal.scope, home: principal.home }
      const { hits, ...rest } = await searchMessages(ports, { ...caller, query: q, sessionId, limit, maxTokens, after })
      return ok({ hits: hits.map(hitView), ...rest })
    },
  }),
  context('listRecalls', 'GET /v1/sessions/{sessionId}/recalls', {
    summary: 'List what came back by itself for each message of a person, and why nothing did, newest first.',
    role: 'viewer',
    query: RecallsQuery,
    replies: { 200: { description: 'A page of decisions.', schema: RecallsReply } },
    async handle({ ports, at, query }) {
      const page = { ...pageOf(query), seq: query.seq }
      const found = await listRecalls(ports, { ...at, page })
      const { items, nextAfter } = await listPage(found, page.limit, ({ ...one }) => ({ ...one }))
      return ok(await withStatus(ports, at, { recalls: items, nextAfter }))
    },
  }),
]

/** Characters of the original that the path of a hit reads. */
const READ_CHARS = 4_000

/** Returns a hit as the API shows it, with the paths that read more. */
function hitView({ excerpt, createdAt, ...hit }: Hit) {
  const { sessionId, seq, offloadId, checkpointId } = hit
  const session = `/v1/sessions/${sessionId}`
  const from = Math.max(0, excerpt.offset - READ_CHARS / 4)
  return {
    ...hit,
    score: Math.round(hit.score * 1_000) / 1_000,
    createdAt: createdAt.toISOString(),
    excerpt: excerpt.text,
    offset: excerpt.offset,
    matches: excerpt.matches,
    read: {
      message: `${session}/messages?from=${seq}&to=${seq}`,
      offload: offloadId && `${session}/offloads/${offloadId}?offset=${from}&limit=${READ_CHARS}`,
      checkpoint: checkpointId && `${session}/checkpoints/${checkpointId}`,
    },
  }
}
