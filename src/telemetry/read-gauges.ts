import { statfs } from 'node:fs/promises'
import type { Ports } from '../ports/ports.js'
import type { Metrics } from './metrics.js'

/** Reads the gauges of the whole service when the metrics are asked for. A source that does not answer sets its `…_up` to 0. */

export type GaugeSource = Pick<Ports, 'store' | 'queue' | 'settings'> & {
  /** Folder of the embedded database; null: the database is elsewhere. */
  dataDir: string | null
}

/** Longer than a slow database needs, shorter than the time-out of a scrape. */
const SOURCE_TIMEOUT_MS = 4_000
/** Health records read, those of apps' model names included. */
const MODELS_READ = 1_000

export async function readGauges(metrics: Metrics, source: GaugeSource): Promise<void> {
  const { store } = source
  const { used, idle, waiting } = store.pool()
  metrics.pool.set({ state: 'used' }, used)
  metrics.pool.set({ state: 'idle' }, idle)
  metrics.pool.set({ state: 'waiting' }, waiting)
  metrics.databaseFull.set(Number(store.isDiskFull()))
  metrics.permits.set(source.settings.modelSlots)
  const [isStoreUp, isQueueUp] = await Promise.all([
    answers(() => Promise.all([readStore(metrics, source), readModels(metrics, source)])),
    answers(() => readQueue(metrics, source)),
    answers(() => readDisk(metrics, source)),
  ])
  metrics.storeUp.set(Number(isStoreUp))
  metrics.queueUp.set(Number(isQueueUp))
}

async function readStore(metrics: Metrics, { store }: GaugeSource): Promise<void> {
  const stats = await store.serviceStats()
  metrics.sessions.set(stats.sessions)
  metrics.pending.set(stats.pendingCompressions)
  metrics.oldestPending.set(stats.oldestPendingSeconds)
  metrics.permitsUsed.set(stats.permitsUsed)
  metrics.eventLag.set(stats.eventLagSeconds)
  metrics.databaseBytes.set(stats.databaseBytes)
}

const OPEN = { closed: 0, 'half-open': 0.5, open: 1 } as const

async function readModels(metrics: Metrics, { store, settings }: GaugeSource): Promise<void> {
  const health = await store.modelHealth(settings.modelServer, null, MODELS_READ)
  const server = health.find(({ model }) => model === null)
  const models = health.filter(({ model }) => model !== null)
  metrics.breaker.set(OPEN[server?.breaker.state ?? 'closed'])
  metrics.modelsUnavailable.set(models.filter(({ breaker }) => breaker.state !== 'closed').length)
  metrics.modelsUnfit.set(models.filter(({ record }) => record.unfit !== null).length)
}

async function readQueue(metrics: Metrics, { queue }: GaugeSource): Promise<void> {
  for (const [name, counts] of Object.entries(await queue.depth()))
    for (const [state, jobs] of Object.entries(counts)) metrics.queueJobs.set({ queue: name, state }, jobs)
}

async function readDisk(metrics: Metrics, { dataDir }: GaugeSource): Promise<void> {
  if (dataDir === null) return
  const { bavail, blocks, bsize } = await statfs(dataDir)
  metrics.diskFree.set(bavail * bsize)
  metrics.diskSize.set(blocks * bsize)
}

/** Whether a source answered in time. */
async function answers(read: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), SOURCE_TIMEOUT_MS)
  })
  try {
    const read_ = read().then(() => true)
    return await Promise.race([read_, late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
