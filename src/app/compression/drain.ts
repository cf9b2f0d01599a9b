import { watchDrift } from '../drift/detect-drift.js'
import { failTurn } from './fail-claimed.js'
import { offerUpgrade } from './offer-upgrade.js'
import type { Ports, Subject } from '../ports/ports.js'
import { runCompression } from './run-compression.js'
import { runUpgrade } from './run-upgrade.js'

type Turn = Subject & { isUpgrade: boolean }

/** Works off what is owed, in the order that is fair, until nothing is left or the model is busy with others. A job is only a token: whoever
 * holds one asks the store whose turn it is. With nothing owed it lets a model write copied checkpoints anew, one by one. After each
 * compression it looks whether the session has drifted. [V5] [V7] [Q3] */
export async function drainPending(ports: Ports, signal: AbortSignal): Promise<void> {
  const { modelSlots } = ports.settings
  while (!signal.aborted) {
    const turn = await ports.store.claim(modelSlots)
    if ('waits' in turn) {
      // Whoever holds the model looks again when it is done.
      if (turn.waits === 'model-busy' || !(await offerUpgrade(ports))) return
    } else await takeTurn(ports, turn, signal)
  }
}

async function takeTurn(ports: Ports, turn: Turn, signal: AbortSignal): Promise<void> {
  try {
    if (turn.isUpgrade) return await runUpgrade(ports, turn, signal)
    const before = await runCompression(ports, turn, signal)
    if (before) await watchDrift(ports, { ...turn, compressedAtSeq: before.compressedAtSeq })
  } catch (error) {
    await failTurn(ports, turn, error)
  }
}
