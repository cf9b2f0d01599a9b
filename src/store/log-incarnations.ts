import type pg from 'pg'
import { SCHEMA } from './database.js'

/** Incarnations of the event log. A database restored from an older backup lacks events that readers have seen, and
 * writes others at the same positions. Each start of a process begins an incarnation after the newest event, with a random
 * id that cursors carry. So a cursor of a lost event never matches again, and one of an event that still exists does. */

/** Incarnations kept: the starts of processes between which there were events. Older cursors are refused. */
const KEPT = 10_000
/** Waits for running transactions, which hold this lock for milliseconds. */
const LOCK_TIMEOUT_MS = 20_000

/** Returns SQL for the id of the incarnation of a position, given as SQL; '' before the first one. */
export const incarnationAt = (tx: string): string =>
  `coalesce((SELECT i.id FROM log_incarnations i WHERE i.from_tx <= ${tx} ORDER BY i.from_tx DESC LIMIT 1), '')`

/** SQL for the id of the newest incarnation. */
export const NEWEST_INCARNATION = `coalesce((SELECT i.id FROM log_incarnations i ORDER BY i.from_tx DESC LIMIT 1), '')`

/** Begins an incarnation. Waits until no transaction adds events, so that no running one gets a position before it later,
 * and until another process has begun its own. */
export async function beginIncarnation(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  await client.query(`SET LOCAL search_path = ${SCHEMA}`)
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query('LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE')
  // One without events is replaced, so that restarts do not add up.
  await client.query('DELETE FROM log_incarnations WHERE from_tx > (SELECT coalesce(max(tx), 0) FROM events)')
  await client.query(`
    INSERT INTO log_incarnations (from_tx, id)
    SELECT coalesce(max(tx), 0) + 1, left(gen_random_uuid()::text, 8) FROM events`)
  await client.query(
    'DELETE FROM log_incarnations WHERE from_tx < (SELECT from_tx FROM log_incarnations ORDER BY from_tx DESC OFFSET $1 LIMIT 1)',
    [KEPT - 1],
  )
  await client.query('COMMIT')
}
