import type { SessionTx } from '../../ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import type { NewEvent } from '../../domain/event.js'
import type { CalibrationReader } from '../calibrations.js'
import type { Database, Transaction } from '../database.js'
import { readForDoor } from '../doors/door-links.js'
import { isSessionMoved } from '../failures.js'
import type { MessageCache } from '../messages/message-cache.js'
import type { LocalNotifier } from '../notifier.js'
import { UPDATE_SESSION, UPDATE_SESSION_WITH_SETUP } from '../tables/session-row.js'
import { countSnapshots } from '../tables/snapshots.js'
import type { SessionCache } from '../tables/view.js'
import { laneOf, type KeyedMutex } from './keyed-mutex.js'
import { LOCK_REMEMBERED, lockSession, UPDATE_REMEMBERED, type LockedRow, type Locking } from './lock-session.js'
import type { RememberedRows } from './remembered-rows.js'
import type { ReadEarly } from './session-records.js'
import { SessionWork, type RowUpdate } from './session-work.js'

/** Locks a session and changes it in one transaction. */

export interface Parts {
  db: Database
  notifier: LocalNotifier
  known: SessionCache
  rows: RememberedRows
  messages: MessageCache
  calibrations: CalibrationReader
  mutex: KeyedMutex
  onEvents: (appId: string, events: readonly NewEvent[]) => void
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
  parts: Parts,
  locking: Locking,
  work: (tx: SessionTx) => Promise<T>,
  close?: (tx: Transaction) => void,
): Promise<T> {
  const { id, appId } = locking
  return parts.mutex.run(laneOf(id, appId), async () => {
    const probable = locking.isWrite ? parts.rows.probable(id, appId) : null
    if (!probable) return changeOnce(parts, locking, work, { close })
    try {
      return await changeOnce(parts, locking, work, { probable })
    } catch (error) {
      // A refusal may have seen a session that is out of date. Where the database failed, the change may be stored already.
      const isRefused = error instanceof DomainError && error.code !== 'store_unavailable'
      if (!isSessionMoved(error) && !isRefused) throw error
      return changeOnce(parts, locking, work, {})
    }
  })
}

/** @param probable the row, which is not read but compared */
async function changeOnce<T>(
  { db, notifier, known, rows, messages, calibrations, onEvents }: Parts,
  locking: Locking,
  work: (tx: SessionTx) => Promise<T>,
  { probable, close }: { probable?: LockedRow; close?: ((tx: Transaction) => void) | undefined },
): Promise<T> {
  const { id } = locking
  try {
    const { result, finished, appId, written } = await db.transaction(async (tx) => {
      const mine = known.get(id)
      const setupRevision = mine?.setup.revision
      const remembered = probable?.setup_revision === setupRevision ? probable : undefined
      if (remembered) tx.lockFirst({ ...LOCK_REMEMBERED, values: [id, remembered.row_version, remembered.incarnation] })
      const locked = remembered ?? lockSession(tx, locking, setupRevision)
      // After the lock, so that it is as valid as the row; before its answer, so that both come in one round trip.
      const read = readEarly(tx, calibrations, locking)
      const row = await locked
      if (!row) throw new DomainError('session_not_found', `No session ${id}.`, { sessionId: id })
      if (!remembered) rows.locked(row)
      const session = new SessionWork(
        tx,
        row,
        { known: mine, read: { ...read, isRemembered: remembered !== undefined } },
        { messages, calibrations },
      )
      const result = await work(session)
      const finished = await session.finish(locking.isRevealed)
      const written = finished.update && writeRow(tx, row, finished.update, close)
      if (!finished.update) close?.(tx)
      return { result, appId: row.app_id, finished, written }
    })
    const [row] = (await written) ?? []
    if (close || !finished.update || finished.update.setup) rows.forget(id)
    else rows.wrote(id, { ...finished.update.row, ...row })
    messages.addCut(finished.written)
    if (finished.known) known.remember(id, finished.known)
    else known.forget(id)
    if (finished.events.length > 0) {
      notifier.notify()
      onEvents(appId, finished.events)
    }
    return result
  } catch (error) {
    rows.forget(id)
    throw error
  }
}

/** Changes the row with the last statement of the transaction, or with the first one if nothing was read. What `close` sends
 * may change the row, too, and comes after it. */
function writeRow(
  tx: Transaction,
  row: LockedRow,
  { values, setup, isFirst }: RowUpdate,
  close: ((tx: Transaction) => void) | undefined,
): Promise<{ row_version: string }[]> | null {
  const last =
    setup === null ? { ...UPDATE_SESSION, values } : { ...UPDATE_SESSION_WITH_SETUP, values: [...values, ...setup] }
  if (close) {
    tx.send(last)
    close(tx)
    return null
  }
  const alone = { ...UPDATE_REMEMBERED, values: [...values, row.row_version, row.incarnation] }
  return tx.closeWith(isFirst ? { last, alone } : { last })
}
