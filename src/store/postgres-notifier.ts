import pg from 'pg'
import type { Log } from '../ports/ports.js'
import { connectionOptions } from './database.js'
import type { Notifier, Topic } from './notifier.js'

const CHANNELS = { events: 'palimpsest_events', keys: 'palimpsest_keys' } as const satisfies Record<Topic, string>
const TOPICS = ['events', 'keys'] as const satisfies readonly Topic[]
/**
 * Time during which one process merges its notifications. Postgres serializes commits with NOTIFY across the whole
 * cluster, so one NOTIFY per commit is too slow.
 */
const BATCH_MS = 5
/** Shortest time between two of them, so that steady work does not pay for one with every commit: each is a
 * transaction of its own, and wakes this process as well. */
const INTERVAL_MS = 25
const RECONNECT_MS = 250
const QUERY_TIMEOUT_MS = 10_000

/**
 * Sends and receives wake-ups with LISTEN/NOTIFY on a dedicated connection. Never throws: while the database is
 * unavailable no process is woken, and the connection reopens by itself.
 */
export function openPostgresNotifier({ url, log }: { url: string; log: Log }): Notifier {
  const subscribers = new Set<(topic: Topic) => void>()
  let client: pg.Client | undefined
  let closed = false
  let reconnecting: NodeJS.Timeout | undefined

  const wakeAll = (topic: Topic) => {
    for (const wake of subscribers) wake(topic)
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
      query_timeout: QUERY_TIMEOUT_MS,
      options: '-c synchronous_commit=off',
    })
    next.on('error', (error) => log.warn({ err: error }, 'wake-up connection failed'))
    next.on('end', () => lost(next))
    next.on('notification', ({ processId, channel }) => {
      // This process has already woken its own followers.
      if (processId !== nextPid) wakeAll(channel === CHANNELS.keys ? 'keys' : 'events')
    })
    let nextPid: number | undefined
    try {
      await next.connect()
      const { rows } = await next.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      nextPid = rows[0]?.pid
      for (const topic of TOPICS) await next.query(`LISTEN ${CHANNELS[topic]}`)
      if (closed) return await next.end()
      client = next
      // Notifications sent while we were disconnected are lost, so wake every subscriber.
      TOPICS.forEach(wakeAll)
    } catch (error) {
      log.warn({ err: error }, 'wake-up connection failed')
      await next.end().catch(() => {})
      lost(next)
    }
  }
  let opening = open()
  const { notify, stop } = merged(async (topics) => {
    try {
      await client?.query(topics.map((topic) => `NOTIFY ${CHANNELS[topic]}`).join('; '))
    } catch (error) {
      log.debug({ err: error }, 'wake-up not sent')
    }
  })

  return {
    notify,
    subscribe: (fn) => {
      const wake = (topic: Topic) => fn(topic)
      subscribers.add(wake)
      return () => subscribers.delete(wake)
    },
    close: async () => {
      closed = true
      stop()
      clearTimeout(reconnecting)
      subscribers.clear()
      await opening
      await client?.end()
    },
  }
}

/** Returns a function that sends once for all topics named within BATCH_MS, or within INTERVAL_MS of the last time. While a statement runs, topics wait for its
 * end: on a busy server, statements would queue on the connection without end, and the driver warns of that on stderr. */
function merged(send: (topics: readonly Topic[]) => Promise<void>): { notify(topic: Topic): void; stop(): void } {
  const due = new Set<Topic>()
  let batching: NodeJS.Timeout | undefined
  let stopped = false
  let sentAtMs = -INTERVAL_MS
  const run = async () => {
    const topics = [...due]
    due.clear()
    sentAtMs = performance.now()
    await send(topics)
    batching = undefined
    if (due.size > 0) schedule()
  }
  const schedule = () => {
    if (stopped || batching) return
    batching = setTimeout(() => void run(), Math.max(BATCH_MS, sentAtMs + INTERVAL_MS - performance.now()))
  }
  return {
    notify: (topic) => {
      due.add(topic)
      schedule()
    },
    stop: () => {
      stopped = true
      clearTimeout(batching)
    },
  }
}
