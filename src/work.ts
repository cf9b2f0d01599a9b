import type { Job, JobName, Ports } from './ports/ports.js'
import { DELETIONS_JOB } from './app/deletions/start-deletion.js'
import { runDeletions } from './app/deletions/run-deletions.js'
import { trimAuditLog } from './app/access/trim-audit-log.js'
import { sendAlerts } from './app/alerts/send-alerts.js'
import { forgetDeleted } from './app/deletions/forget-deleted.js'
import { applyRetention } from './app/apps/apply-retention.js'
import { abandonedWatch } from './app/compression/requeue-pending.js'
import { runAging } from './app/compression/run-aging.js'
import { auditSample } from './app/context/audit-sample.js'
import { deriveLedgers } from './app/context/derive-ledgers.js'
import { recountSample } from './app/context/recount-sample.js'
import { requeuePending, requeueUpgrades } from './app/compression/requeue-pending.js'
import { ColdSessions } from './app/warm-up/cold-sessions.js'
import { drainPending } from './app/compression/drain.js'
import { indexPending } from './app/search/index-messages.js'
import { IndexRetries } from './app/search/index-retries.js'

/** The work of a worker, in any process: the job handlers, and the sweep that finds jobs the queue lost. */

export type StartWorkers = (options: {
  handlers: Record<JobName, (job: Job, signal: AbortSignal) => Promise<void>>
  concurrency: Record<JobName, number>
  log: Ports['log']
}) => { stop(): Promise<void> }

/** Time between sweeps for what the queue lost, and for leases that expired. */
const SWEEP_EVERY_MS = 20_000
/** Time between looks for workers that died. Two looks in a row must miss one. */
const WATCH_EVERY_MS = 3_000
/** Time between looks for messages that are not in the search index. */
const INDEX_EVERY_MS = 1_000
/** Id of the job that sends alerts: the queue has it once, so that one process sends them. */
const ALERTS = 'alerts'
/** Upkeep runs at the start and every ten minutes. */
const SWEEPS_TO_UPKEEP = 30

/** Starts the workers and the sweep. Returns after the first sweep. `modelSlots`: maximum concurrent model calls. */
export async function startWork(
  ports: Ports,
  startWorkers: StartWorkers,
  modelSlots: number,
): Promise<{ stop(): Promise<void> }> {
  const cold = new ColdSessions()
  const workers = startWorkers({
    handlers: {
      // The store, not the job, picks the next compression. [V7]
      compression: ({ sessionId }, signal) => {
        // It may have been woken by an answer to a session that was compressed meanwhile.
        cold.add(sessionId)
        return drainPending(ports, signal, cold)
      },
      aging: ({ sessionId, subjectId }) => runAging(ports, { sessionId, compressionId: subjectId }),
      upkeep: async ({ subjectId }, signal) => {
        if (subjectId === ALERTS) return alert(ports, signal)
        if (subjectId === DELETIONS_JOB) return void (await runDeletions(ports, signal))
        await deriveLedgers(ports)
        await auditSample(ports)
        await recountSample(ports)
        await retain(ports)
        await trim(ports)
        await sizeSessions(ports)
      },
    },
    // Alerts and deletions do not wait for the other upkeep. One job more than the model has slots: extractive compressions and evictions need not wait for the model.
    concurrency: { compression: modelSlots + 1, aging: 1, upkeep: 3 },
    log: ports.log,
  })
  const sweeps = repeat(SWEEP_EVERY_MS, async (run) => {
    await sweep(ports, true)
    if (ports.alerts !== null) await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: ALERTS })
    if (run % SWEEPS_TO_UPKEEP === 0) await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: 'all' })
  })
  const watch = repeat(WATCH_EVERY_MS, abandonedWatch(ports))
  const stopping = new AbortController()
  const indexing = repeat(INDEX_EVERY_MS, indexer(ports, stopping.signal))
  await sweeps.first
  return {
    stop: async () => {
      stopping.abort()
      await indexing.stop()
      await Promise.all([sweeps.stop(), watch.stop()])
      await workers.stop()
      // Offers interrupted work to the other workers now. Without this, their own sweeps find it within a minute.
      await sweep(ports)
    },
  }
}

async function sweep(ports: Ports, upgrades = false): Promise<void> {
  try {
    const ended = await ports.store.sweepImports()
    if (ended > 0) ports.log.info({ ended }, 'interrupted imports deleted')
    const pending = await requeuePending(ports)
    if (pending > 0) ports.log.info({ pending }, 'pending compressions enqueued')
    else if (upgrades) await requeueUpgrades(ports)
    if ((await ports.store.runningDeletions(1)).length > 0)
      await ports.queue.enqueue({ name: 'upkeep', sessionId: '', subjectId: DELETIONS_JOB })
    const forgotten = await forgetDeleted(ports)
    if (forgotten > 0) ports.log.info({ forgotten }, 'words of deleted sessions taken out of others')
  } catch (error) {
    ports.log.warn({ err: error }, 'sweep failed; the next one tries again')
  }
}

async function alert({ alerts, ...ports }: Ports, signal: AbortSignal): Promise<void> {
  if (alerts !== null) await sendAlerts({ ...ports, alerts }, signal)
}

async function retain(ports: Ports): Promise<void> {
  try {
    const { scheduled, deleted } = await applyRetention(ports)
    if (scheduled + deleted > 0) ports.log.info({ scheduled, deleted }, 'retention applied')
  } catch (error) {
    ports.log.warn({ err: error }, 'retention failed; the next run tries again')
  }
}

async function trim(ports: Ports): Promise<void> {
  try {
    const entries = await trimAuditLog(ports)
    if (entries > 0) ports.log.info({ entries }, 'old entries of the audit log deleted')
  } catch (error) {
    ports.log.warn({ err: error }, 'old entries of the audit log not deleted; the next run tries again')
  }
}

/** Sessions of an older version whose bytes are counted at a time. */
const SIZED_AT_ONCE = 50

/** Counts the bytes of sessions that an older version stored, until all are counted. */
async function sizeSessions({ store, log }: Ports): Promise<void> {
  try {
    let total = 0
    for (let sized = SIZED_AT_ONCE; sized === SIZED_AT_ONCE; total += sized) {
      sized = await store.sizeSessions(SIZED_AT_ONCE)
    }
    if (total > 0) log.info({ total }, 'bytes of older sessions counted')
  } catch (error) {
    log.warn({ err: error }, 'bytes of older sessions not counted; the next run tries again')
  }
}

/** Returns a run of the index. Logs when the store begins or ends to fail, not each time. */
function indexer(ports: Ports, signal: AbortSignal): () => Promise<void> {
  const retries = new IndexRetries()
  let isFailing = false
  return async () => {
    try {
      const indexed = await indexPending(ports, { signal, retries })
      if (isFailing) ports.log.info({}, 'indexing for search works again')
      isFailing = false
      if (indexed > 0) ports.log.debug({ indexed }, 'messages indexed for search')
    } catch (error) {
      if (!isFailing) ports.log.warn({ err: error }, 'indexing for search failed; it is tried again every second')
      isFailing = true
    }
  }
}

/** Runs now, then again `everyMs` after each run ends, so that runs never overlap. `run` receives 0, 1, 2 … */
function repeat(
  everyMs: number,
  run: (number: number) => Promise<void>,
): { first: Promise<void>; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let runs = 0
  let running = Promise.resolve()
  const runNext = (): Promise<void> => {
    running = run(runs++).finally(() => {
      if (!stopped) timer = setTimeout(runNext, everyMs)
    })
    return running
  }
  return {
    first: runNext(),
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
