import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requireHistoryStaysOut } from '../../src/domain/context/history-stays-out.js'
import { toRanges } from '../../src/domain/ranges.js'

test('[P2] [R1] a context with a message that a live checkpoint replaces is refused; without one it passes', () => {
  const places = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(places, fc.nat(), (where, pick) => {
      // 0: in the context, 1 and 2: behind one of two checkpoints, 3: evicted.
      const at = (place: number) => where.flatMap((one, index) => (one === place ? [index + 1] : []))
      const checkpoints = [1, 2].map((place) => ({ id: `cp_${place}`, covered: toRanges(at(place)) }))
      const entries = at(0).map((seq) => ({ seq }))
      expect(() => requireHistoryStaysOut(entries, checkpoints)).not.toThrow()
      const covered = [...at(1), ...at(2)]
      if (covered.length === 0) return
      const leaked = { seq: covered[pick % covered.length]! }
      const wrong = [...entries, leaked].sort((a, b) => a.seq - b.seq)
      expect(() => requireHistoryStaysOut(wrong, checkpoints)).toThrow(`Message ${leaked.seq} is in a context`)
    }),
    { seed: 7 },
  )
  expect(() => requireHistoryStaysOut([{ seq: 2 }, { seq: 2 }], [])).toThrow('Message 2 follows message 2')
})
