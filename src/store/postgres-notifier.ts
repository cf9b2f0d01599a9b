import pg from 'pg'
import type { Log } from '../app/ports/ports.js'
import { connectionOptions } from './database.js'
import type { Notifier } from './notifier.js'

const CHANNEL = 'palimpsest_events'
/** Announcements of one process are gathered this long. Notifying commits one at a time in the whole cluster: it must not be done for each. */
const GATHER_MS = 5
const RECONNECT_MS = 250

/** Wake-ups by LISTEN/NOTIFY over one connection of its own. Never fails: while the database is away nobody is woken, and it comes back. */
export function openPostgresNotifier({ url, log }: { url: string; log: Log }): Notifier {
  const sleepers = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let gathering: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined

  const wakeAll = () => {
    for (const notifier of sleepers) notifier()
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
    // A wake-up need not survive a power cut, so its commit does not wait for the disk.
    const next = new pg.Client({
      ...connectionOptions(url),
      application_name: 'palimpsest-wake',
      options: '-c synchronous_commit=off',
    })
    next.on('error', (error) => log.warn({ err: error }, 'wake-up connection failed'))
    next.on('end', () => lost(next))
    next.on('notification', ({ processId }) => {
      if (processId !== nextPid) wakeAll() // our own are awake already
    })
    let nextPid: number | undefined
    try {
      await next.connect()
      const { rows } = await next.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      nextPid = rows[0]?.pid
      await next.query(`LISTEN ${CHANNEL}`)
      if (closed) return await next.end()
      client = next
      // What was announced while we were away is unknown, so everybody looks.
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
      gathering ??= setTimeout(() => {
        gathering = undefined
        client?.query(`NOTIFY ${CHANNEL}`).catch((error: Error) => log.debug({ err: error }, 'wake-up not announced'))
      }, GATHER_MS)
    },
    subscribe: (fn) => {
      const notifier = () => fn()
      sleepers.add(notifier)
      return () => sleepers.delete(notifier)
    },
    close: async () => {
      closed = true
      clearTimeout(gathering)
      clearTimeout(reconnecting)
      sleepers.clear()
      await opening
      await client?.end()
    },
  }
}
