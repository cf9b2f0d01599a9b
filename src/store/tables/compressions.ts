import type { Store } from '../../ports/ports.js'
import { LEASE_MS, type Compression } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import type { Database, Transaction } from '../database.js'
import { leaseHolds, NOW, interval } from '../scheduling/lease-time.js'
import { compressionOf, leaseOf, type CompressionRow } from './rows.js'

type Reader = Pick<Database | Transaction, 'query'>

/** Inserts a compression. Throws compression_running if the session has one that is queued or running. [C7] */
export async function insertCompression(tx: Transaction, sessionId: string, compression: Compression): Promise<void> {
  const text = `
    INSERT INTO compressions (id, session_id, status, lease_until, created_at, body, needs_model, is_upgrade, runs)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (session_id) WHERE status IN ('queued', 'running') DO NOTHING RETURNING id`
  const { id, state, createdAt, strategy, trigger, runs } = compression
  const isUpgrade = trigger === 'upgrade' || trigger === 'aging'
  const columns = [id, sessionId, state.status, leaseOf(compression), createdAt, JSON.stringify(compression)]
  const values = [...columns, strategy === 'auto', isUpgrade, runs]
  const rows = await tx.query({ name: 'insert-compression', text, values })
  if (rows.length === 0)
    throw new DomainError(
      'compression_running',
      'A compression of this session is already queued or running. Wait until it ends.',
      { sessionId },
    )
}

/** Updates a compression. Throws if it does not exist or a later run has started. */
export async function updateCompression(tx: Transaction, sessionId: string, compression: Compression): Promise<void> {
  const { id, state, runs } = compression
  // The writer has started or released the compression, so the claim is no longer needed.
  // The worker of the claim runs it.
  const text = `
    UPDATE compressions SET status = $3, lease_until = $4, claimed_until = NULL, body = $5, runs = $6,
      worker = CASE $3 WHEN 'running' THEN worker END
    WHERE id = $2 AND session_id = $1 AND runs <= $6 RETURNING id`
  const values = [sessionId, id, state.status, leaseOf(compression), JSON.stringify(compression), runs]
  const rows = await tx.query({ name: 'update-compression', text, values })
  if (rows.length === 0) throw new Error(`Compression ${id} does not exist, or a run later than ${runs} has started.`)
}

export async function readCompression(from: Reader, sessionId: string, id: string): Promise<Compression | null> {
  const text = 'SELECT body, lease_until FROM compressions WHERE id = $2 AND session_id = $1'
  const [row] = await from.query<CompressionRow>({ name: 'compression', text, values: [sessionId, id] })
  return row ? compressionOf(row) : null
}

export async function readActiveCompression(from: Reader, sessionId: string): Promise<Compression | null> {
  const text = `SELECT body, lease_until FROM compressions WHERE session_id = $1 AND status IN ('queued', 'running')`
  const [row] = await from.query<CompressionRow>({ name: 'active-compression', text, values: [sessionId] })
  return row ? compressionOf(row) : null
}

export function compressionTable(
  db: Database,
): Pick<Store, 'compressions' | 'compression' | 'pending' | 'extendLease'> {
  return {
    /** Newest first. */
    compressions: async (sessionId, { limit, after }) => {
      const text = `
        SELECT body, lease_until FROM compressions WHERE session_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`
      return (await db.query<CompressionRow>({ text, values: [sessionId, after ?? null, limit] })).map(compressionOf)
    },
    compression: (sessionId, id) => readCompression(db, sessionId, id),
    pending: async (limit) => {
      const text = `
        SELECT id AS "compressionId", session_id AS "sessionId" FROM compressions c
        WHERE c.status = 'queued' OR (c.status = 'running' AND NOT ${leaseHolds('c')}) ORDER BY created_at, id LIMIT $1`
      return db.query({ text, values: [limit] })
    },
    extendLease: async ({ sessionId, compressionId, runs }) => {
      const text = `
        UPDATE compressions SET lease_until = ${NOW} + ${interval(LEASE_MS)}
        WHERE session_id = $3 AND id = $1 AND status = 'running' AND runs = $2 RETURNING id`
      return (await db.query({ text, values: [compressionId, runs, sessionId] })).length > 0
    },
  }
}
