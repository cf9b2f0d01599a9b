import type { AuditEntry, FoundKey, Key, KeyStore } from '../../ports/ports.js'
import type { Database } from '../database.js'
import type { LocalNotifier } from '../notifier.js'
import { withAudit } from './audit-log.js'

/** Keys, stored as hashes only. A key has one secret, and for a while after a rotation the one before. All times are
 * database time: the clocks of processes may differ. */

type KeyTable = Omit<KeyStore, 'insertApp' | 'apps' | 'app' | 'appsCalled' | 'insertTicket' | 'takeTicket'>

/** Columns of the table `keys`, whose alias is `k`: the previous secret counts only while it is valid. */
const COLUMNS = `k.id, k.app_id AS "appId", k.role, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt",
  CASE WHEN k.previous_until > clock_timestamp() THEN k.previous_until END AS "previousSecretUntil"`
/** Milliseconds for which the previous secret is valid. */
const PREVIOUS_MS = `greatest(0, extract(epoch FROM k.previous_until - clock_timestamp()) * 1000)`

interface FoundRow extends Pick<Key, 'id' | 'appId' | 'role'> {
  generation: number
  isCurrent: boolean
  previousMs: number
}

const BY_HASH = `
  SELECT k.id, k.app_id AS "appId", k.role, k.generation, k.hash = $1 AS "isCurrent", coalesce(${PREVIOUS_MS}, 0)::float8 AS "previousMs"
  FROM keys k WHERE k.hash = $1 OR (k.previous_hash = $1 AND k.previous_until > clock_timestamp())`

export function keyTable(db: Database, notifier: LocalNotifier): KeyTable {
  return {
    insertKey: async ({ id, appId, role, createdAt }, hash, audit) => {
      const text = 'INSERT INTO keys (id, app_id, role, hash, created_at) VALUES ($1, $2, $3, $4, $5)'
      await withAudit(db, { text, values: [id, appId, role, hash, createdAt] }, audit)
    },
    keys: async (appId, { limit, after }) => {
      const text = `
        SELECT ${COLUMNS} FROM keys k
        WHERE ($1::text IS NULL OR k.app_id = $1) AND ($2::text IS NULL OR k.id > $2) ORDER BY k.id LIMIT $3`
      return db.query<Key & object>({ text, values: [appId, after ?? null, limit] })
    },
    deleteKey: async (id, audit) => {
      const text = 'DELETE FROM keys WHERE id = $1 RETURNING app_id AS "appId", role'
      const [deleted] = await withAudit(db, { text, values: [id] }, audit, ofKey)
      if (deleted) notifier.notify('keys')
      return deleted !== undefined
    },
    rotateKey: async (id, hash, graceSeconds, audit) => {
      const text = `
        UPDATE keys k SET hash = $2, generation = k.generation + 1,
          previous_hash = CASE WHEN $3::integer > 0 THEN k.hash END,
          previous_until = CASE WHEN $3 > 0 THEN date_trunc('milliseconds', clock_timestamp()) + $3 * interval '1 second' END
        WHERE k.id = $1 RETURNING ${COLUMNS}`
      const [row] = await withAudit<Key>(db, { text, values: [id, hash, graceSeconds] }, audit, ofKey)
      if (!row) return null
      notifier.notify('keys')
      return row
    },
    keyByHash: async (hash) => {
      const [row] = await db.query<FoundRow>({ name: 'key', text: BY_HASH, values: [hash] })
      return row ? foundOf(row) : null
    },
    validSecrets: async (keyIds) => {
      const text = `SELECT k.id, k.generation, coalesce(${PREVIOUS_MS}, 0)::float8 AS "previousMs" FROM keys k WHERE k.id = ANY($1::text[])`
      const rows = await db.query<FoundRow>({ name: 'valid-secrets', text, values: [keyIds] })
      return new Map(rows.map(({ id, generation, previousMs }) => [id, { generation, previousMs }]))
    },
    noteKeyUse: async (id) => {
      const text = `
        UPDATE keys SET last_used_at = date_trunc('seconds', clock_timestamp())
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`
      await db.query({ name: 'note-key-use', text, values: [id] })
    },
    onKeysChanged: (changed) => notifier.onKeysChanged(changed),
  }
}

function ofKey(entry: AuditEntry, { appId, role }: Pick<Key, 'appId' | 'role'>): AuditEntry {
  return { ...entry, appId, details: { ...entry.details, role } }
}

function foundOf({ generation, isCurrent, previousMs, ...found }: FoundRow): FoundKey {
  if (isCurrent) return { ...found, generation, validMs: null }
  return { ...found, generation: generation - 1, validMs: previousMs }
}
