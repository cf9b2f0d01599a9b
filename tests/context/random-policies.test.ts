import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { PRESETS } from '../../src/domain/session/policy.js'
import { testRealLogs, type Play } from '../support/real-logs.js'

/** Rules as a client might mix them; small windows, so that there is something to cut. */
const share = fc.constantFrom(0.1, 0.3, 0.5, 0.9)
const plays: fc.Arbitrary<Play> = fc.record({
  contextSize: fc.constantFrom('4K', '8K', '16K'),
  preset: fc.constantFrom(...PRESETS),
  policy: fc.record(
    {
      offload: fc.option(fc.record({ tokens: fc.constantFrom(500, 4_000), share })),
      mask: fc.option(fc.record({ above: share, keepGroups: fc.nat(5) })),
      truncateInputs: fc.option(
        fc.record({ above: share, tools: fc.constantFrom(['*'], ['write*', 'edit*', 'bash']) }),
      ),
      summarize: fc.option(fc.record({ at: share, of: fc.constantFrom('available' as const, 'limit' as const) })),
      tail: fc.record({ tokens: fc.constantFrom(0, 500, 2_048), messages: fc.integer({ min: 1, max: 8 }) }),
      makeRoom: fc.constantFrom('copy' as const, 'evict' as const),
    },
    { requiredKeys: [] },
  ),
  markEvery: fc.option(fc.integer({ min: 5, max: 60 }), { nil: undefined }),
  changeEvery: fc.option(fc.integer({ min: 3, max: 25 }), { nil: undefined, freq: 4 }),
  auditEvery: fc.constant(12),
  readEvery: fc.constantFrom(4, 8, 12),
})

/** Always the same for the same file. */
function playOf(name: string): Play {
  const seed = createHash('sha256').update(name).digest().readInt32BE(0)
  const [play] = fc.sample(plays, { seed, numRuns: 1 })
  if (!play) throw new Error('nothing was drawn')
  return play
}

// The logs that are not played in 8K or 16K. Other seeds play those here.
testRealLogs('[P8] [G2] under random rules:', playOf, 2)
