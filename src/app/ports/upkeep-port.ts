/** Upkeep that examines all sessions, some in each round. */
export type UpkeepTask = 'audit' | 'ledger'

export interface UpkeepStore {
  /** Returns the session where the last round ended; null: the next round begins with the newest session. */
  upkeepCursor(task: UpkeepTask): Promise<string | null>
  /** @param after any text: a task may note that it is done */
  moveUpkeepCursor(task: UpkeepTask, after: string | null): Promise<void>
  /**
   * Frees the compressions of workers that do not live and that the previous call missed as well. Returns the workers
   * missed now and how many compressions are free again.
   */
  freeAbandoned(missedBefore: readonly number[]): Promise<{ missing: number[]; freed: number }>
}
