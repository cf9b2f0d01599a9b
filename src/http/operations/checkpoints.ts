import { z } from 'zod'
import { recordCheckpoints } from '../../app/context/record-checkpoints.js'
import { readCovered } from '../../app/history/read-history.js'
import { readSession, required } from '../../app/shared/read-session.js'
import { inModelTokens } from '../../domain/session/model-tokens.js'
import { listPage } from '../list-page.js'
import { large, ok, operation } from '../operation.js'
import { requireItem } from '../require-item.js'
import { Nothing, pageOf, SessionPath } from '../schemas/common.js'
import { CoveredQuery, HISTORY_PAGE_DEFAULT, HistoryReply } from '../schemas/message.js'
import { CheckpointListReply, CheckpointStatusReply, CheckpointsQuery } from '../schemas/records.js'
import { checkpointView, historyView, ledgerEntryView } from '../views.js'
import { withStatus } from '../with-status.js'
import { listLedger } from '../../app/context/list-ledger.js'
import { LedgerQuery, LedgerReply } from '../schemas/ledger.js'

const tag = 'Checkpoints'
const CheckpointPath = SessionPath.extend({ checkpointId: z.string() })

export const checkpointOperations = [
  operation({
    id: 'listCheckpoints',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/checkpoints',
    summary: 'List live checkpoints, newest first. With `superseded=true`, also those replaced by aging.',
    role: 'viewer',
    params: SessionPath,
    query: CheckpointsQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of checkpoints.', schema: CheckpointListReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const session = await readSession(ports, params.sessionId, principal.scope)
      const page = pageOf(query)
      await requireItem(page.after, (id) => ports.store.checkpoint(params.sessionId, id))
      const checkpoints = await ports.store.checkpoints(params.sessionId, { ...page, superseded: query.superseded })
      const records = await recordCheckpoints(ports, params.sessionId, checkpoints)
      const { items, nextAfter } = await listPage(checkpoints, page.limit, (one) =>
        checkpointView(inModelTokens(session, one), records.get(one)!),
      )
      return ok(await withStatus({ ports, principal, params }, { checkpoints: items, nextAfter }))
    },
  }),
  operation({
    id: 'getCheckpoint',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/checkpoints/{checkpointId}',
    summary: 'Get a checkpoint with its lines, sources and verification.',
    role: 'viewer',
    params: CheckpointPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The checkpoint.', schema: CheckpointStatusReply } },
    errors: ['session_not_found', 'not_found'],
    async handle({ ports, principal, params }) {
      const session = await readSession(ports, params.sessionId, principal.scope)
      const found = await ports.store.checkpoint(params.sessionId, params.checkpointId)
      const checkpoint = required(found, 'checkpoint', params.checkpointId)
      const record = (await recordCheckpoints(ports, params.sessionId, [checkpoint])).get(checkpoint)!
      const view = checkpointView(inModelTokens(session, checkpoint), record)
      return ok(await withStatus({ ports, principal, params }, view))
    },
  }),
  operation({
    id: 'readCheckpointMessages',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/checkpoints/{checkpointId}/messages',
    summary: 'Read the messages a checkpoint replaces, exactly as received.',
    description:
      'A page ends after `limit` messages or 16 MiB, whichever comes first, and contains at least one message. ' +
      'Pass `nextAfter` as `after` for the next page.',
    role: 'viewer',
    params: CheckpointPath,
    query: CoveredQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of messages, oldest first.', schema: HistoryReply } },
    errors: ['session_not_found', 'not_found'],
    handle({ ports, server, principal, params, query }) {
      const { after = 0, limit = HISTORY_PAGE_DEFAULT, format } = query
      const { admit, release } = server.replies.open(principal.scope ?? 'admin')
      return large({ admit, release }, async () => {
        const page = await readCovered(ports, { appId: principal.scope, ...params, after, limit, format, admit })
        const body = { messages: page.messages.map(historyView), nextAfter: page.nextAfter }
        return { body: await withStatus({ ports, principal, params }, body) }
      })
    },
  }),
]

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
