import { watchDrift } from './detect-drift.js'
import { offerUpgrade } from './offer-upgrade.js'
import type { Ports } from './ports.js'
import { runCompression } from './run-compression.js'
import { runUpgrade } from './run-upgrade.js'

/** Between choosing a compression and taking it up lies one transaction; a worker that dies there holds it no longer than this. */
const CLAIM_MS = 30_000

/** Works off what is owed, in the order that is fair, until nothing is left or the model is busy with others. A job is only a token: whoever
 * holds one asks the store whose turn it is. With nothing owed it lets a model write copied checkpoints anew, one by one. After each
 * compression it looks whether the session has drifted. [V5] [V7] [Q3] */
export async function takeTurns(ports: Ports, signal: AbortSignal): Promise<void> {
  const { modelSlots } = ports.settings
  while (!signal.aborted) {
    const now = ports.clock.now()
    const turn = await ports.store.claim({ now, until: new Date(now.getTime() + CLAIM_MS), modelSlots })
    if ('waits' in turn) {
      // Whoever holds the model looks again when it is done.
      if (turn.waits === 'model-busy' || !(await offerUpgrade(ports))) return
    } else if (turn.isUpgrade) await runUpgrade(ports, turn, signal)
    else {
      const before = await runCompression(ports, turn, signal)
      if (before) await watchDrift(ports, { ...turn, compressedAtSeq: before.compressedAtSeq })
    }
  }
}
