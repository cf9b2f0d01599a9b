import type { Compression } from '../../../domain/compression/compression.js'
import type { SeqRange } from '../../../domain/message.js'
import { stillRunning } from '../lifecycle.js'
import type { Ports } from '../../ports/ports.js'

/** Minimum time between two progress events. */
const INTERVAL_MS = 2_000

/** Returns a callback that turns a model's progress into events. [V1] */
export function progressReporter(
  { store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>,
  { id, sessionId, runs }: Pick<Compression, 'id' | 'sessionId' | 'runs'>,
  range: SeqRange,
): (outputTokens: number) => void {
  let reportedAt = clock.monotonicMs()
  return (outputTokens) => {
    if (clock.monotonicMs() - reportedAt < INTERVAL_MS) return
    reportedAt = clock.monotonicMs()
    const data = { compressionId: id, from: range.from, to: range.to, outputTokens }
    store
      .change(sessionId, null, async (tx) => {
        if (await stillRunning(tx, { compressionId: id, runs })) tx.emit({ type: 'compression-progress', data })
      })
      .catch((error: unknown) => log.debug({ compressionId: id, err: error }, 'progress not reported'))
  }
}
