import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../ports/ports.js'
import { connectionOptions } from './database.js'

/**
 * Shows other processes that this one lives: a connection of its own keeps an advisory lock. When the process dies, the
 * system closes its connection and Postgres releases the lock at once. No clock is involved, and a process that is only
 * slow keeps it. A machine that disappears from the network keeps it as well: its leases expire instead.
 */
export interface Presence {
  /** Returns the number of the lock; null while there is no connection, so that only the lease counts. */
  number(): Promise<number | null>
  close(): Promise<void>
}

/** First key of the lock. The second one is the number of the process. */
const LOCK_CLASS = 7_420
const RECONNECT_MS = 250

/** SQL: numbers of the processes that live. */
export const PRESENT = `
  SELECT objid::bigint AS worker FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${LOCK_CLASS} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Connects at the first call of `number`. A lost connection is opened again, with the same number. */
export function openPresence({ url, log }: { url: string; log: Log }): Presence {
  const number = randomInt(1, 2 ** 31 - 1)
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let closed = false

  const lost = (which: pg.Client) => {
    if (client === which) client = undefined
    if (!closed) reconnecting ??= setTimeout(reopen, RECONNECT_MS)
  }
  const reopen = () => {
    reconnecting = undefined
    opening = open()
  }
  const open = async () => {
    const next = new pg.Client({ ...connectionOptions(url), application_name: 'palimpsest-presence' })
    next.on('error', (error) => log.debug({ err: error }, 'presence connection failed'))
    try {
      await next.connect()
      next.once('end', () => lost(next))
      // Another connection has it only while Postgres still closes our previous one.
      const text = 'SELECT pg_try_advisory_lock($1, $2) AS taken'
      const { rows } = await next.query<{ taken: boolean }>(text, [LOCK_CLASS, number])
      if (!rows[0]?.taken || closed) return await next.end()
      client = next
    } catch (error) {
      log.warn({ err: error }, 'presence connection failed; it is opened again')
      await next.end().catch(() => {})
      lost(next)
    }
  }
  return {
    number: async () => {
      if (closed) return null
      await (opening ??= open())
      return client === undefined ? null : number
    },
    close: async () => {
      closed = true
      clearTimeout(reconnecting)
      await opening
      await client?.end()
    },
  }
}
