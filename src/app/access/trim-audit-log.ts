import type { Ports } from '../../ports/ports.js'

const DAY_MS = 24 * 60 * 60_000
/** Entries that are kept at most, whatever their age. */
const MAX_ENTRIES = 1_000_000
/** Reports of deletions that are kept at most. */
const MAX_DELETIONS = 100_000
/** Entries deleted by one statement. */
const AT_ONCE = 5_000

/** Deletes entries of the audit log, and reports of deletions, that are older than the operator keeps them. Returns how many. */
export async function trimAuditLog({
  store,
  clock,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'settings'>): Promise<number> {
  const before = new Date(clock.now().getTime() - settings.auditLogDays * DAY_MS)
  let total = 0
  for (let deleted = AT_ONCE; deleted === AT_ONCE; total += deleted) {
    deleted = await store.trimAuditLog(before, MAX_ENTRIES, AT_ONCE)
  }
  await store.trimDeletions(before, MAX_DELETIONS)
  return total
}
