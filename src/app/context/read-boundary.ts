import { NO_WATERMARK, type Watermark } from '../../domain/session/watermark.js'
import { boundaryWaits, type BoundaryWait } from '../../domain/reductions/boundary-wait.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readRecords } from './read-context.js'

/** Returns the task boundary and what it waits for. Throws session_not_found. [D4] */
export async function readBoundary(
  ports: Pick<Ports, 'store'>,
  { sessionId, appId }: SessionAddress,
): Promise<Watermark & { waitsFor: BoundaryWait[] }> {
  const { session, entries, reductions } = await readRecords(ports, sessionId, appId)
  return { ...(session.watermark ?? NO_WATERMARK), waitsFor: boundaryWaits(session, entries, reductions) }
}
