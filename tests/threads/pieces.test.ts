import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPiecesWithPauses, whole } from '../../src/threads/pieces.js'
import { putTogether, takeApart } from '../../src/threads/results.js'

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
      expect(whole(structuredClone(await inPiecesWithPauses(args)))).toEqual(expected)
      expect(await putTogether(structuredClone(takeApart(args)))).toEqual(expected)
      expect(args).toEqual(expected)
    }),
    SEED,
  )
})

test('[T1] dates, maps, sets, and bytes cross as what they are, and long lists in several pieces', async () => {
  const given = [{ at: new Date(5), map: new Map([[1, [2]]]), set: new Set(['a']), bytes: new Uint8Array([1, 2]) }]
  expect(whole(structuredClone(await inPiecesWithPauses(given)))).toEqual(given)
  expect(await putTogether(structuredClone(takeApart(given)))).toEqual(given)
  const { lists } = await inPiecesWithPauses([Array.from({ length: 1_000 }, (_, at) => ({ at }))])
  expect(lists.map((pieces) => pieces.length)).toEqual([5])
})

test('[T1] large containers cross in pieces at any depth, whatever they hold', async () => {
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`name ${at}`, [at]]))
  const map = new Map(Array.from({ length: 3_000 }, (_, at) => [`key ${at}`, { at: [at, { to: at }] }]))
  const given = { body: { messages: [{ content: { deep: [{ names }] } }] }, map, few: [1, { two: 2 }] }
  const apart = takeApart(given)
  const pieces = apart.places.flatMap((place) => ('pieces' in place ? place.pieces : []))
  expect(pieces.length).toBeGreaterThan(10)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(60_000)
  expect(await putTogether(structuredClone(apart))).toEqual(given)
})

test('[13] a long text crosses once, however often it is in a result, and as a place where a longer one contains it', async () => {
  const content = 'The same words again. '.repeat(10_000)
  const other = 'Other words. '.repeat(10_000)
  const text = `{"messages":[{"content":"${content}"},{"content":"${content}"},{"content":"${other}"}]}`
  const absent = 'Words of no body. '.repeat(6_000)
  const given = { value: [content, { other }, content], text, absent }
  const apart = takeApart(given)
  expect(apart.texts.map((one) => typeof one)).toEqual(['object', 'object', 'string', 'string'])
  expect(await putTogether(structuredClone(apart))).toEqual(given)
})
