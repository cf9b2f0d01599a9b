/** Returns SQL that waits for the end of every transaction that changes a session, until the end of this one.
 * @param id SQL for its id */
export const sessionLock = (id: string): string => `pg_advisory_xact_lock(${keyOf(id)})`

/** Returns SQL for whether no other transaction changes a session. If so, none can until the end of this one. */
export const sessionLockIfFree = (id: string): string => `pg_try_advisory_xact_lock(${keyOf(id)})`

const keyOf = (id: string) => `hashtextextended(${id}, 7420)`
