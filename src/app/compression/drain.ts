import { watchDrift } from '../drift/detect-drift.js'
import { failClaimed } from './fail-claimed.js'
import { offerUpgrade } from './rewrite/offer-upgrade.js'
import type { Ports, Subject } from '../ports/ports.js'
import { offerTitle } from '../titles/offer-title.js'
import { withCause } from '../ports/with-cause.js'
import { runCompression } from './run-compression.js'
import { runUpgrade } from './rewrite/run-upgrade.js'

type Claim = Subject & { isUpgrade: boolean }

/** Runs pending compressions until none is left or other workers use the model. A job only wakes the worker: the store picks the next
 * compression, fairly across apps. With nothing pending, a model rewrites extractive checkpoints one by one, and then names
 * sessions. After each compression the
 * session is checked for drift. [V5] [V7] [Q3] */
export async function drainPending(ports: Ports, signal: AbortSignal): Promise<void> {
  const { modelSlots } = ports.settings
  while (!signal.aborted) {
    const claim = await ports.store.claim(modelSlots)
    if ('waits' in claim) {
      // The worker that holds the model claims again when it is done.
      if (claim.waits === 'model-busy') return
      if (!(await offerUpgrade(ports)) && !(await offerTitle(ports, signal))) return
    } else await runClaimed(ports, claim, signal)
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
