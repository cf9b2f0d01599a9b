import type { Compression, Strategy } from '../../domain/compression/compression.js'
import { DomainError } from '../../domain/errors.js'
import type { Session } from '../../domain/session/session.js'
import { enqueueCompression } from './enqueue.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { planCompression, rulesNow } from '../../domain/compression/compression-plan.js'
import { createPendingCompression } from './check-budget.js'
import { provisionalIn } from './read-provisional.js'

/** How often a waiting request checks its compression, besides being notified. */
const POLL_MS = 500

/** Creates a compression on request, or joins the one that is queued or running. Waits at most `waitMs` for its end. */
export async function requestCompression(
  ports: Ports,
  input: { appId: string | null; sessionId: string; strategy: Strategy; instructions?: string; waitMs?: number },
): Promise<{ session: Session; compression: Compression; created: boolean }> {
  const { session, created, compression } = await ports.store.change(input.sessionId, input.appId, async (tx) => {
    const active = await tx.activeCompression()
    if (active) await noteRequest(tx, active, input.strategy)
    const pending = active ?? (await create(tx, ports, input))
    return { session: tx.session, created: !active, compression: pending }
  })
  await enqueueCompression(ports, compression)
  return { session, created, compression: await untilEnded(ports, compression, input.waitMs ?? 0) }
}

/** Creates the compression. With nothing new to compress, it has the model rewrite the provisional checkpoint, if there is one. [V5] */
async function create(
  tx: SessionTx,
  ports: Ports,
  { strategy, instructions = null }: { strategy: Strategy; instructions?: string | null },
): Promise<Compression> {
  const provisional = strategy === 'auto' ? await provisionalIn(tx) : null
  if (!provisional) return createPendingCompression(tx, ports, 'manual', strategy, instructions)
  const { plan } = planCompression(tx.session, await tx.entries(), rulesNow(tx.session))
  return plan
    ? createPendingCompression(tx, ports, 'manual', strategy, instructions)
    : createPendingCompression(tx, ports, 'upgrade', strategy, instructions, provisional.id)
}

/** Records the request in a compression that waits, so that a model is asked even if the span is small. */
async function noteRequest(tx: SessionTx, active: Compression, strategy: Strategy): Promise<void> {
  if (strategy !== 'auto' || active.state.status !== 'queued' || active.trigger !== 'budget') return
  active.requested = true
  await tx.updateCompression(active)
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
