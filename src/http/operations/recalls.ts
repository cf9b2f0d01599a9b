import { listRecalls } from '../../app/recall/list-recalls.js'
import { listPage } from '../list-page.js'
import { ok, operation } from '../operation.js'
import { pageOf, Nothing, SessionPath } from '../schemas/common.js'
import { RecallsQuery, RecallsReply } from '../schemas/recall.js'
import { withStatus } from '../with-status.js'

export const recallOperations = [
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
