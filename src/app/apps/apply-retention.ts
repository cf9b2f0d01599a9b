import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../../ports/ports.js'

/** Sessions scheduled, and sessions deleted, in one run. The next run continues. */
const PER_RUN = 500
/** Time between the notice and the deletion. Any activity in between keeps the session. */
const NOTICE_MS = 24 * 60 * 60_000
const DAY_MS = NOTICE_MS

/** Applies the retention of the apps that have one: schedules the deletion of idle sessions by an event, and deletes whole
 * those scheduled a day before and idle since, and the entries of scopes without a session. Returns how many of each. [P1] */
export async function applyRetention({
  store,
  clock,
  log,
}: Pick<Ports, 'store' | 'clock' | 'log'>): Promise<{ scheduled: number; deleted: number }> {
  const now = clock.now()
  let deleted = 0
  for (const { id, lastActivityAt } of await store.expiredSessions(now, PER_RUN)) {
    const session = await store.session(id, null)
    const removed = await store.deleteSession(id, null, { idleSince: lastActivityAt })
    if (!removed) continue
    deleted += 1
    await forgetOldEntries(store, session, now)
    log.info({ sessionId: id, ...removed }, 'idle session deleted by the retention of its app')
  }
  for (const { retentionDays, ...of } of await store.forgottenScopes(now, PER_RUN))
    await deleteOldEntries(store, of, { days: retentionDays, now })
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

/** Entries per page. */
const PAGE = 200

/** A scope keeps its entries as long as it has a session. With the last one, those that are as old as the retention go. */
async function forgetOldEntries(store: Ports['store'], session: Session | null, now: Date): Promise<void> {
  const scope = session && scopeOf(session)
  if (!session || !scope) return
  const of = { appId: session.appId, scope }
  const days = (await store.appSettings(of.appId))?.retentionDays ?? null
  if (days === null || (await store.standingSessions(of, { limit: 1 })).length > 0) return
  await deleteOldEntries(store, of, { days, now })
}

/** Deletes the entries of a scope that are older than some days. */
async function deleteOldEntries(
  store: Ports['store'],
  of: { appId: string; scope: string },
  { days, now }: { days: number; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS).toISOString()
  for (let after: string | undefined; ;) {
    const page = await store.standingEntries(of, { limit: PAGE, ...(after !== undefined && { after }) })
    const deleted = page.flatMap(({ id, at, closedAt }) => ((closedAt ?? at) < before ? [id] : []))
    const events = deleted.map((entryId) => ({
      type: 'standing-deleted' as const,
      data: { scope: of.scope, entryId, entries: 1 },
    }))
    after = page.findLast(({ id }) => !deleted.includes(id))?.id ?? after
    if (deleted.length > 0) await store.changeStanding(of, () => ({ changes: { deleted }, events, result: null }))
    if (page.length < PAGE) return
  }
}
