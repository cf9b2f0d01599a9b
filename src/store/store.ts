import type { Log, Store } from '../app/ports.js'
import { appTables } from './apps.js'
import { compressionTable } from './compressions.js'
import { openDatabase } from './database.js'
import { eventLog } from './events.js'
import { failUnread } from './fail-unread.js'
import { goalTables } from './goals.js'
import { ledgerTable } from './ledger.js'
import { MessageCache } from './message-cache.js'
import { messageTable } from './message-table.js'
import { modelCareTable } from './model-care.js'
import { migrate } from './migrate.js'
import { openPostgresWake } from './postgres-wake.js'
import { recordTables } from './records.js'
import { sessionTable } from './sessions.js'
import { shortMessages } from './short-messages.js'
import { turnTables } from './turns.js'
import { SessionCache } from './view.js'
import { WakeRoom, type Wake } from './wake.js'

export interface StoreOptions {
  /** Of a Postgres 14 or newer. */
  url: string
  log: Log
  /** How processes wake each other; LISTEN/NOTIFY when there is none. Whoever opened it closes it. */
  wake?: Wake | undefined
  /** Connections for statements; one more listens. */
  poolSize?: number
  /** For messages, and as much again for what is known of sessions. */
  cacheBytes?: number
}

const DEFAULT_CACHE_BYTES = 32 * 1024 * 1024

/** Migrates the database and opens the store. Throws store_unavailable, or what is wrong with the tables. */
export async function openStore({ url, log, wake: given, poolSize, cacheBytes = DEFAULT_CACHE_BYTES }: StoreOptions): Promise<Store> {
  await migrate(url, log)
  const db = openDatabase({ url, log, poolSize })
  const between = given ?? openPostgresWake({ url, log })
  const wake = new WakeRoom(between)
  const messages = new MessageCache(cacheBytes)
  const known = new SessionCache(cacheBytes)
  let closed: Promise<void> | undefined
  const close = async () => {
    wake.close()
    if (!given) await between.close()
    await db.close()
  }
  return {
    ping: async () => void (await db.query({ text: 'SELECT' })),
    ...appTables(db),
    ...sessionTable({ db, wake, known, messages }),
    ...messageTable(db, messages),
    ...shortMessages(db, messages),
    ...compressionTable(db),
    ...turnTables(db),
    failUnread: failUnread(db, wake),
    ...modelCareTable(db, wake),
    ...recordTables(db),
    ...ledgerTable(db),
    ...goalTables(db),
    ...eventLog(db, wake),
    close: () => (closed ??= close()),
  }
}
