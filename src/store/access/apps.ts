import type { App, KeyStore } from '../../ports/ports.js'
import type { Database } from '../database.js'
import { withAudit } from './audit-log.js'

const COLUMNS = 'id, name, created_at AS "createdAt"'
const appOf = (row: App): App => ({ ...row, name: JSON.parse(row.name) })

/** Lists are sorted by id, which is creation order. */
export function appTable(db: Database): Pick<KeyStore, 'insertApp' | 'apps' | 'app' | 'appsCalled'> {
  return {
    /** An existing app stays unchanged. */
    insertApp: async ({ id, name, createdAt }, audit) => {
      const text = 'INSERT INTO apps (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING'
      await withAudit(db, { text, values: [id, JSON.stringify(name), createdAt] }, audit)
    },
    apps: async ({ limit, after }) => {
      const text = `
        SELECT ${COLUMNS} FROM apps WHERE ($1::text IS NULL OR id > $1) AND deleting_at IS NULL ORDER BY id LIMIT $2`
      return (await db.query<App & object>({ text, values: [after ?? null, limit] })).map(appOf)
    },
    app: async (id) => {
      const text = `SELECT ${COLUMNS} FROM apps WHERE id = $1 AND deleting_at IS NULL`
      const [row] = await db.query<App & object>({ text, values: [id] })
      return row ? appOf(row) : null
    },
    appsCalled: async (idOrName) => {
      const text = `
        SELECT ${COLUMNS} FROM apps WHERE (id = $1 OR name = $2) AND deleting_at IS NULL
        ORDER BY id <> $1, id LIMIT 3`
      return (await db.query<App & object>({ text, values: [idOrName, JSON.stringify(idOrName)] })).map(appOf)
    },
  }
}
