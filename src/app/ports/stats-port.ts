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
