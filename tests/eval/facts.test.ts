import { expect, onTestFinished, test } from 'vitest'
import { playPlanted } from '../../eval/facts/play-planted.js'
import { migratedDatabase } from '../support/database.js'
import { some } from '../support/long-run.js'

/** Facts planted over 200 turns, with a summarizer that forgets 15% of them in every call. */

test.each(some(['clients', 'varied', 'plain'] as const, 3))(
  '[C4] [V11] of 359 facts of the log %s, at least 330 stay in view, and the model is still asked',
  async (log) => {
    const database = await migratedDatabase()
    onTestFinished(() => database.drop())
    const { inView, calls } = await playPlanted({
      ...{ turns: 200, loss: 0.15, size: '16K', markers: false, aging: 'lines', databaseUrl: database.url },
      log,
    })
    const counts = [...inView.values()]
    expect(counts.reduce((sum, [, all]) => sum + all, 0)).toBe(359)
    expect(counts.reduce((sum, [shown]) => sum + shown, 0)).toBeGreaterThanOrEqual(330)
    // A model that is given up early loses decisions first.
    expect(calls).toBeGreaterThan(20)
  },
)
