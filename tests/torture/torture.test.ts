import { expect, test } from 'vitest'
import { torture } from '../../bench/torture/run.js'
import type { Tally } from '../../bench/torture/tally.js'
import { often, some } from '../support/long-run.js'

/** Fewest messages that are acknowledged. */
const MESSAGES = often(60, 100)

/** Every process, the database and the model are killed at least once, and there is enough to check. */
const enough = (victims: number) => (tally: Tally) =>
  Object.keys(tally.kills).length >= victims && tally.acknowledged > MESSAGES && tally.giants > 0 && tally.poisoned > 0

/** Short runs of `npm run torture`; a run of minutes is for people who change the store. The daemon of the small shape is also killed in
 * `shape/kill`. */
const RUNS = [
  { shape: 'full', seed: 8, victims: 4 },
  { shape: 'small', seed: 7, victims: 3 },
] as const

test.each(some(RUNS, 2))(
  '[I32] [P1] [P2] [P3] [P5] [P9] [P10] everything is killed again and again, $shape shape, seed $seed: nothing is lost, doubled, too large, torn or unheard',
  { timeout: 600_000 },
  async ({ shape, seed, victims }) => {
    const say = (line: string) => console.log(line)
    const tally = await torture({
      shape,
      seed,
      seconds: often(1, 3),
      longestPauseMs: often(2_500, 5_000),
      enough: enough(victims),
      sessions: often(3, 4),
      giants: often(1, 2),
      say,
    })
    expect(tally.violations).toEqual([])
    expect(Object.keys(tally.kills)).toHaveLength(victims)
    expect(tally.acknowledged).toBeGreaterThan(MESSAGES)
    expect(tally.giants).toBeGreaterThan(0)
    expect(tally.poisoned).toBeGreaterThan(0)
    // Every append emits at least two events and has at most 30 messages.
    expect(tally.events).toBeGreaterThan(tally.acknowledged / 15)
  },
)
