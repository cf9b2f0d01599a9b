import type { App, Key, KeyRole, Store } from '../../app/ports/ports.js'
import type { Database } from '../database.js'

interface AppRow {
  id: string
  name: string
  created_at: Date
}
const appOf = ({ id, name, created_at }: AppRow): App => ({ id, name: JSON.parse(name), createdAt: created_at })

interface KeyRow {
  id: string
  app_id: string
  role: KeyRole
  created_at: Date
}
const keyOf = ({ id, app_id, role, created_at }: KeyRow): Key => ({ id, appId: app_id, role, createdAt: created_at })

type AppTables = Pick<
  Store,
  'insertApp' | 'apps' | 'app' | 'insertKey' | 'keys' | 'deleteKey' | 'keyByHash' | 'insertTicket' | 'takeTicket'
>

/** Apps, their keys (stored as hashes only) and one-use tickets. Lists are sorted by id, which is creation order. */
export function appTables(db: Database): AppTables {
  return {
    /** An existing app stays unchanged. */
    insertApp: async ({ id, name, createdAt }) => {
      const text = 'INSERT INTO apps (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING'
      await db.query({ text, values: [id, JSON.stringify(name), createdAt] })
    },
    apps: async ({ limit, after }) => {
      const text = 'SELECT id, name, created_at FROM apps WHERE $1::text IS NULL OR id > $1 ORDER BY id LIMIT $2'
      return (await db.query<AppRow>({ text, values: [after ?? null, limit] })).map(appOf)
    },
    app: async (id) => {
      const [row] = await db.query<AppRow>({
        text: 'SELECT id, name, created_at FROM apps WHERE id = $1',
        values: [id],
      })
      return row ? appOf(row) : null
    },
    insertKey: async ({ id, appId, role, createdAt }, hash) => {
      const text = 'INSERT INTO keys (id, app_id, role, hash, created_at) VALUES ($1, $2, $3, $4, $5)'
      await db.query({ text, values: [id, appId, role, hash, createdAt] })
    },
    keys: async (appId, { limit, after }) => {
      const text = `
        SELECT id, app_id, role, created_at FROM keys
        WHERE ($1::text IS NULL OR app_id = $1) AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`
      return (await db.query<KeyRow>({ text, values: [appId, after ?? null, limit] })).map(keyOf)
    },
    deleteKey: async (id) =>
      (await db.query({ text: 'DELETE FROM keys WHERE id = $1 RETURNING id', values: [id] })).length > 0,
    keyByHash: async (hash) => {
      const text = 'SELECT id, app_id, role, created_at FROM keys WHERE hash = $1'
      const [row] = await db.query<KeyRow>({ name: 'key', text, values: [hash] })
      return row ? keyOf(row) : null
    },
    insertTicket: async (hash, { appId, role }, expiresAt) => {
      const text = 'INSERT INTO tickets (hash, app_id, role, expires_at) VALUES ($1, $2, $3, $4)'
      await db.query({ text, values: [hash, appId, role, expiresAt] })
    },
    takeTicket: async (hash, now) => {
      // Also deletes expired tickets.
      const text = `
        WITH taken AS (DELETE FROM tickets WHERE hash = $1 OR expires_at <= $2 RETURNING hash, app_id, role, expires_at)
        SELECT app_id, role FROM taken WHERE hash = $1 AND expires_at > $2`
      const [row] = await db.query<Pick<KeyRow, 'app_id' | 'role'>>({ text, values: [hash, now] })
      return row ? { appId: row.app_id, role: row.role } : null
    },
  }
}
