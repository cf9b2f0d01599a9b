import { recordCheckpoints } from '../../app/context/record-checkpoints.js'
import { readCovered } from '../../app/history/read-history.js'
import { readSession, required } from '../../app/shared/read-session.js'
import { inModelTokens } from '../../domain/session/model-tokens.js'
import { listPage } from '../list-page.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { requireItem } from '../require-item.js'
import { pageOf } from '../schemas/common.js'
import { CoveredQuery, HISTORY_PAGE_DEFAULT, HistoryReply } from '../schemas/message.js'
import { CheckpointListReply, CheckpointStatusReply, CheckpointsQuery } from '../schemas/records.js'
import { checkpointView, historyView, ledgerEntryView } from '../views.js'
import { withStatus } from '../with-status.js'
import { listLedger } from '../../app/context/list-ledger.js'
import { LedgerQuery, LedgerReply } from '../schemas/ledger.js'

const operation = operationsOf('Checkpoints')

export const checkpointOperations = [
  operation('listCheckpoints', 'GET /v1/sessions/{sessionId}/checkpoints', {
    summary: 'List live checkpoints, newest first. With `superseded=true`, also those replaced by aging.',
    role: 'viewer',
    query: CheckpointsQuery,
    replies: { 200: { description: 'A page of checkpoints.', schema: CheckpointListReply } },
    async handle({ ports, params, at, query }) {
      const session = await readSession(ports, at)
      const page = pageOf(query)
      await requireItem(page.after, (id) => ports.store.checkpoint(params.sessionId, id))
      const checkpoints = await ports.store.checkpoints(params.sessionId, { ...page, superseded: query.superseded })
      const records = await recordCheckpoints(ports, params.sessionId, checkpoints)
      const { items, nextAfter } = await listPage(checkpoints, page.limit, (one) =>
        checkpointView(inModelTokens(session, one), records.get(one)!),
      )
      return ok(await withStatus(ports, at, { checkpoints: items, nextAfter }))
    },
  }),
  operation('getCheckpoint', 'GET /v1/sessions/{sessionId}/checkpoints/{checkpointId}', {
    summary: 'Get a checkpoint with its lines, sources and verification.',
    role: 'viewer',
    replies: { 200: { description: 'The checkpoint.', schema: CheckpointStatusReply } },
    errors: ['not_found'],
    async handle({ ports, params, at }) {
      const session = await readSession(ports, at)
      const found = await ports.store.checkpoint(params.sessionId, params.checkpointId)
      const checkpoint = required(found, 'checkpoint', params.checkpointId)
      const record = (await recordCheckpoints(ports, params.sessionId, [checkpoint])).get(checkpoint)!
      const view = checkpointView(inModelTokens(session, checkpoint), record)
      return ok(await withStatus(ports, at, view))
    },
  }),
  operation('readCheckpointMessages', 'GET /v1/sessions/{sessionId}/checkpoints/{checkpointId}/messages', {
    summary: 'Read the messages a checkpoint replaces, exactly as received.',
    description:
      'A page ends after `limit` messages or 16 MiB, whichever comes first, and contains at least one message. ' +
      'Pass `nextAfter` as `after` for the next page.',
    role: 'viewer',
    query: CoveredQuery,
    replies: { 200: { description: 'A page of messages, oldest first.', schema: HistoryReply } },
    errors: ['not_found'],
    handle({ ports, at, query, large }) {
      const { after = 0, limit = HISTORY_PAGE_DEFAULT, format } = query
      return large(async (admit) => {
        const page = await readCovered(ports, { ...at, after, limit, format, admit })
        const body = { messages: page.messages.map(historyView), nextAfter: page.nextAfter }
        return { body: await withStatus(ports, at, body) }
      })
    },
  }),
]

export const ledgerOperations = [
  operationsOf('Ledger')('listLedger', 'GET /v1/sessions/{sessionId}/ledger', {
    summary: 'List the ledger: exact rules, files and decisions from messages that left the context, newest first.',
    role: 'viewer',
    query: LedgerQuery,
    replies: { 200: { description: 'A page of entries.', schema: LedgerReply } },
    async handle({ ports, at, query }) {
      const page = { ...pageOf(query), state: query.state }
      const { entries, tokens } = await listLedger(ports, { ...at, page })
      const { items, nextAfter } = await listPage(entries, page.limit, ledgerEntryView)
      return ok(await withStatus(ports, at, { tokens, entries: items, nextAfter }))
    },
  }),
]
