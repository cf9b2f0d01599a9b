import type { Log, Store } from '../ports/ports.js'
import { CalibrationReader, calibrationTable } from './calibrations.js'
import { appSettingsTable } from './apps/app-settings.js'
import { deletionTable } from './apps/deletions.js'
import { retentionTable } from './apps/retention.js'
import { quotaTables } from './apps/quotas.js'
import { appTable } from './access/apps.js'
import { auditTable } from './access/audit-log.js'
import { keyTable } from './access/keys.js'
import { ticketTable } from './access/tickets.js'
import { compressionTable } from './tables/compressions.js'
import { openDatabase } from './database.js'
import { doorLinkTable } from './doors/door-links.js'
import { eventLog } from './tables/events.js'
import { sessionEvents } from './tables/session-events.js'
import { failUnread } from './tables/fail-unreadable.js'
import { goalTables } from './tables/goals.js'
import { ledgerTable } from './tables/ledger.js'
import { MessageCache } from './messages/message-cache.js'
import { messageTable } from './messages/messages.js'
import { modelHealthTable } from './tables/model-health.js'
import { migrate } from './migrate.js'
import { momentTables } from './tables/moments.js'
import { openPostgresNotifier } from './postgres-notifier.js'
import { openPresence } from './presence.js'
import { recallTables } from './recall/recalls.js'
import { scopeTables } from './standing/scopes.js'
import { standingTables } from './standing/standing.js'
import { recordTables } from './tables/records.js'
import { replacedPrompts } from './tables/replaced-prompts.js'
import { archiveReader } from './archive/read-archive.js'
import { archiveWriter } from './archive/write-archive.js'
import type { Parts } from './sessions/change-session.js'
import { KeyedMutex } from './sessions/keyed-mutex.js'
import { RememberedRows } from './sessions/remembered-rows.js'
import { sessionLists } from './sessions/session-lists.js'
import { sessionTable } from './sessions/sessions.js'
import { snapshotTable } from './tables/snapshots.js'
import { passageFinder } from './search/find-passages.js'
import { indexWriter } from './search/index-writer.js'
import { hitPlaces } from './search/places.js'
import { shortMessages } from './messages/short-messages.js'
import { schedulerTable } from './scheduling/scheduler.js'
import { statsTable } from './tables/stats.js'
import { upkeepTable } from './scheduling/upkeep.js'
import { SessionCache } from './tables/view.js'
import { LocalNotifier, type Notifier } from './notifier.js'

export interface StoreOptions {
  /** URL of a Postgres server, version 14 or newer. */
  url: string
  log: Log
  /** Wakes other processes; default LISTEN/NOTIFY. The caller closes a notifier it passes in. */
  notifier?: Notifier | undefined
  /** Called with the events of a session after their commit. */
  onEvents?: Parts['onEvents']
  /** Connections for statements. The default notifier uses one more. */
  poolSize?: number
  /** Size of the message cache in bytes. The session cache may use as much again. */
  cacheBytes?: number
}

const DEFAULT_CACHE_BYTES = 32 * 1024 * 1024

/** Migrates the database and opens the store. Throws store_unavailable, or an error that describes the wrong tables. */
export async function openStore({
  url,
  log,
  notifier: givenNotifier,
  poolSize,
  cacheBytes = DEFAULT_CACHE_BYTES,
  onEvents = () => {},
}: StoreOptions): Promise<Store> {
  await migrate(url, log)
  const rows = new RememberedRows()
  const db = openDatabase({ url, log, poolSize, onLost: () => rows.forgetAll() })
  const otherProcesses = givenNotifier ?? openPostgresNotifier({ url, log })
  const notifier = new LocalNotifier(otherProcesses)
  const presence = openPresence({ url, log })
  const messages = new MessageCache(cacheBytes)
  const known = new SessionCache(cacheBytes)
  const calibrations = new CalibrationReader()
  const parts = { db, notifier, known, rows, messages, calibrations, mutex: new KeyedMutex(), onEvents }
  let closed: Promise<void> | undefined
  const close = async () => {
    notifier.close()
    if (!givenNotifier) await otherProcesses.close()
    await presence.close()
    await db.close()
  }
  return {
    ping: async () => {
      db.requireDiskSpace()
      await db.query({ text: 'SELECT' })
    },
    ...appTable(db),
    ...keyTable(db, notifier),
    ...ticketTable(db),
    ...auditTable(db),
    ...appSettingsTable(db),
    ...retentionTable(db),
    ...deletionTable(db, notifier),
    ...quotaTables(db),
    ...sessionTable(parts),
    ...sessionLists(parts.db),
    ...archiveReader(db),
    ...archiveWriter(parts),
    ...messageTable(db, messages),
    ...shortMessages(db, messages),
    ...compressionTable(db),
    ...schedulerTable(db, presence),
    ...upkeepTable(db),
    ...statsTable(db),
    failUnread: failUnread(db, notifier),
    ...calibrationTable(db, calibrations),
    ...modelHealthTable(db, notifier),
    ...recordTables(db),
    ...recallTables(db),
    ...standingTables(db, notifier),
    ...scopeTables(db),
    ...replacedPrompts(db),
    ...momentTables(db),
    ...snapshotTable(db),
    ...ledgerTable(db),
    ...goalTables(db),
    ...doorLinkTable(db),
    ...eventLog(db, notifier),
    sessionEvents: sessionEvents(db),
    ...indexWriter(db),
    ...passageFinder(db),
    ...hitPlaces(db),
    close: () => (closed ??= close()),
  }
}
