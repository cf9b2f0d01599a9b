import { LRUCache } from 'lru-cache'
import type { LockedRow } from './lock-session.js'

/** A row is read again after this time, so that the clock of this process never runs far from that of the database. */
const MAX_AGE_MS = 60_000
/** Locks in a row that must find this process as the last writer. Where several processes change a session, each change that
 * trusts a row in vain costs a transaction. */
const CONFIRMATIONS = 2
const MAX_BYTES = 8 * 1024 * 1024
/** Estimated bytes of an entry beside its texts. */
const ENTRY_BYTES = 1_024

interface Remembered {
  row: LockedRow
  /** When it was read, in ms of `performance.now()`. */
  readAtMs: number
  /** Locks in a row that found the row as this process had written it. */
  confirmations: number
}

/**
 * Rows of sessions as this process wrote them last. A change that needs to read nothing else leaves in one batch, which fails if
 * the row is another one by then.
 */
export class RememberedRows {
  private readonly rows = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ row }) => ENTRY_BYTES + 2 * row.state.length,
  })

  /** Returns the row as it probably still is, with the time of the database; null if it must be read.
   * @param appId null: any app */
  probable(id: string, appId: string | null): LockedRow | null {
    const known = this.rows.get(id)
    if (!known || known.confirmations < CONFIRMATIONS) return null
    const ageMs = performance.now() - known.readAtMs
    if (ageMs > MAX_AGE_MS || (appId !== null && known.row.app_id !== appId)) return null
    return { ...known.row, marked: null, now: new Date(known.row.now.getTime() + Math.floor(ageMs)) }
  }

  /** Notes a row that was read with its lock. */
  locked(row: LockedRow): void {
    const before = this.rows.peek(row.id)
    const isOurs = before?.row.row_version === row.row_version
    const confirmations = isOurs ? before.confirmations + 1 : 0
    this.rows.set(row.id, { row, readAtMs: performance.now(), confirmations })
  }

  /** Notes what a committed change wrote. */
  wrote(id: string, change: Partial<LockedRow>): void {
    const before = this.rows.peek(id)
    if (before) this.rows.set(id, { ...before, row: { ...before.row, ...change } })
  }

  forget(id: string): void {
    this.rows.delete(id)
  }

  /** For when the database may have lost commits, as a standby that takes over: it may give their numbers to others. */
  forgetAll(): void {
    this.rows.clear()
  }
}
