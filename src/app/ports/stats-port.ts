/** Figures of the whole service, for metrics. */
export interface ServiceStats {
  sessions: number
  /** Compressions that are queued or running. */
  pendingCompressions: number
  /** Age of the oldest queued compression in seconds; 0: none is queued. */
  oldestPendingSeconds: number
  /** Compressions that use a model. */
  permitsUsed: number
  /** Age of the oldest committed event that is not published yet, in seconds; 0: all are. */
  eventLagSeconds: number
  databaseBytes: number
}

export interface StatsStore {
  serviceStats(): Promise<ServiceStats>
  /** Returns the connections of this process to the database. */
  pool(): { used: number; idle: number; waiting: number }
  /** Whether a write found the disk full within the last 30 s. */
  isDiskFull(): boolean
}

/** Upkeep that examines all sessions, some in each round. */
export type UpkeepTask = 'audit' | 'ledger' | 'alerts'

export interface UpkeepStore {
  /** Returns the session where the last round ended; null: the next round begins with the newest session. Of alerts: their
   * state as text. */
  upkeepCursor(task: UpkeepTask): Promise<string | null>
  /** @param after any text: a task may note that it is done */
  moveUpkeepCursor(task: UpkeepTask, after: string | null): Promise<void>
  /**
   * Frees the compressions of workers that do not live and that the previous call missed as well. Returns the workers
   * missed now and how many compressions are free again.
   */
  freeAbandoned(missedBefore: readonly number[]): Promise<{ missing: number[]; freed: number }>
}
