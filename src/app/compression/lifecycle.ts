import { LEASE_MS, type Compression, type FailReason, type SkipReason } from '../../domain/compression/compression.js'
import type { CompressorState } from '../../domain/session/session.js'
import type { Ports, Run, SessionTx } from '../ports/ports.js'
import type { Stopwatch } from './stage-times.js'

/** A compression taken up this often without an end is given up, visibly. [P9] */
const RUNS_ALLOWED = 5
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 600_000

export type Ending =
  { status: 'skipped'; reason: SkipReason } | { status: 'failed'; reason: FailReason; detail: string }

/** Whether a worker may take it up: queued, or left by a worker whose lease ran out. A lease further ahead than any lease can be was written
 * by a wrong clock and does not count.
 * @param now database time */
export function isFree({ state }: Compression, now: Date): boolean {
  if (state.status !== 'running') return state.status === 'queued'
  return state.leaseUntil < now || state.leaseUntil > leaseFrom(now)
}

/** End of a lease that begins now.
 * @param now database time */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** The compression, if this run of it still is the one that runs; null: a later worker has taken it up, or it has ended. */
export async function stillRunning(
  tx: SessionTx,
  { compressionId, runs }: Pick<Run, 'compressionId' | 'runs'>,
): Promise<Compression | null> {
  const compression = await tx.compression(compressionId)
  return compression?.state.status === 'running' && compression.runs === runs ? compression : null
}

/** Counts a run; false: it was taken up too often, and has been ended. */
export async function countRun(
  tx: SessionTx,
  ports: Pick<Ports, 'clock'>,
  compression: Compression,
  watch: Stopwatch,
): Promise<boolean> {
  compression.runs += 1
  if (compression.runs - (compression.givenBack ?? 0) <= RUNS_ALLOWED) return true
  await endCompression(tx, ports, compression, watch, {
    status: 'failed',
    reason: 'gave-up',
    detail: `taken up ${RUNS_ALLOWED} times without an end`,
  })
  return false
}

/** Ends one that made no cut, and says why. */
export async function endCompression(
  tx: SessionTx,
  ports: Pick<Ports, 'clock'>,
  compression: Compression,
  watch: Stopwatch,
  ending: Ending,
): Promise<void> {
  compression.stages = watch.end()
  compression.state = { ...ending, finishedAt: ports.clock.now() }
  tx.session.compressor =
    ending.status === 'failed' ? backOff(tx.session.compressor, ending.reason, ports.clock.now()) : { state: 'idle' }
  await tx.updateCompression(compression)
  const data = { compressionId: compression.id, reason: ending.reason }
  tx.emit(
    ending.status === 'skipped'
      ? { type: 'compression-skipped', data }
      : { type: 'compression-error', data: { ...data, detail: ending.detail } },
  )
}

/** Shut down in the middle: the next worker takes it up again. A run that was lost to another worker is left alone. */
export async function putBack(ports: Pick<Ports, 'store'>, run: Run): Promise<void> {
  await ports.store.change(run.sessionId, null, async (tx) => {
    const compression = await stillRunning(tx, run)
    if (!compression) return
    compression.state = { status: 'queued' }
    compression.givenBack = (compression.givenBack ?? 0) + 1
    tx.session.compressor = { ...tx.session.compressor, state: 'queued' }
    await tx.updateCompression(compression)
  })
}

/** Each failure in a row doubles the wait, to a bound: what fails is tried again, but not at every append. */
function backOff({ failures = 0 }: CompressorState, reason: FailReason, now: Date): CompressorState {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  return { state: 'backing-off', reason, until: new Date(now.getTime() + waitMs).toISOString(), failures: failures + 1 }
}
