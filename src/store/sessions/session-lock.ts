/** Returns SQL that waits for the end of every transaction that changes a session, until the end of this one.
 * @param id SQL for its id */
export const sessionLock = (id: string): string => `pg_advisory_xact_lock(hashtextextended(${id}, 7420))`
