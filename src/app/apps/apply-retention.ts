import type { Ports } from '../ports/ports.js'

/** Sessions scheduled, and sessions deleted, in one run. The next run continues. */
const PER_RUN = 500
/** Time between the notice and the deletion. Any activity in between keeps the session. */
const NOTICE_MS = 24 * 60 * 60_000

/** Applies the retention of the apps that have one: schedules the deletion of idle sessions by an event, and deletes whole
 * those scheduled a day before and idle since. Returns how many of each. [P1] */
export async function applyRetention({
  store,
  clock,
  log,
}: Pick<Ports, 'store' | 'clock' | 'log'>): Promise<{ scheduled: number; deleted: number }> {
  const now = clock.now()
  let deleted = 0
  for (const { id, lastActivityAt } of await store.expiredSessions(now, PER_RUN)) {
    const removed = await store.deleteSession(id, null, { idleSince: lastActivityAt })
    if (!removed) continue
    deleted += 1
    log.info({ sessionId: id, ...removed }, 'idle session deleted by the retention of its app')
  }
  let scheduled = 0
  for (const { id, retentionDays, lastActivityAt } of await store.idleSessions(now, PER_RUN)) {
    const deletesAt = new Date(now.getTime() + NOTICE_MS)
    await store.change(id, null, async (tx) => {
      if (tx.session.lastActivityAt > lastActivityAt) return
      await tx.scheduleDeletion(deletesAt)
      tx.emit({ type: 'session-expiring', data: { retentionDays, deletesAt: deletesAt.toISOString() } })
      scheduled += 1
    })
  }
  return { scheduled, deleted }
}
