import type { Actor, AuditEntry, AuditStore } from '../../ports/key-port.js'
import type { Database, Statement } from '../database.js'

/** The log of what people and keys did. */

interface AuditRow extends Pick<AuditEntry, 'id' | 'at' | 'action'>, Pick<Actor, 'key' | 'role'> {
  appId: string
  body: string
}
interface Body extends Pick<Actor, 'address' | 'forwardedFor' | 'requestId'> {
  target: string
  details: AuditEntry['details']
}

/** Returns the statement that writes an entry. Send it in the transaction of the change. */
export function insertAudit({ id, at, action, actor, appId, target, details }: AuditEntry): Statement {
  const { key, role, ...from } = actor
  const body: Body = { ...from, target, details }
  const text = `
    INSERT INTO audit_log (app_id, id, at, action, key_id, role, body) VALUES ($1, $2, $3, $4, $5, $6, $7)`
  const values = [appId ?? '', id, at, action, key, role, JSON.stringify(body)]
  return { name: 'insert-audit', text, values }
}

/** Runs a statement and writes the entry if it returned a row or returns none ever, in one transaction. Returns its rows.
 * @param ofRow completes the entry from the first row */
export async function withAudit<Row extends object>(
  db: Database,
  statement: Statement,
  audit: AuditEntry | undefined,
  ofRow?: (entry: AuditEntry, row: Row) => AuditEntry,
): Promise<Row[]> {
  if (!audit) return db.query<Row>(statement)
  return db.transaction(async (tx) => {
    const rows = await tx.query<Row>(statement)
    const [row] = rows
    if (!ofRow) tx.send(insertAudit(audit))
    else if (row) tx.send(insertAudit(ofRow(audit, row)))
    return rows
  })
}

export function auditTable(db: Database): AuditStore {
  return {
    auditLog: async ({ limit, after, appId, action, key }) => {
      const text = `
        SELECT app_id AS "appId", id, at, action, key_id AS key, role, body FROM audit_log
        WHERE ($1::text IS NULL OR id < $1) AND ($2::text IS NULL OR app_id = $2)
          AND ($3::text IS NULL OR action = $3) AND ($4::text IS NULL OR key_id = $4) ORDER BY id DESC LIMIT $5`
      const values = [after ?? null, appId ?? null, action ?? null, key ?? null, limit]
      return (await db.query<AuditRow>({ text, values })).map(entryOf)
    },
    trimAuditLog: async (before, keep, limit) => {
      const text = `
        DELETE FROM audit_log WHERE (app_id, id) IN (
          SELECT app_id, id FROM audit_log
          WHERE at < $1 OR id <= (SELECT id FROM audit_log ORDER BY id DESC OFFSET $2 LIMIT 1) LIMIT $3)
        RETURNING 1 AS one`
      return (await db.query({ text, values: [before, keep, limit] })).length
    },
  }
}

function entryOf({ appId, key, role, body, ...row }: AuditRow): AuditEntry {
  const { target, details, ...from } = JSON.parse(body) as Body
  return { ...row, actor: { key, role, ...from }, appId: appId === '' ? null : appId, target, details }
}
