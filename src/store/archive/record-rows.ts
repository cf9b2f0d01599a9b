import type { ImportedMessage, ImportedRecord } from '../../ports/ports.js'
import type { ArchivedState, ArchiveRecords } from '../../domain/archive/archive.js'
import { leaseOf } from '../tables/rows.js'
import { ledgerKey } from '../../domain/ledger/ledger.js'
import { batches, insertRows, type Statement } from '../database.js'
import { insertMoments } from './moment-pages.js'
import { hashOf } from '../hash-of.js'
import { messageBatches } from '../messages/message-batches.js'
import { REDUCTION_COLUMNS } from '../tables/readmit.js'
import { CHECKPOINT_COLUMNS, checkpointValues, CUT_COLUMNS, cutValues } from '../tables/records.js'
import { messageValues, STATES, WITHDRAWN, WRITTEN_COLUMNS } from '../tables/rows.js'

/** Statements that insert the records of an archive. */

interface Table {
  name: string
  columns: readonly string[]
}
/** Rows per statement, of records of a few KB. */
const ROWS = 200

const MESSAGE_COLUMNS = [...WRITTEN_COLUMNS, 'state', 'pin']
const VIEW_TOKENS = WRITTEN_COLUMNS.indexOf('view_tokens')
const LEDGER_COLUMNS = ['session_id', 'seq', 'n', 'kind', 'key', 'state', 'body', 'shown']
const COMPRESSION_COLUMNS = [
  ...['id', 'session_id', 'status', 'lease_until', 'created_at'],
  ...['body', 'needs_model', 'is_upgrade', 'runs'],
]

/** Yields the statements for records of one or more sections, in their order. */
export async function* statementsOf(
  sessionId: string,
  records: readonly ImportedRecord[],
): AsyncGenerator<Statement, void> {
  const messages = records.flatMap((record) => (record.section === 'messages' ? [record.value] : []))
  for (const batch of messageBatches(messages)) {
    const rows: unknown[][] = []
    for (const message of batch) rows.push(await messageRow(sessionId, message as ImportedMessage))
    yield unnamed(insertRows('messages', MESSAGE_COLUMNS, rows))
  }
  const others = new Map<string, { table: Table; rows: unknown[][] }>()
  for (const record of records) {
    if (record.section === 'messages' || record.section === 'moments') continue
    const { table, row } = rowOf(sessionId, record)
    const open = others.get(table.name) ?? { table, rows: [] }
    open.rows.push(row)
    others.set(table.name, open)
  }
  for (const { table, rows } of others.values())
    for (const batch of batches(rows, ROWS)) yield unnamed(insertRows(table.name, table.columns, batch))
  // Last: they refer to reductions.
  const moments = records.flatMap((record) => (record.section === 'moments' ? [record.value] : []))
  for (const batch of batches(moments, ROWS)) yield insertMoments(sessionId, batch)
}

/** Without its name, which belongs to the columns that sessions are written with. */
function unnamed({ text, values }: Statement): Statement {
  return { text, values }
}

async function messageRow(sessionId: string, message: ImportedMessage): Promise<unknown[]> {
  const row = await messageValues(sessionId, message, message.createdAt)
  row[VIEW_TOKENS] = message.viewTokens
  return [...row, stateNumber(message.state), message.pin]
}

function stateNumber(state: ArchivedState): number {
  return state === 'withdrawn' ? WITHDRAWN : STATES.indexOf(state)
}

function rowOf(
  sessionId: string,
  record: Exclude<ImportedRecord, { section: 'messages' | 'moments' }>,
): { table: Table; row: unknown[] } {
  switch (record.section) {
    case 'goals':
      return row('goals', ['session_id', 'id', 'body'], [sessionId, record.value.id, JSON.stringify(record.value)])
    case 'goalActs': {
      const act = record.value
      return row('goal_acts', ['session_id', 'n', 'body'], [sessionId, act.n, JSON.stringify(act)])
    }
    case 'replacedPrompts': {
      const { untilVersion, ...prompt } = record.value
      const columns = ['session_id', 'until_version', 'body']
      return row('replaced_prompts', columns, [sessionId, untilVersion, JSON.stringify(prompt)])
    }
    case 'checkpoints':
      return checkpointRow(sessionId, record.value)
    case 'reductions': {
      const { id, seq, part } = record.value
      return row('reductions', REDUCTION_COLUMNS, [id, sessionId, seq, part, JSON.stringify(record.value)])
    }
    case 'cuts':
      return row('cuts', CUT_COLUMNS, cutValues(sessionId, record.value))
    case 'ledger':
      return row('ledger', LEDGER_COLUMNS, ledgerRow(sessionId, record.value))
    case 'compressions':
      return row('compressions', COMPRESSION_COLUMNS, compressionRow(sessionId, record.value))
    case 'recalls':
      return row('recalls', ['session_id', 'seq', 'body'], [sessionId, record.value.seq, JSON.stringify(record.value)])
    case 'snapshots': {
      const { id, auto } = record.value
      const columns = ['id', 'session_id', 'is_auto', 'body']
      return row('snapshots', columns, [id, sessionId, auto, JSON.stringify({ ...record.value, sessionId })])
    }
  }
}

function row(name: string, columns: readonly string[], values: unknown[]): { table: Table; row: unknown[] } {
  return { table: { name, columns }, row: values }
}

function checkpointRow(sessionId: string, record: ArchiveRecords['checkpoints']): { table: Table; row: unknown[] } {
  const { sinceVersion = null, ...checkpoint } = record
  const values = checkpointValues(sessionId, { ...checkpoint, sessionId })
  return row('checkpoints', [...CHECKPOINT_COLUMNS, 'since_version'], [...values, sinceVersion])
}

function ledgerRow(sessionId: string, entry: ArchiveRecords['ledger']): unknown[] {
  const { state, shown = '{[0,)}', ...body } = entry
  return [sessionId, entry.seq, entry.n, entry.kind, hashOf(ledgerKey(entry)), state, JSON.stringify(body), shown]
}

function compressionRow(sessionId: string, compression: ArchiveRecords['compressions']): unknown[] {
  const { id, state, createdAt, strategy, trigger, runs } = compression
  const body = JSON.stringify({ ...compression, sessionId })
  const { status } = state
  const lease = leaseOf(compression)
  return [id, sessionId, status, lease, createdAt, body, strategy === 'auto', trigger === 'upgrade', runs]
}
