import { expect, test } from 'vitest'
import { seededIds } from '../../eval/seeded-ids.js'
import { makeIds } from '../../src/ids.js'

test('[C4] ids of evaluations are the same in every run, unique, sorted, and of the shape of real ones', () => {
  const make = () => {
    const ids = seededIds()
    return Array.from({ length: 500 }, () => ids.make('off'))
  }
  const all = make()
  expect(make()).toEqual(all)
  expect(new Set(all).size).toBe(all.length)
  expect(all.toSorted()).toEqual(all)
  const real = makeIds({ now: () => new Date() }).make('off')
  for (const id of all) expect([id.length, /^off_[0-9a-hjkmnp-tv-z]{26}$/.test(id)]).toEqual([real.length, true])
})
