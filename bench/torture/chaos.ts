import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../support/random.js'
import type { Follower } from './follower.js'
import type { Tally } from './tally.js'
import type { World } from './world.js'

/** Wait for a first acknowledged message after a kill. Most kills hit a working service, some its recovery. */
const PROGRESS_TIMEOUT_MS = 20_000

/** Kills a victim every few seconds, sometimes two at once, until it is stopped. Returns when all are running again.
 * @param longestPauseMs between two kills; the shortest pause is a tenth */
export async function runChaos(
  world: World,
  followers: readonly Follower[],
  random: Random,
  tally: Tally,
  stop: AbortSignal,
  longestPauseMs: number,
): Promise<void> {
  const repairs = new Map<string, Promise<void>>()
  const drawn: World['victims'] = []
  while (!stop.aborted) {
    const before = tally.acknowledged
    await sleep(random.int(longestPauseMs / 10, longestPauseMs), undefined, { signal: stop }).catch(() => {})
    // A busy machine takes longer to recover than the pause. Without this, nothing would ever be acknowledged.
    if (random.chance(0.75)) await progressBeyond(before, tally, stop)
    for (let blows = random.chance(0.25) ? 2 : 1; blows > 0 && !stop.aborted; blows--) {
      for (const follower of followers) if (random.chance(0.3)) follower.cut()
      // Draw without replacement, so that a short run reaches every victim.
      if (drawn.length === 0) drawn.push(...world.victims)
      const [victim] = drawn.splice(random.int(0, drawn.length - 1), 1)
      if (!victim || repairs.has(victim.name)) continue
      tally.killed(victim.name)
      const repair = victim
        .kill(random.int(0, 1_500))
        .catch((error: unknown) =>
          tally.violate(`${victim.name} did not come back: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => repairs.delete(victim.name))
      repairs.set(victim.name, repair)
    }
  }
  await Promise.all(repairs.values())
}

async function progressBeyond(before: number, tally: Tally, stop: AbortSignal): Promise<void> {
  const deadline = Date.now() + PROGRESS_TIMEOUT_MS
  while (tally.acknowledged <= before && Date.now() < deadline && !stop.aborted) await sleep(50)
}
