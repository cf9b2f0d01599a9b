import type { Clock, Ports } from '../../src/ports/ports.js'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { select, migratedDatabase, type TestDatabase } from '../support/database.js'
import { until } from '../support/until.js'

/** A daemon without workers of its own, so that a test runs each compression itself. */
export interface LeaseSetup {
  database: TestDatabase
  daemon: Daemon
  stop(): Promise<void>
}

export async function leaseSetup(): Promise<LeaseSetup> {
  const [database, ollama] = await Promise.all([migratedDatabase(), scriptedOllama()])
  const daemon = await startDaemon({ env: { DATABASE_URL: database.url, OLLAMA_HOST: ollama.url } })
  return {
    database,
    daemon,
    stop: async () => {
      await daemon.stop()
      await ollama.close()
      await database.drop()
    },
  }
}

/** A worker that waits in its first model call until it is let go, as one that the kernel has stopped. */
export interface HeldWorker {
  ports: Ports
  /** Resolves when it is in its model call. */
  asked: Promise<void>
  letGo(): void
}

export function heldWorker(ports: Ports, clock: Clock = ports.clock): HeldWorker {
  let asks = () => {}
  let letGo = () => {}
  const asked = new Promise<void>((resolve) => (asks = resolve))
  const free = new Promise<void>((resolve) => (letGo = resolve))
  const model: Ports['model'] = Object.create(ports.model, {
    chat: {
      value: async (request: Parameters<Ports['model']['chat']>[0]) => {
        asks()
        await free
        return ports.model.chat(request)
      },
    },
  })
  return { ports: { ...ports, model, clock }, asked, letGo }
}

/** A clock that is wrong by so much. */
export function wrongClock(aheadMs: number): Clock {
  return { now: () => new Date(Date.now() + aheadMs), monotonicMs: () => performance.now() }
}

export interface LeaseSeen {
  status: string
  runs: number
  /** Milliseconds of the lease that are left by the clock of the database; null: no lease. */
  left: number | null
}

export async function leaseOf(databaseUrl: string, id: string): Promise<LeaseSeen> {
  const text = `SELECT status, runs, extract(epoch FROM lease_until - clock_timestamp())::float8 * 1000 AS left FROM palimpsest.compressions WHERE id = $1`
  const [row] = await select<LeaseSeen>(databaseUrl, text, [id])
  if (!row) throw new Error(`no compression ${id}`)
  return row
}

/** Sets when lease and claim of a compression end: an interval from now, as Postgres writes one. Waits until a worker in its
 * model call has written so, because it writes its lease as well. */
export async function endLease(databaseUrl: string, id: string, fromNow: string): Promise<void> {
  const text = `UPDATE palimpsest.compressions SET claimed_until = now() + $2::interval,
    lease_until = CASE WHEN status = 'running' THEN now() + $2::interval END
    WHERE id = $1 AND (status <> 'running' OR body::text ~ '"stage": ?"summarize"') RETURNING id`
  await until('the lease is free to be set', async () => (await select(databaseUrl, text, [id, fromNow])).length > 0)
}

/** The one compression of a session that is queued or running. */
export async function activeOf(
  daemon: Daemon,
  sessionId: string,
): Promise<{ sessionId: string; compressionId: string }> {
  const compression = await daemon.ports.store.change(sessionId, null, (tx) => tx.activeCompression())
  if (!compression) throw new Error(`no compression of ${sessionId} is active`)
  return { sessionId, compressionId: compression.id }
}
