import { DomainError } from '../../domain/errors.js'
import { CURSOR_START } from '../../domain/event.js'
import {
  BUDGET_LOG_TYPES,
  EMPTY_BUDGET_LOG,
  withBudgetEvents,
  type BudgetLog,
} from '../../domain/reports/budget-log.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { recentEntries } from '../shared/recent.js'
import { readSession } from '../shared/read-session.js'

/** Events read at once. */
const PAGE = 1_000
/** Sessions whose logs are kept. One has at most 2,000 points, of 0.3 KB each. */
const KEPT = 20

interface KeptLog {
  log: BudgetLog
  /** Cursor after the newest event that was read. */
  cursor: string
}

/** The past does not change, so only events after it are read. */
const kept = recentEntries<KeptLog>(KEPT)

/** Returns how full the context was over time, and its cuts. Throws session_not_found. [R5] */
export async function readBudget(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId }: SessionAddress,
): Promise<BudgetLog> {
  await readSession({ store }, { sessionId, appId })
  await store.untilPublished()
  const known = kept.get(sessionId)
  const read = await readOn({ store }, sessionId, known ?? { log: EMPTY_BUDGET_LOG, cursor: CURSOR_START }).catch(
    (error: unknown) => {
      // A restored backup has another event log.
      if (known === undefined || !(error instanceof DomainError) || error.code !== 'cursor_invalid') throw error
      return readOn({ store }, sessionId, { log: EMPTY_BUDGET_LOG, cursor: CURSOR_START })
    },
  )
  kept.set(sessionId, read)
  return read.log
}

async function readOn({ store }: Pick<Ports, 'store'>, sessionId: string, known: KeptLog): Promise<KeptLog> {
  const filter = { sessionIds: [sessionId], types: BUDGET_LOG_TYPES }
  let { log, cursor } = known
  for (;;) {
    const { events, head, more } = await store.sessionEvents(cursor, filter, PAGE)
    log = withBudgetEvents(log, events)
    cursor = head
    if (!more) return { log, cursor }
  }
}
