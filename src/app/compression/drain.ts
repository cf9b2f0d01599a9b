import { watchDrift } from '../drift/detect-drift.js'
import { offerUpgrade } from './rewrite/offer-upgrade.js'
import type { Ports, Subject } from '../../ports/ports.js'
import { offerTitle } from '../titles/offer-title.js'
import { ColdSessions } from '../warm-up/cold-sessions.js'
import { offerWarmUp } from '../warm-up/offer-warm-up.js'
import { withCause } from '../../ports/with-cause.js'
import { runCompression } from './run-compression.js'
import { runUpgrade } from './rewrite/run-upgrade.js'
import { DomainError } from '../../domain/errors.js'
import { endCompression, isFree } from './lifecycle.js'
import { safeLine } from '../../ports/safe-error.js'
import { stopwatch } from './stage-times.js'

type Claim = Subject & { isUpgrade: boolean }

/** Runs pending compressions until none is left or other workers use the model. A job only wakes the worker: the store picks the next
 * compression, fairly across apps. With nothing pending, a model reads prompts that
 * were changed, rewrites extractive checkpoints one by one, and then names sessions. After each compression the
 * session is checked for drift. [V5] [V7] [Q3]
 * @param cold sessions whose prompts this process may have evaluated; those it compresses are added */
export async function drainPending(ports: Ports, signal: AbortSignal, cold = new ColdSessions()): Promise<void> {
  const { modelSlots } = ports.settings
  while (!signal.aborted) {
    const claim = await ports.store.claim(modelSlots)
    if ('waits' in claim) {
      // The worker that holds the model claims again when it is done.
      if (claim.waits === 'model-busy') return
      if (await offerWarmUp(ports, cold, signal)) continue
      if (!(await offerUpgrade(ports)) && !(await offerTitle(ports, signal))) return
    } else {
      await runClaimed(ports, claim, signal)
      cold.add(claim.sessionId)
    }
  }
}

async function runByKind(ports: Ports, claim: Claim, signal: AbortSignal): Promise<void> {
  if (claim.isUpgrade) return runUpgrade(ports, claim, signal)
  const before = await runCompression(ports, claim, signal)
  if (before) await watchDrift(ports, { ...claim, compressedAtSeq: before.compressedAtSeq })
}

async function runClaimed(ports: Ports, claim: Claim, signal: AbortSignal): Promise<void> {
  const { sessionId, compressionId } = claim
  let caused = ports
  try {
    const cause = (await ports.store.compression(sessionId, compressionId))?.cause
    if (cause) caused = withCause(ports, cause)
    const facts = { sessionId, compressionId, cause }
    await ports.telemetry.span('compression', facts, () => runByKind(caused, claim, signal))
    await logEnd(caused, claim)
  } catch (error) {
    await failClaimed(caused, claim, error)
  }
}

/** After the commit, so that a line never reports an end that was rolled back. */
async function logEnd(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  { sessionId, compressionId }: Claim,
): Promise<void> {
  const compression = await store.compression(sessionId, compressionId)
  // Deleted with its session.
  if (!compression) return
  const { trigger, messages, tokensBefore, tokensAfter, stages, state } = compression
  const reason = 'reason' in state ? { reason: state.reason } : {}
  const durationMs = stages.reduce((sum, stage) => sum + stage.durationMs, 0)
  const figures = { trigger, messages, tokensBefore, tokensAfter, durationMs }
  log.info({ sessionId, compressionId, status: state.status, ...reason, ...figures }, 'compression ran')
}

/** Ends a claimed compression that could not start, and records the reason. Otherwise the store would pick the same one forever and every
 * other app would wait behind it. [P9] [P11] Throws store_unavailable. */
async function failClaimed(ports: Ports, subject: Subject, error: unknown): Promise<void> {
  if (isFailure(error, 'store_unavailable')) throw error
  if (isFailure(error, 'session_not_found')) return
  ports.log.error({ ...subject, err: error }, 'compression could not start')
  const detail = safeLine(error)
  try {
    await ports.store.change(subject.sessionId, null, async (tx) => {
      const compression = await tx.compression(subject.compressionId)
      if (!compression || !isFree(compression, tx.now)) return
      await endCompression(tx, ports, compression, stopwatch(ports.clock), {
        status: 'failed',
        reason: 'internal',
        detail,
      })
    })
  } catch (again) {
    if (isFailure(again, 'store_unavailable')) throw again
    if (isFailure(again, 'session_not_found')) return
    // The session itself is unreadable: end its compression by columns alone.
    await ports.store.failUnread(subject, { reason: 'internal', detail })
  }
}

function isFailure(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code
}
