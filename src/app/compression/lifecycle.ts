import { LEASE_MS, type Compression, type FailReason, type SkipReason } from '../../domain/compression/compression.js'
import type { SeqRange } from '../../domain/message.js'
import { countOf } from '../../domain/ranges.js'
import { usedTokens } from '../../domain/session/budget.js'
import {
  COMPRESSOR_IDLE,
  compressorBackingOff,
  compressorQueued,
  compressorRunning,
} from '../../domain/session/compressor.js'
import type { Ports, Run, SessionTx, Subject } from '../../ports/ports.js'
import type { Stopwatch } from './stage-times.js'

/** The transitions of a compression: queued → running → completed, skipped or failed, and back to queued. Only this file changes the state
 * of a compression, and the compressor state of its session with it. [P9] */

/** A compression started this often without an end has failed. Runs that were given back do not count. */
const RUNS_ALLOWED = 5

export type Ending =
  | { status: 'skipped'; reason: SkipReason }
  | { status: 'failed'; reason: FailReason; detail: string }

/** Whether a worker may start it: it is queued, or its lease has expired. A lease that ends later than any lease could was written by a
 * wrong clock and counts as expired.
 * @param now database time */
export function isFree({ state }: Compression, now: Date): boolean {
  if (state.status !== 'running') return state.status === 'queued'
  return state.leaseUntil < now || state.leaseUntil > leaseFrom(now)
}

/** Returns the compression if `run` still holds it; null if it has ended or a later worker has started it again. */
export async function stillRunning(
  tx: SessionTx,
  { compressionId, runs }: Pick<Run, 'compressionId' | 'runs'>,
): Promise<Compression | null> {
  const compression = await tx.compression(compressionId)
  return compression?.state.status === 'running' && compression.runs === runs ? compression : null
}

/** Counts a run of a free compression. Returns null for a compression that another worker holds, that has ended, or that has used up its
 * runs; the last is ended as failed. */
export async function beginRun(
  tx: SessionTx,
  ports: Pick<Ports, 'clock'>,
  { compressionId }: Subject,
  watch: Stopwatch,
): Promise<Compression | null> {
  const compression = await tx.compression(compressionId)
  if (!compression || !isFree(compression, tx.now)) return null
  compression.runs += 1
  if (compression.runs - (compression.givenBack ?? 0) <= RUNS_ALLOWED) return compression
  await endCompression(tx, ports, compression, watch, {
    status: 'failed',
    reason: 'gave-up',
    detail: `started ${RUNS_ALLOWED} times without an end`,
  })
  return null
}

/** What a run works on, once it is planned. */
interface Work {
  covered: SeqRange[]
  range: SeqRange
  tokens: number
  /** The extractive checkpoint that a model rewrites. */
  upgrades?: string
  /** The provisional checkpoint whose messages are covered again. */
  replaces?: string
}

/** Marks a compression as running, under a lease. */
export async function markRunning(
  tx: SessionTx,
  { clock }: Pick<Ports, 'clock'>,
  compression: Compression,
  { covered, range, tokens, upgrades, replaces }: Work,
): Promise<void> {
  const { session } = tx
  compression.state = {
    status: 'running',
    startedAt: clock.now(),
    stage: 'prepare',
    leaseUntil: leaseFrom(tx.now),
  }
  compression.covered = covered
  compression.messages = countOf(covered)
  // An earlier run may have found another one, or one where there is none now.
  if (replaces === undefined) delete compression.replaces
  else compression.replaces = replaces
  compression.tokensBefore = usedTokens(session.tokenCounts)
  await tx.updateCompression(compression)
  tx.change({ compressor: compressorRunning(session.compressor) })
  const { id: compressionId, messages } = compression
  const { from, to } = range
  tx.emit({
    type: 'compression-started',
    data: { compressionId, messages, from, to, tokens, ...known({ upgrades, replaces }) },
  })
}

/** Returns the members that have a value. */
function known(ids: Partial<Record<'upgrades' | 'replaces', string>>): { upgrades?: string; replaces?: string } {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined))
}

/** Ends a compression that made its cut. */
export async function completeCompression(
  tx: SessionTx,
  { clock }: Pick<Ports, 'clock'>,
  compression: Compression,
  watch: Stopwatch,
): Promise<void> {
  compression.tokensAfter = usedTokens(tx.session.tokenCounts)
  compression.stages = watch.end()
  compression.state = { status: 'completed', finishedAt: clock.now() }
  tx.change({ compressor: COMPRESSOR_IDLE })
  await tx.updateCompression(compression)
}

/** Emits `compressed` for a completed compression. */
export function emitCompressed(tx: SessionTx, compression: Compression): void {
  const { id: compressionId, checkpointId, messages, attempts, stages, withoutModel = null } = compression
  const tokensAfter = compression.tokensAfter ?? usedTokens(tx.session.tokenCounts)
  const tokensBefore = compression.tokensBefore ?? tokensAfter
  const durationMs = stages.reduce((sum, stage) => sum + stage.durationMs, 0)
  const modelCalls = attempts.length
  tx.emit({
    type: 'compressed',
    data: { compressionId, checkpointId, messages, tokensBefore, tokensAfter, modelCalls, withoutModel, durationMs },
  })
}

/** Ends a compression that made no cut, with its reason. */
export async function endCompression(
  tx: SessionTx,
  { clock }: Pick<Ports, 'clock'>,
  compression: Compression,
  watch: Stopwatch,
  ending: Ending,
): Promise<void> {
  const now = clock.now()
  compression.stages = watch.end()
  compression.state = { ...ending, finishedAt: now }
  tx.change({
    compressor:
      ending.status === 'failed' ? compressorBackingOff(tx.session.compressor, ending.reason, now) : COMPRESSOR_IDLE,
  })
  await tx.updateCompression(compression)
  const data = { compressionId: compression.id, reason: ending.reason }
  if (ending.status === 'skipped') tx.emit({ type: 'compression-skipped', data })
  else tx.emit({ type: 'compression-error', data: { ...data, detail: ending.detail } })
}

/** Returns a run to the queue when its worker stops. A run that another worker holds by now stays as it is. */
export async function giveBack(ports: Pick<Ports, 'store'>, run: Run): Promise<void> {
  await ports.store.change(run.sessionId, null, async (tx) => {
    const compression = await stillRunning(tx, run)
    if (!compression) return
    compression.state = { status: 'queued' }
    compression.givenBack = (compression.givenBack ?? 0) + 1
    tx.change({ compressor: compressorQueued(tx.session.compressor) })
    await tx.updateCompression(compression)
  })
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
