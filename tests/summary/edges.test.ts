import { expect, test } from 'vitest'
import { withoutEdges } from '../../src/domain/anchors/edges.js'
import { withoutLast, withoutSigns, withoutTail } from '../../src/domain/signs.js'
import { growth } from '../support/growth.js'

test('[V4] punctuation around a word is removed, and inside it is kept', () => {
  expect(withoutEdges('src/a.ts,')).toBe('src/a.ts')
  expect(withoutEdges('%%./run.sh!?')).toBe('./run.sh')
  expect(withoutEdges('$5.00.')).toBe('$5.00')
  expect(withoutEdges('a...b')).toBe('a...b')
  expect(withoutEdges('...')).toBe('')
  expect(withoutTail('@scope/name:.', '.,:;!?')).toBe('@scope/name')
})

test('signs at the ends of a text are removed, of which a blank is any white space', () => {
  expect(withoutSigns('__init__', '_')).toBe('init')
  expect(withoutSigns('\t*A title.*\u00a0', ' *', ' *.')).toBe('A title')
  expect(withoutSigns(' a ', '_')).toBe(' a ')
  expect(withoutSigns('...', '.')).toBe('')
  expect([withoutLast('done.,', '.,'), withoutLast('done', '.,'), withoutLast('', '.,')]).toEqual(['done.', 'done', ''])
})

test('[T1] a run of signs inside a word costs what its length says', () => {
  expect(growth(8, (scale) => withoutEdges(`${'.'.repeat(20_000 * scale)}x1`))).toBeLessThan(20)
  expect(growth(8, (scale) => withoutTail(`@${'.'.repeat(20_000 * scale)}x1`, '.,:;!?'))).toBeLessThan(20)
})
