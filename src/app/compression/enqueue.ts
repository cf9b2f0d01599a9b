import type { Compression } from '../../domain/compression/compression.js'
import type { Ports } from '../../ports/ports.js'

/** Adds the job for a pending compression. Call after the commit: a worker must not receive a job before its rows exist.
 * The job only wakes a worker; the store picks the compression it runs. [V7] */
export async function enqueueCompression(
  { queue }: Pick<Ports, 'queue'>,
  { id, sessionId }: Pick<Compression, 'id' | 'sessionId'>,
): Promise<void> {
  await queue.enqueue({ name: 'compression', sessionId, subjectId: id })
}
