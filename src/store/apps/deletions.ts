import type { Deletion, DeletionStore, DoomedSession } from '../../ports/app-port.js'
import { scopeOf } from '../../domain/recall/scope.js'
import { insertAudit } from '../access/audit-log.js'
import type { Database, Statement, Transaction } from '../database.js'
import { hashOf } from '../hash-of.js'
import type { LocalNotifier } from '../notifier.js'
import { knownSetup, sessionColumns, sessionOf, type SessionRow } from '../tables/session-row.js'
import { countDeleted, removedOf } from './count-deleted.js'
import { deleteAppRows, finishApp } from './delete-app.js'

/** Deletions of apps, users, and scopes: their state, so that any worker can go on with them. */

type DeletionRow = Omit<Deletion, 'removed'> & { removed: string }
const COLUMNS =
  'id, app_id AS "appId", kind, name, state, created_at AS "createdAt", finished_at AS "finishedAt", removed'
const deletionOf = ({ name, removed, ...row }: DeletionRow): Deletion => ({
  ...row,
  name: name === null ? null : (JSON.parse(name) as string),
  removed: removedOf(removed),
})

export function deletionTable(db: Database, notifier: LocalNotifier): DeletionStore {
  const list = async (statement: Statement) => (await db.query<DeletionRow>(statement)).map(deletionOf)
  return {
    startDeletion: async ({ id, appId, kind, name }, audit) => {
      const started = await db.transaction(async (tx) => {
        const isApp = kind === 'app'
        if (isApp && !(await hideApp(tx, appId))) return false
        const text = `INSERT INTO deletions (app_id, id, kind, name, state) VALUES ($1, $2, $3, $4, 'running')`
        tx.send({ text, values: [appId, id, kind, name === null ? null : JSON.stringify(name)] })
        if (isApp) await countDeleted(tx, { appId, id }, { keys: await deleteKeys(tx, appId) })
        tx.send(insertAudit(audit))
        return true
      })
      if (started && kind === 'app') notifier.notify('keys')
      return started
    },
    deletion: async (id, appId) => {
      const text = `SELECT ${COLUMNS} FROM deletions WHERE id = $1 AND ($2::text IS NULL OR app_id = $2)`
      return (await list({ text, values: [id, appId] }))[0] ?? null
    },
    deletions: (appId, { limit, after }) => {
      const text = `
        SELECT ${COLUMNS} FROM deletions WHERE ($1::text IS NULL OR app_id = $1) AND ($2::text IS NULL OR id < $2)
        ORDER BY id DESC LIMIT $3`
      return list({ text, values: [appId, after ?? null, limit] })
    },
    runningDeletions: (limit) => {
      const text = `SELECT ${COLUMNS} FROM deletions WHERE state = 'running' ORDER BY id LIMIT $1`
      return list({ text, values: [limit] })
    },
    deletionStep: (deletion, limit) => takeStep(db, deletion, limit),
    endDeletionStep: async ({ appId, id }, step) => {
      const text = 'UPDATE deletions SET step = NULL WHERE app_id = $1 AND id = $2 AND step = $3'
      await db.query({ text, values: [appId, id, JSON.stringify(step)] })
    },
    countDeleted: (deletion, removed) => db.transaction((tx) => countDeleted(tx, deletion, removed)),
    deleteAppRows: (deletion, limit) => db.transaction((tx) => deleteAppRows(tx, deletion, limit)),
    finishDeletion: (deletion, settleMs) =>
      db.transaction(async (tx) => {
        if (deletion.kind === 'app' && !(await finishApp(tx, deletion, settleMs))) return false
        const text = `
          UPDATE deletions SET state = 'done', name = NULL, finished_at = clock_timestamp()
          WHERE app_id = $1 AND id = $2 AND state = 'running'`
        tx.send({ text, values: [deletion.appId, deletion.id] })
        return true
      }),
    trimDeletions: async (before, keep) => {
      const text = `
        DELETE FROM deletions WHERE state = 'done' AND (finished_at < $1
          OR id <= (SELECT id FROM deletions ORDER BY id DESC OFFSET $2 LIMIT 1)) RETURNING 1 AS one`
      return (await db.query({ text, values: [before, keep] })).length
    },
  }
}

async function hideApp(tx: Transaction, appId: string): Promise<boolean> {
  const text =
    'UPDATE apps SET deleting_at = clock_timestamp() WHERE id = $1 AND deleting_at IS NULL RETURNING 1 AS one'
  return (await tx.query({ text, values: [appId] })).length > 0
}

/** Returns how many there were. */
async function deleteKeys(tx: Transaction, appId: string): Promise<number> {
  tx.send({ text: 'DELETE FROM tickets WHERE app_id = $1', values: [appId] })
  return (await tx.query({ text: 'DELETE FROM keys WHERE app_id = $1 RETURNING 1 AS one', values: [appId] })).length
}

/** Notes the sessions of a step before the first one is deleted: a step that is interrupted is done again, whole. */
async function takeStep(db: Database, deletion: Deletion, limit: number): Promise<DoomedSession[]> {
  const { appId, id } = deletion
  return db.transaction(async (tx) => {
    const text = 'SELECT step FROM deletions WHERE app_id = $1 AND id = $2 FOR UPDATE'
    const [row] = await tx.query<{ step: string | null }>({ text, values: [appId, id] })
    if (!row) return []
    if (row.step !== null) return JSON.parse(row.step) as DoomedSession[]
    const rows = await tx.query<SessionRow & { hidden: boolean }>(doomed(deletion, limit))
    const step = rows.map(({ hidden, ...session }) => {
      const scope = deletion.kind === 'user' ? scopeOf(sessionOf(session, knownSetup(session, undefined))) : null
      return { id: session.id, isHidden: hidden, scope }
    })
    const set = 'UPDATE deletions SET step = $3 WHERE app_id = $1 AND id = $2'
    if (step.length > 0) tx.send({ text: set, values: [appId, id, JSON.stringify(step)] })
    return step
  })
}

/** Of a user or scope, sessions opened before the deletion: it must end although its app goes on. */
function doomed({ appId, id, kind, name }: Deletion, limit: number): Statement {
  const columns = `${sessionColumns(3)}, importing_until IS NOT NULL AS hidden`
  const newest = id.replace('del_', 'ses_')
  const before = `FROM sessions WHERE app_id = $1 AND id < $4 AND importing_until IS NULL`
  const [text, values] = {
    app: [`SELECT ${columns} FROM sessions WHERE app_id = $1 ORDER BY id LIMIT $2`, []],
    user: [
      `SELECT ${columns} ${before} AND id IN (
        SELECT session_id FROM session_metadata WHERE key_hash = $5 AND value_hash = $6
        UNION ALL SELECT session_id FROM session_users WHERE app_id = $1 AND user_hash = $6) ORDER BY id LIMIT $2`,
      [newest, hashOf('user'), hashOf(name ?? '')],
    ],
    scope: [
      `SELECT ${columns} ${before} AND id IN (
        SELECT session_id FROM memory_scopes WHERE app_id = $1 AND scope_hash = $5) ORDER BY id LIMIT $2`,
      [newest, hashOf(name ?? '')],
    ],
  }[kind] as [string, unknown[]]
  return { text, values: [appId, limit, -1, ...values] }
}
