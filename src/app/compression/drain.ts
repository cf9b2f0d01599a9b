import { watchDrift } from '../drift/detect-drift.js'
import { failClaimed } from './fail-claimed.js'
import { offerUpgrade } from './rewrite/offer-upgrade.js'
import type { Ports, Subject } from '../ports/ports.js'
import { runCompression } from './run-compression.js'
import { runUpgrade } from './rewrite/run-upgrade.js'

type Claim = Subject & { isUpgrade: boolean }

/** Runs pending compressions until none is left or other workers use the model. A job only wakes the worker: the store picks the next
 * compression, fairly across apps. With nothing pending, a model rewrites extractive checkpoints one by one. After each compression the
 * session is checked for drift. [V5] [V7] [Q3] */
export async function drainPending(ports: Ports, signal: AbortSignal): Promise<void> {
  const { modelSlots } = ports.settings
  while (!signal.aborted) {
    const claim = await ports.store.claim(modelSlots)
    if ('waits' in claim) {
      // The worker that holds the model claims again when it is done.
      if (claim.waits === 'model-busy' || !(await offerUpgrade(ports))) return
    } else await runClaimed(ports, claim, signal)
  }
}

async function runClaimed(ports: Ports, claim: Claim, signal: AbortSignal): Promise<void> {
  try {
    if (claim.isUpgrade) return await runUpgrade(ports, claim, signal)
    const before = await runCompression(ports, claim, signal)
    if (before) await watchDrift(ports, { ...claim, compressedAtSeq: before.compressedAtSeq })
  } catch (error) {
    await failClaimed(ports, claim, error)
  }
}
