import { offerUpgrade } from './rewrite/offer-upgrade.js'
import type { Ports, Queue, Store } from '../../ports/ports.js'

/** Most compressions per sweep. The next sweep enqueues the rest; workers are busy until then. */
const SWEEP_LIMIT = 200

interface Needs {
  store: Pick<Store, 'pending'>
  queue: Pick<Queue, 'enqueue'>
}

/** Enqueues every pending compression: jobs the queue lost, runs of killed workers, work from before a restart. A job that is still queued
 * is not doubled. Returns how many compressions were pending. [C7] [P9] */
export async function requeuePending({ store, queue }: Needs): Promise<number> {
  const pending = await store.pending(SWEEP_LIMIT)
  await Promise.all(
    pending.map(({ sessionId, compressionId }) =>
      queue.enqueue({ name: 'compression', sessionId, subjectId: compressionId }),
    ),
  )
  return pending.length
}

/** Wakes a worker for an extractive checkpoint that a model may rewrite, if there is one. Call when nothing is pending. [V5] */
export async function requeueUpgrades(ports: Ports): Promise<boolean> {
  const offered = await offerUpgrade(ports)
  if (offered) await ports.queue.enqueue({ name: 'compression', sessionId: '', subjectId: 'upgrade' })
  return offered
}

/**
 * Returns a look for compressions whose worker process died. What it finds twice in a row is free again at once, long
 * before its lease expires: a worker that only lost its connection has opened it by the second look. [C7] [P9]
 */
export function abandonedWatch(ports: Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>): () => Promise<void> {
  let missed: number[] = []
  let isFailing = false
  return async () => {
    try {
      const { missing, freed } = await ports.store.freeAbandoned(missed)
      missed = missing
      isFailing = false
      if (freed === 0) return
      ports.log.warn({ freed }, 'a worker died; its compressions are pending again')
      // With an id of its own: the queue still counts the job of the dead worker as running, and ignores its id.
      const subjectId = `freed-${ports.clock.now().getTime()}`
      await ports.queue.enqueue({ name: 'compression', sessionId: '', subjectId })
    } catch (error) {
      missed = []
      if (!isFailing) ports.log.warn({ err: error }, 'the look for dead workers failed; it is repeated')
      isFailing = true
    }
  }
}
