import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPieces, inPiecesWithPauses, whole, wholeWithPauses } from '../../src/threads/pieces.js'

const SEED = { seed: 20_261_127, numRuns: 200 }

/** JSON with lists long enough to be taken apart, at several depths, and names that objects treat in a special way. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 190, maxLength: 450, size: 'max' }),
  fc.record({ list: fc.array(fc.nat(), { minLength: 190, maxLength: 210, size: 'max' }), ['__proto__']: fc.string() }),
  fc.dictionary(fc.string(), fc.array(fc.string(), { minLength: 201, maxLength: 202, size: 'max' })),
)

test('[T1] a value that crosses to a thread in pieces is the same value there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 4 }), async (args) => {
      const expected = structuredClone(args)
      expect(whole(structuredClone(inPieces(args)))).toEqual(expected)
      expect(await wholeWithPauses(structuredClone(await inPiecesWithPauses(args)))).toEqual(expected)
    }),
    SEED,
  )
})

test('[T1] dates, maps, sets, and bytes cross as what they are, and long lists in several pieces', async () => {
  const given = [{ at: new Date(5), map: new Map([[1, [2]]]), set: new Set(['a']), bytes: new Uint8Array([1, 2]) }]
  expect(whole(structuredClone(inPieces(given)))).toEqual(given)
  const { lists } = await inPiecesWithPauses([Array.from({ length: 1_000 }, (_, at) => ({ at }))])
  expect(lists.map((pieces) => pieces.length)).toEqual([5])
})
