import type { Compression, FailReason, SkipReason } from '../domain/compression.js'
import type { CompressorState } from '../domain/session.js'
import type { Ports, SessionTx, Subject } from './ports.js'
import type { Stopwatch } from './stage-times.js'

/** A compression taken up this often without an end is given up, visibly. [P9] */
const RUNS_ALLOWED = 5
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 600_000

export type Ending = { status: 'skipped'; reason: SkipReason } | { status: 'failed'; reason: FailReason; detail: string }

/** Whether a worker may take it up: queued, or left by a worker whose lease ran out. */
export function isFree({ state }: Compression, now: Date): boolean {
  return state.status === 'queued' || (state.status === 'running' && state.leaseUntil < now)
}

/** Counts a run; false: it was taken up too often, and has been ended. */
export async function countRun(tx: SessionTx, ports: Pick<Ports, 'clock'>, compression: Compression, watch: Stopwatch): Promise<boolean> {
  compression.runs += 1
  if (compression.runs <= RUNS_ALLOWED) return true
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
  tx.session.compressor = ending.status === 'failed' ? backOff(tx.session.compressor, ending.reason, ports.clock.now()) : { state: 'idle' }
  await tx.updateCompression(compression)
  const data = { compressionId: compression.id, reason: ending.reason }
  tx.emit(
    ending.status === 'skipped'
      ? { type: 'compression-skipped', data }
      : { type: 'compression-error', data: { ...data, detail: ending.detail } },
  )
}

/** Shut down in the middle: the next worker takes it up again. */
export async function putBack(ports: Pick<Ports, 'store'>, { sessionId, compressionId }: Subject): Promise<void> {
  await ports.store.change(sessionId, null, async (tx) => {
    const compression = await tx.compression(compressionId)
    if (compression?.state.status !== 'running') return
    compression.state = { status: 'queued' }
    compression.runs -= 1
    tx.session.compressor = { ...tx.session.compressor, state: 'queued' }
    await tx.updateCompression(compression)
  })
}

/** Each failure in a row doubles the wait, to a bound: what fails is tried again, but not at every append. */
function backOff({ failures = 0 }: CompressorState, reason: FailReason, now: Date): CompressorState {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  return { state: 'backing-off', reason, until: new Date(now.getTime() + waitMs).toISOString(), failures: failures + 1 }
}
