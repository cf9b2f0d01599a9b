import { expect, test } from 'vitest'
import { prefixLengths } from '../../src/domain/doors/prefix-lengths.js'
import { growth } from '../support/growth.js'
import { seededRandom } from '../../eval/seeded-random.js'

test('[10.4] from each place, as many items are counted as the other list begins with', () => {
  expect(prefixLengths(['a', 'b', 'a', 'b', 'c'], ['a', 'b', 'c'])).toEqual([2, 0, 3, 0, 0])
  expect(prefixLengths(['a', 'a'], ['a'])).toEqual([1, 1])
  expect(prefixLengths([undefined, 'a'], ['a', 'b'])).toEqual([0, 1])
  expect(prefixLengths([], ['a'])).toEqual([])
  expect(prefixLengths(['a'], [])).toEqual([0])
})

test('[10.4] the counts are those of comparing each place by itself', () => {
  const random = seededRandom(20_261_130)
  const list = (most: number) =>
    Array.from({ length: Math.floor(random() * most) }, () => 'ab'[Math.floor(random() * 2)]!)
  for (let run = 0; run < 300; run++) {
    const [items, head] = [list(12), list(8)]
    const each = items.map((_, from) => {
      const differing = head.findIndex((item, at) => item !== items[from + at])
      return differing < 0 ? head.length : differing
    })
    expect(prefixLengths(items, head), JSON.stringify([items, head])).toEqual(each)
  }
})

test('[T1] equal items take time in proportion to their number', () => {
  const compare = (scale: number) => {
    const equal = Array.from({ length: scale * 4_000 }, () => 'a')
    expect(prefixLengths(equal, equal)[0]).toBe(equal.length)
  }
  // Eight times as many: 8 would be in proportion, 64 its square.
  expect(growth(8, compare, 30)).toBeLessThan(30)
})
