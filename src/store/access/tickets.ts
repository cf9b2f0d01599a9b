import type { KeyRole, KeyStore } from '../../ports/ports.js'
import type { Database } from '../database.js'

/** One-use tickets, stored as hashes only. */

/** Also deletes expired tickets. A ticket of a key is valid as long as the secret that created it. */
const TAKE = `
  WITH taken AS (
    DELETE FROM tickets WHERE hash = $1 OR expires_at <= $2 RETURNING hash, app_id, role, expires_at, key_id, generation
  )
  SELECT t.app_id AS "appId", t.role, t.key_id AS "keyId", t.generation FROM taken t LEFT JOIN keys k ON k.id = t.key_id
  WHERE t.hash = $1 AND t.expires_at > $2
    AND (t.key_id IS NULL OR t.generation = k.generation
      OR (t.generation = k.generation - 1 AND k.previous_until > clock_timestamp()))`

export function ticketTable(db: Database): Pick<KeyStore, 'insertTicket' | 'takeTicket'> {
  return {
    insertTicket: async (hash, { appId, role, credential }, expiresAt) => {
      const text = `INSERT INTO tickets (hash, app_id, role, expires_at, key_id, generation) VALUES ($1, $2, $3, $4, $5, $6)`
      const from = credential ? [credential.keyId, credential.generation] : [null, 0]
      await db.query({ text, values: [hash, appId, role, expiresAt, ...from] })
    },
    takeTicket: async (hash, now) => {
      type Row = { appId: string; role: KeyRole; keyId: string | null; generation: number }
      const [row] = await db.query<Row>({ text: TAKE, values: [hash, now] })
      if (!row) return null
      const { keyId, generation, ...holder } = row
      return { ...holder, credential: keyId === null ? null : { keyId, generation } }
    },
  }
}
