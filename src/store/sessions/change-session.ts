import type { EarlyReads, SessionTx } from '../../app/ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import type { NewEvent } from '../../domain/event.js'
import type { Database, Transaction } from '../database.js'
import type { CalibrationReader } from '../calibrations.js'
import type { MessageCache } from '../messages/message-cache.js'
import { IS_MARKED } from '../search/index-writer.js'
import type { LocalNotifier } from '../notifier.js'
import { readForDoor } from '../doors/door-links.js'
import { countSnapshots } from '../tables/snapshots.js'
import { sessionColumns, type SessionRow } from '../tables/session-row.js'
import type { SessionCache } from '../tables/view.js'
import { interval, NOW } from '../scheduling/lease-time.js'
import { NEWEST_INCARNATION } from '../log-incarnations.js'
import { laneOf, type KeyedMutex } from './keyed-mutex.js'
import { sessionLock } from './session-lock.js'
import type { ReadEarly } from './session-records.js'
import { SessionWork } from './session-work.js'

/** Locks a session and changes it in one transaction. */

export interface Parts {
  db: Database
  notifier: LocalNotifier
  known: SessionCache
  messages: MessageCache
  calibrations: CalibrationReader
  mutex: KeyedMutex
  onEvents: (appId: string, events: readonly NewEvent[]) => void
}

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
  `SELECT ${sessionColumns(3)}, date_trunc('milliseconds', clock_timestamp()) AS now, ${IS_MARKED} AS marked,
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
}

/** `incarnation` is the newest one of the event log; `marked`: its messages wait for the search index already. */
export type LockedRow = SessionRow & { now: Date; incarnation: string; marked: boolean }

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

/** Sends what the change reads first. The calibration goes to the cache of its reader. */
function readEarly(tx: Transaction, calibrations: CalibrationReader, { id, appId, reads }: Locking): ReadEarly {
  const early: ReadEarly = {}
  if (reads?.snapshotCount) {
    early.snapshotCount = countSnapshots(tx, id)
    // A failure rejects where the change waits for the count, or ends it before.
    early.snapshotCount.catch(() => {})
  }
  if (reads?.door) {
    if (appId !== null) calibrations.read(tx, appId, reads.door.model).catch(() => {})
    early.door = readForDoor(tx, id, reads.door)
  }
  return early
}

/** Runs `work` in a transaction on the locked session. `close` sends statements of its own before the commit. */
export function changeSession<T>(
  { db, notifier, known, messages, calibrations, mutex, onEvents }: Parts,
  locking: Locking,
  work: (tx: SessionTx) => Promise<T>,
  close: (tx: Transaction) => void = () => {},
): Promise<T> {
  const { id } = locking
  return mutex.run(laneOf(id, locking.appId), async () => {
    const { result, finished, appId } = await db.transaction(async (tx) => {
      const mine = known.get(id)
      const locked = lockSession(tx, locking, mine?.setup.revision)
      // After the lock, so that it is as valid as the row; before its answer, so that both come in one round trip.
      const read = readEarly(tx, calibrations, locking)
      const row = await locked
      if (!row) throw new DomainError('session_not_found', `No session ${id}.`, { sessionId: id })
      const session = new SessionWork(tx, row, { known: mine, read }, { messages, calibrations })
      const result = await work(session)
      const done = { result, appId: row.app_id, finished: await session.finish(locking.isRevealed) }
      close(tx)
      return done
    })
    messages.addCut(finished.written)
    if (finished.known) known.remember(id, finished.known)
    else known.forget(id)
    if (finished.events.length > 0) {
      notifier.notify()
      onEvents(appId, finished.events)
    }
    return result
  })
}
