import type { SkipReason } from '../../domain/compression/compression.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { endCompression } from './lifecycle.js'
import { stopwatch } from './stage-times.js'

/** Ends the pending or running compression of a session without a cut. Its worker finds that it has ended. [C7] [P9] */
export async function skipActive(tx: SessionTx, ports: Pick<Ports, 'clock'>, reason: SkipReason): Promise<void> {
  const active = await tx.activeCompression()
  if (active) await endCompression(tx, ports, active, stopwatch(ports.clock), { status: 'skipped', reason })
}
