import type { App, KeyStore } from '../../app/ports/ports.js'
import type { Database } from '../database.js'
import { withAudit } from './audit-log.js'

interface AppRow {
  id: string
  name: string
  created_at: Date
}
const appOf = ({ id, name, created_at }: AppRow): App => ({ id, name: JSON.parse(name), createdAt: created_at })

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
        SELECT id, name, created_at FROM apps WHERE ($1::text IS NULL OR id > $1) AND deleting_at IS NULL ORDER BY id LIMIT $2`
      return (await db.query<AppRow>({ text, values: [after ?? null, limit] })).map(appOf)
    },
    app: async (id) => {
      const [row] = await db.query<AppRow>({
        text: 'SELECT id, name, created_at FROM apps WHERE id = $1 AND deleting_at IS NULL',
        values: [id],
      })
      return row ? appOf(row) : null
    },
    appsCalled: async (idOrName) => {
      const text = `
        SELECT id, name, created_at FROM apps WHERE (id = $1 OR name = $2) AND deleting_at IS NULL
        ORDER BY id <> $1, id LIMIT 3`
      return (await db.query<AppRow>({ text, values: [idOrName, JSON.stringify(idOrName)] })).map(appOf)
    },
  }
}
