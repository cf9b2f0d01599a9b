import { expect, test } from 'vitest'
import { torture } from '../../bench/torture/run.js'

/** Short runs of `npm run torture`; a run of minutes is for people who change the store. */
test.each([
  { shape: 'small', seed: 7, seconds: 12 },
  { shape: 'full', seed: 8, seconds: 12 },
] as const)(
  '[I32] [P1] [P2] [P3] [P5] [P9] [P10] everything is killed again and again, $shape shape, seed $seed: nothing is lost, doubled, too large, torn or unheard',
  { timeout: 300_000 },
  async ({ shape, seed, seconds }) => {
    const tally = await torture({ shape, seed, seconds, sessions: 6, say: (line) => console.log(line) })
    expect(tally.violations).toEqual([])
    expect(tally.acknowledged).toBeGreaterThan(100)
    expect(tally.giants).toBeGreaterThan(0)
    expect(tally.poisoned).toBeGreaterThan(0)
    expect(tally.events).toBeGreaterThan(100)
    expect(Object.values(tally.kills).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(2)
  },
)
