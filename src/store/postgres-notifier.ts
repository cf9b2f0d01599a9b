import pg from 'pg'
import type { Log } from '../app/ports/ports.js'
import { connectionOptions } from './database.js'
import type { Notifier } from './notifier.js'

const CHANNEL = 'palimpsest_events'
/**
 * Time during which one process merges its notifications. Postgres serializes commits with NOTIFY across the whole
 * cluster, so one NOTIFY per commit is too slow.
 */
const BATCH_MS = 5
const RECONNECT_MS = 250

/**
 * Sends and receives wake-ups with LISTEN/NOTIFY on a dedicated connection. Never throws: while the database is
 * unavailable no process is woken, and the connection reopens by itself.
 */
export function openPostgresNotifier({ url, log }: { url: string; log: Log }): Notifier {
  const subscribers = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let batching: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined

  const wakeAll = () => {
    for (const wake of subscribers) wake()
  }
  const lost = (which: pg.Client) => {
    if (client === which) client = undefined
    if (!closed && !reconnecting) {
      reconnecting = setTimeout(() => {
        reconnecting = undefined
        opening = open()
      }, RECONNECT_MS)
    }
  }
  const open = async () => {
    // A wake-up need not survive a power failure, so its commit does not wait for the disk.
    const next = new pg.Client({
      ...connectionOptions(url),
      application_name: 'palimpsest-wake',
      options: '-c synchronous_commit=off',
    })
    next.on('error', (error) => log.warn({ err: error }, 'wake-up connection failed'))
    next.on('end', () => lost(next))
    next.on('notification', ({ processId }) => {
      if (processId !== nextPid) wakeAll() // this process has already woken its own followers
    })
    let nextPid: number | undefined
    try {
      await next.connect()
      const { rows } = await next.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      nextPid = rows[0]?.pid
      await next.query(`LISTEN ${CHANNEL}`)
      if (closed) return await next.end()
      client = next
      // Notifications sent while we were disconnected are lost, so wake every subscriber.
      wakeAll()
    } catch (error) {
      log.warn({ err: error }, 'wake-up connection failed')
      await next.end().catch(() => {})
      lost(next)
    }
  }
  let opening = open()

  return {
    notify: () => {
      batching ??= setTimeout(() => {
        batching = undefined
        client?.query(`NOTIFY ${CHANNEL}`).catch((error: Error) => log.debug({ err: error }, 'wake-up not sent'))
      }, BATCH_MS)
    },
    subscribe: (fn) => {
      const wake = () => fn()
      subscribers.add(wake)
      return () => subscribers.delete(wake)
    },
    close: async () => {
      closed = true
      clearTimeout(batching)
      clearTimeout(reconnecting)
      subscribers.clear()
      await opening
      await client?.end()
    },
  }
}
