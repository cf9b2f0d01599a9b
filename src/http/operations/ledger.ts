import { listLedger } from '../../app/context/list-ledger.js'
import { listPage } from '../list-page.js'
import { ok, operation } from '../operation.js'
import { Nothing, pageOf, SessionPath } from '../schemas/common.js'
import { LedgerQuery, LedgerReply } from '../schemas/ledger.js'
import { ledgerEntryView } from '../views.js'
import { withStatus } from '../with-status.js'

export const ledgerOperations = [
  operation({
    id: 'listLedger',
    tag: 'Ledger',
    method: 'get',
    path: '/v1/sessions/{sessionId}/ledger',
    summary: 'List the ledger: exact rules, files and decisions from messages that left the context, newest first.',
    role: 'viewer',
    params: SessionPath,
    query: LedgerQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of entries.', schema: LedgerReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const page = { ...pageOf(query), state: query.state }
      const { entries, tokens } = await listLedger(ports, { sessionId: params.sessionId, appId: principal.scope, page })
      const { items, nextAfter } = await listPage(entries, page.limit, ledgerEntryView)
      return ok(await withStatus({ ports, principal, params }, { tokens, entries: items, nextAfter }))
    },
  }),
]
