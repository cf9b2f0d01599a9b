import type { Ports } from '../../ports/ports.js'
import { forgetQuotes } from '../standing/delete.js'

type Needs = Pick<Ports, 'store' | 'ids' | 'tokenizer' | 'clock' | 'actor' | 'log'>

/** Deleted sessions per run. The next run continues. */
const PER_RUN = 500

/** Takes the words of deleted sessions out of the sessions that recalled them. Safe after a kill: what is left is done by the next run.
 * Throws if the list cannot be read. Returns how many contexts changed. [M11] */
export async function forgetDeleted(ports: Needs): Promise<number> {
  let changed = 0
  for (const source of await ports.store.forgottenSources(PER_RUN)) {
    try {
      changed += await forgetQuotes(ports, source)
      await ports.store.settleForgotten(source)
    } catch (error) {
      // One session that fails keeps no other from being forgotten.
      ports.log.warn({ err: error, ...source }, 'words of a deleted session not taken out; the next run tries again')
    }
  }
  return changed
}
