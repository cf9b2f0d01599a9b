import type { Store } from '../../ports/ports.js'
import type { Snapshot } from '../../domain/time/snapshot.js'
import { insertRows, type Database, type Statement, type Transaction } from '../database.js'

/** Snapshots. A row refers to records that never change, so its size depends on the window, not on the history. [R1] */

interface BodyRow {
  body: string
}

/** Inserts a snapshot and deletes the oldest automatic ones beyond `keep`, except those that a live checkpoint names: the
 * model reads there that it holds the state before the epoch. [R4] A failure undoes only this and is thrown; the
 * transaction can go on. */
export async function insertSnapshot(tx: Transaction, snapshot: Snapshot, keep: number): Promise<void> {
  tx.send({ text: 'SAVEPOINT snapshot' })
  try {
    const { sessionId, auto } = snapshot
    await tx.query(insertOf(snapshot))
    if (auto) await tx.query({ ...DROP_OLD, values: [sessionId, keep] })
  } catch (error) {
    await tx.recover({ text: 'ROLLBACK TO SAVEPOINT snapshot' })
    throw error
  }
  tx.send({ text: 'RELEASE SAVEPOINT snapshot' })
}

/** Inserts a snapshot without waiting. A failure makes the commit fail. */
export function sendSnapshot(tx: Transaction, snapshot: Snapshot): void {
  tx.send(insertOf(snapshot))
}

function insertOf(snapshot: Snapshot): Statement {
  const { id, sessionId, auto } = snapshot
  const row = [id, sessionId, auto, JSON.stringify(snapshot)]
  return insertRows('snapshots', ['id', 'session_id', 'is_auto', 'body'], [row])
}

const DROP_OLD = {
  name: 'drop-old-snapshots',
  text: `
    DELETE FROM snapshots old WHERE session_id = $1 AND is_auto AND id NOT IN (
      SELECT id FROM snapshots WHERE session_id = $1 AND is_auto ORDER BY id DESC LIMIT $2)
    AND NOT EXISTS (
      SELECT FROM checkpoints c WHERE c.session_id = $1 AND c.superseded_by IS NULL AND strpos(c.body, old.id) > 0)`,
}

export async function countSnapshots(tx: Transaction, sessionId: string): Promise<number> {
  const text = 'SELECT count(*)::integer AS count FROM snapshots WHERE session_id = $1 AND NOT is_auto'
  const [row] = await tx.query<{ count: number }>({ name: 'count-snapshots', text, values: [sessionId] })
  return row?.count ?? 0
}

function snapshotOf({ body }: BodyRow): Snapshot {
  const { createdAt, ...snapshot }: Omit<Snapshot, 'createdAt'> & { createdAt: string } = JSON.parse(body)
  return { ...snapshot, createdAt: new Date(createdAt) }
}

export function snapshotTable(db: Database): Pick<Store, 'snapshots' | 'snapshot' | 'deleteSnapshot'> {
  return {
    /** Newest first. */
    snapshots: async (sessionId, { limit, after }) => {
      const text = `
        SELECT body FROM snapshots WHERE session_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`
      return (await db.query<BodyRow>({ text, values: [sessionId, after ?? null, limit] })).map(snapshotOf)
    },
    snapshot: async (sessionId, id) => {
      const text = 'SELECT body FROM snapshots WHERE session_id = $1 AND id = $2'
      const [row] = await db.query<BodyRow>({ name: 'snapshot', text, values: [sessionId, id] })
      return row ? snapshotOf(row) : null
    },
    deleteSnapshot: async (sessionId, id) => {
      const text = 'DELETE FROM snapshots WHERE session_id = $1 AND id = $2 RETURNING id'
      return (await db.query({ text, values: [sessionId, id] })).length > 0
    },
  }
}
