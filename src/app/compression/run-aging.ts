import { DomainError } from '../../domain/errors.js'
import { ageCheckpoints } from './age-checkpoints.js'
import { enqueueCompression } from './enqueue.js'
import { offerAged } from './rewrite/offer-aged.js'
import type { Ports } from '../../ports/ports.js'

/** Ages every older checkpoint after a completed compression, if its transaction did not. Duplicate and late jobs are
 * no-ops. With `aging: "llm"`, a model then rewrites them one by one. [C5] */
export async function runAging(ports: Ports, subject: { sessionId: string; compressionId: string }): Promise<void> {
  try {
    const pending = await ports.store.change(subject.sessionId, null, async (tx) => {
      if (!(await ageCheckpoints(tx, ports, { after: subject.compressionId }))) return null
      return offerAged(tx, ports)
    })
    if (pending) await enqueueCompression(ports, pending)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'session_not_found') return
    throw error
  }
}
