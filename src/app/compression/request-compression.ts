import type { Compression, Strategy } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import type { Session } from '../../domain/session/session.js'
import { enqueueCompression } from './enqueue.js'
import type { Ports } from '../ports/ports.js'
import { createPendingCompression } from './check-budget.js'

/** How often a waiting request checks its compression, besides being notified. */
const POLL_MS = 500

/** Creates a compression on request, or joins the one that is queued or running. Waits at most `waitMs` for its end. */
export async function requestCompression(
  ports: Ports,
  input: { appId: string | null; sessionId: string; strategy: Strategy; instructions?: string; waitMs?: number },
): Promise<{ session: Session; compression: Compression; created: boolean }> {
  const { session, created, compression } = await ports.store.change(input.sessionId, input.appId, async (tx) => {
    const active = await tx.activeCompression()
    const pending =
      active ?? (await createPendingCompression(tx, ports, 'manual', input.strategy, input.instructions ?? null))
    return { session: tx.session, created: !active, compression: pending }
  })
  await enqueueCompression(ports, compression)
  return { session, created, compression: await untilEnded(ports, compression, input.waitMs ?? 0) }
}

async function untilEnded(ports: Ports, compression: Compression, waitMs: number): Promise<Compression> {
  const deadline = ports.clock.monotonicMs() + waitMs
  let now = compression
  for (;;) {
    const ended = now.state.status !== 'queued' && now.state.status !== 'running'
    const left = deadline - ports.clock.monotonicMs()
    if (ended || left <= 0) return now
    await ports.store.untilEvents(AbortSignal.timeout(Math.ceil(left)), Math.min(left, POLL_MS))
    const found = await ports.store.compression(compression.sessionId, compression.id)
    if (!found) throw new DomainError('session_not_found', `Session ${compression.sessionId} was deleted.`)
    now = found
  }
}
