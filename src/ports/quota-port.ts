import type { DomainError } from '../domain/errors.js'
import type { QuotaName, Quotas, StoredUse, WindowQuota } from '../domain/quota.js'

/** Quotas of apps: what the store counts for all processes, and the guard that refuses. */

export interface WindowUse {
  /** Units used by all processes since the window began. Units that were refused count too. */
  used: number
  /** Seconds until the next window begins. */
  resetSeconds: number
}

export interface QuotaStore {
  /** Returns the quotas of an app. An unknown app has none. */
  quotas(appId: string): Promise<Quotas>
  /** Counts what an app stores. Reads one row per session. */
  storedUse(appId: string): Promise<StoredUse>
  /** Adds to a window of the clock that all processes share. */
  useWindow(appId: string, quota: WindowQuota, amount: number): Promise<WindowUse>
  /** Sets how many event streams of an app this process has open, for STREAMS_VALID_MS. Changes nothing if all processes together would
   * have more than `limit`. Returns how many others have. */
  setStreams(
    streams: { appId: string; process: string; open: number },
    limit: number | null,
  ): Promise<{ isSet: boolean; others: number }>
  /** Returns how many event streams of an app are open, over all processes. */
  openStreams(appId: string): Promise<number>
  /** Counts the bytes of sessions that an older version stored. Returns how many sessions it counted, at most `limit`. */
  sizeSessions(limit: number): Promise<number>
}

/** Time after which the streams of a process that reports nothing count as closed. */
export const STREAMS_VALID_MS = 45_000

/** A place for what a request is about to store. */
export interface Reservation {
  /** Why it does not fit; null: it does. The caller throws it, unless the request turns out to store nothing. */
  refusal: DomainError | null
  /** Ends the reservation. `stored`: the store has it now. Only the first call counts. */
  end(stored: boolean): void
}

/** A limited number of requests in a window. */
export interface RequestWindow {
  limit: number
  remaining: number
  resetSeconds: number
  windowSeconds: number
}

/** Refuses what exceeds the quotas of an app. An app id of null is an admin who acts as no app: nothing is refused. If the
 * store does not answer, quotas do not apply. */
export interface QuotaGuard {
  /** Counts one request. Returns null if the app has no quota of requests. `refusal`: it is used up. */
  request(appId: string | null): Promise<(RequestWindow & { refusal: DomainError | null }) | null>
  reserve(appId: string | null, wanted: Partial<StoredUse>): Promise<Reservation>
  /** Counts an event stream until the returned function is called. Throws quota_exceeded. */
  openStream(appId: string | null): Promise<() => void>
  /** Seconds until the app may use a model again; null: it may now. */
  modelWaitSeconds(appId: string): Promise<number | null>
  noteModelSeconds(appId: string, seconds: number): Promise<void>
  /** Returns what the app uses of each quota. */
  use(appId: string): Promise<Record<QuotaName, number>>
  /** Drops what is remembered of an app, because its quotas changed. */
  forget(appId: string): void
  /** Notes that an app stored or deleted something without a reservation. The next one counts again. */
  changed(appId: string): void
  close(): Promise<void>
}
