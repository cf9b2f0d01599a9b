import type { RecallStore } from '../../ports/ports.js'
import type { RecallRecord } from '../../domain/recall/recall.js'
import type { Database, Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'
import { rangesOf } from '../tables/rows.js'
import { forgottenSources } from './recall-sources.js'

/** Decisions about what to recall, and where a session may recall from. [M1] [M2] [M9] */

/** Other sessions of a scope that are searched, the newest. */
const SCOPE_SESSIONS = 100

/** Writes a decision. Sends without waiting. */
export function insertRecall(tx: Transaction, sessionId: string, record: RecallRecord): void {
  const text = 'INSERT INTO recalls (session_id, seq, body) VALUES ($1, $2, $3)'
  tx.send({ name: 'insert-recall', text, values: [sessionId, record.seq, JSON.stringify(record)] })
}

/** A fork has the decisions about the messages that it shares. Values: the fork, its parent, its last message. */
export const COPY_RECALLS = `
  INSERT INTO recalls (session_id, seq, body) SELECT $1, seq, body FROM recalls WHERE session_id = $2 AND seq <= $3`

/** A fork reads messages from the rows of others, and so does its recall: its own index may not be filled yet. Sessions of
 * its scope are sought by app and scope together, so no other app is reached. [P11] */
const SOURCES = `
  SELECT g.source_id AS id, g.seqs::text AS seqs FROM shared_history g WHERE g.session_id = $1
  UNION ALL (SELECT m.session_id, NULL FROM memory_scopes m JOIN sessions s ON s.id = m.session_id AND s.importing_until IS NULL
    WHERE m.app_id = $2 AND m.scope_hash = $3 AND m.recalled AND m.session_id <> $1 ORDER BY m.session_id DESC LIMIT ${SCOPE_SESSIONS})`

export function recallTables(db: Database): RecallStore {
  return {
    ...forgottenSources(db),
    recallSources: async ({ id, appId }, scope) => {
      const values = [id, appId, scope === null ? null : hashOf(scope)]
      const rows = await db.query<{ id: string; seqs: string | null }>({
        name: 'recall-sources',
        text: SOURCES,
        values,
      })
      return {
        shared: rows.flatMap((row) => (row.seqs === null ? [] : [{ sessionId: row.id, seqs: rangesOf(row.seqs) }])),
        others: rows.flatMap((row) => (row.seqs === null ? [row.id] : [])),
      }
    },
    recalls: async (sessionId, { limit, after, seq }) => {
      const text = `
        SELECT body FROM recalls WHERE session_id = $1 AND ($2::integer IS NULL OR seq < $2) AND ($3::integer IS NULL OR seq = $3)
        ORDER BY seq DESC LIMIT $4`
      const values = [sessionId, after === undefined ? null : Number(after), seq ?? null, limit]
      const rows = await db.query<{ body: string }>({ name: 'recalls', text, values })
      return rows.map(({ body }) => JSON.parse(body) as RecallRecord)
    },
  }
}
