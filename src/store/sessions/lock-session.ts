import type { EarlyReads } from '../../ports/ports.js'
import type { Transaction } from '../database.js'
import { SESSION_MOVED } from '../failures.js'
import { NEWEST_INCARNATION } from '../log-incarnations.js'
import { interval, NOW } from '../scheduling/lease-time.js'
import { IS_MARKED } from '../search/index-writer.js'
import { ROW_VERSION, sessionColumns, updateSessionIf, type SessionRow } from '../tables/session-row.js'
import { sessionLock, sessionLockIfFree } from './session-lock.js'

/** Statements that lock a session, or compare it with what is remembered of it. */

/** Parameters: `$1` id, `$2` app id or null for any app. */
export const OF_APP = `WHERE id = $1 AND ($2::text IS NULL OR app_id = $2)`
/** A hidden session is being imported. Only its import sees it. */
export const VISIBLE = 'importing_until IS NULL'

/** How long an import may write nothing before it counts as ended. */
const IMPORT_LEASE_MS = 180_000
/** Hides a session, or keeps it hidden. */
export const HIDE = {
  name: 'hide-session',
  text: `UPDATE sessions SET importing_until = ${NOW} + ${interval(IMPORT_LEASE_MS)} WHERE id = $1`,
}

/** `$3`: known setup revision. */
const lockOf = (condition: string) =>
  `SELECT ${sessionColumns(3)}, ${ROW_VERSION}, date_trunc('milliseconds', clock_timestamp()) AS now, ${IS_MARKED} AS marked,
    ${NEWEST_INCARNATION} AS incarnation FROM sessions ${OF_APP} AND ${condition} FOR UPDATE`
const LOCK = { name: 'lock-session', text: lockOf(VISIBLE) }
const LOCK_HIDDEN = { name: 'lock-hidden', text: lockOf('importing_until IS NOT NULL') }
/**
 * Taken before the row lock. Events of a session are ordered by transaction number, so a transaction must get its
 * number after the earlier writer has ended. Waiting for a row lock may assign the number too early; waiting for an
 * advisory lock does not.
 */
const LOCK_BEFORE_ROW = { name: 'queue-up-session', text: `SELECT ${sessionLock('id')} FROM sessions ${OF_APP}` }

export interface Locking {
  id: string
  /** null: any app. */
  appId: string | null
  hidden?: boolean
  /** This change ends its import. */
  isRevealed?: true
  /** Read together with the locks. */
  reads?: EarlyReads
  /** The change mostly writes without reading. */
  isWrite?: boolean
}

/** `incarnation` is the newest one of the event log; `marked`: its messages wait for the search index already, null: unknown. */
export type LockedRow = SessionRow & { row_version: string; now: Date; incarnation: string; marked: boolean | null }

/** SQL for whether a row is the remembered one. `$n` has the row version, the next parameter the incarnation. */
const isRemembered = (n: number) => `${VISIBLE} AND xmin = $${n}::text::xid AND ${NEWEST_INCARNATION} = $${n + 1}::text`
/** SQL that fails and so ends the transaction. With the time, because Postgres computes a constant when it plans. */
export const moved = (id: string) => `('${SESSION_MOVED} ' || ${id} || ' at ' || clock_timestamp())::boolean`
export const LOCK_REMEMBERED = {
  name: 'lock-remembered',
  text: `
    SELECT coalesce((SELECT true FROM sessions WHERE id = $1 AND (SELECT ${sessionLock('$1')} IS NOT NULL) AND ${isRemembered(2)} FOR UPDATE),
      ${moved('$1')})`,
}
/** Takes the lock, looks at the row, and changes it. Waits for no lock, because the transaction may hold those of other sessions.
 * The last writer of a remembered row had ended before this transaction began, so its number is lower, as with LOCK_BEFORE_ROW. */
export const UPDATE_REMEMBERED = {
  name: 'update-remembered',
  text: `
    WITH changed AS (${updateSessionIf(`(SELECT ${sessionLockIfFree('$1')}) AND ${isRemembered(9)}`)})
    SELECT coalesce((SELECT xmin::text FROM changed), ${moved('$1')}::text) AS row_version`,
}

/** Takes both locks in one round trip. */
export async function lockSession(
  tx: Transaction,
  { id, appId, hidden = false }: Locking,
  setupRevision = -1,
): Promise<LockedRow | undefined> {
  // The lock of another app's session is not waited for. [P11]
  tx.send({ ...LOCK_BEFORE_ROW, values: [id, appId] })
  const statement = hidden ? LOCK_HIDDEN : LOCK
  const [row] = await tx.query<LockedRow>({ ...statement, values: [id, appId, setupRevision] })
  return row
}
