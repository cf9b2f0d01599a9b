import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largeBind } from '../../src/store/bind-message.js'

/** The driver's own writer of messages. */
const { serialize } = createRequire(createRequire(import.meta.url).resolve('pg'))('pg-protocol') as {
  serialize: { bind(config: { statement: string; values: readonly unknown[] }): Buffer }
}
const LARGE = Buffer.alloc(262_144, 'é')

test('[T1] a message with large values has the bytes that the driver would write', () => {
  const small = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary' }).filter((text) => text === Buffer.from(text).toString()),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  )
  const values = fc
    .tuple(
      fc.array(fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: fc.constant(LARGE) })),
      fc.array(small),
    )
    .map(([before, after]) => [...before, LARGE, ...after])
  fc.assert(
    fc.property(fc.constantFrom('', 'insert-jar'), values, (statement, values) => {
      const pieces = largeBind(statement, values)!
      expect(Buffer.concat(pieces).equals(serialize.bind({ statement, values }))).toBe(true)
      // Large values are not copied.
      expect(pieces.filter((piece) => piece === LARGE)).toHaveLength(values.filter((value) => value === LARGE).length)
    }),
    { seed: 13, numRuns: 50 },
  )
})

test('the driver writes a message without large values', () => {
  expect(largeBind('insert-jar', [1, null, 'plum', LARGE.subarray(1)])).toBeNull()
})
