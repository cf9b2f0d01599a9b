import { offerUpgrade } from './offer-upgrade.js'
import type { Ports, Queue, Store } from '../ports/ports.js'

/** Compressions a sweep enqueues at most; the next one takes the rest, and workers are busy meanwhile. */
const SWEEP_LIMIT = 200

interface Needs {
  store: Pick<Store, 'pending'>
  queue: Pick<Queue, 'enqueue'>
}

/** Enqueues every compression that nobody works on: what the queue lost, what a worker died over, what was owed before a restart.
 * A job that is still queued stays the one it is. Returns how many were owed. [C7] [P9] */
export async function requeuePending({ store, queue }: Needs): Promise<number> {
  const pending = await store.pending(SWEEP_LIMIT)
  await Promise.all(
    pending.map(({ sessionId, compressionId }) =>
      queue.enqueue({ name: 'compression', sessionId, subjectId: compressionId }),
    ),
  )
  return pending.length
}

/** With nothing owed, a worker is woken for a copied checkpoint that a model may write anew, if there is one. [V5] */
export async function requeueUpgrades(ports: Ports): Promise<boolean> {
  const offered = await offerUpgrade(ports)
  if (offered) await ports.queue.enqueue({ name: 'compression', sessionId: '', subjectId: 'upgrade' })
  return offered
}
