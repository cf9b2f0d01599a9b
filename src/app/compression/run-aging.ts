import { DomainError } from '../../domain/errors.js'
import { ageCheckpoints } from './age-checkpoints.js'
import type { Ports } from '../ports/ports.js'

/** Ages every older checkpoint after a completed compression. Duplicate and late jobs are no-ops. [C5] */
export async function runAging(ports: Ports, subject: { sessionId: string; compressionId: string }): Promise<void> {
  try {
    await ports.store.change(subject.sessionId, null, (tx) =>
      ageCheckpoints(tx, ports, { after: subject.compressionId }),
    )
  } catch (error) {
    if (error instanceof DomainError && error.code === 'session_not_found') return
    throw error
  }
}
