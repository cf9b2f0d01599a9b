import type { Compression, ModelAttempt } from '../../../domain/compression/compression.js'
import type { SeqRange } from '../../../domain/message.js'
import { stillRunning } from '../lifecycle.js'
import type { Ports } from '../../../ports/ports.js'

/** Minimum time between two progress events. */
const INTERVAL_MS = 2_000

/** Records that the model is asked for a summary, with the calls made before, and returns a callback that turns its progress
 * into events. The first event has no tokens. Nothing waits for the writes. [V1] [C3] */
export function progressReporter(
  { store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>,
  { id, sessionId, runs }: Pick<Compression, 'id' | 'sessionId' | 'runs'>,
  { range, attempts }: { range: SeqRange; attempts: readonly ModelAttempt[] },
): (outputTokens: number) => void {
  const made = [...attempts]
  const report = (outputTokens: number) => {
    const data = { compressionId: id, from: range.from, to: range.to, outputTokens }
    store
      .change(sessionId, null, async (tx) => {
        const compression = await stillRunning(tx, { compressionId: id, runs })
        if (compression?.state.status !== 'running') return
        if (outputTokens === 0) {
          compression.state.stage = 'summarize'
          compression.attempts = made
          await tx.updateCompression(compression)
        }
        tx.emit({ type: 'compression-progress', data })
      })
      .catch((error: unknown) => log.debug({ compressionId: id, err: error }, 'progress not reported'))
  }
  report(0)
  let reportedAt = clock.monotonicMs()
  return (outputTokens) => {
    if (clock.monotonicMs() - reportedAt < INTERVAL_MS) return
    reportedAt = clock.monotonicMs()
    report(outputTokens)
  }
}
