import { expect, test } from 'vitest'
import { changeOf } from '../../src/domain/standing/apply.js'
import { endingsIn } from '../../src/domain/standing/ending.js'
import { MAX_ENTRIES, MAX_PER_MESSAGE, type StandingEntry } from '../../src/domain/standing/entry.js'
import { growth } from '../support/growth.js'

/** A message is read while all others wait: a scope with many entries must not keep them waiting for many seconds. */

const at = '2026-01-01T00:00:00.000Z'
const MOST_GROWTH = MAX_PER_MESSAGE / 3

function entry(text: string): StandingEntry {
  return {
    ...{ id: `std_${text}`, kind: 'rule', text, source: 'message', sessionId: 'ses_1', seq: 1, at, state: 'open' },
    ...{ closedAt: null, supersededBy: null, reason: null },
  }
}

/** Work that reads all entries for each statement takes 50 times as long with any number of entries. */
const MANY = 400

/** As they come from the store: none was read before. */
const many = (length = MANY) =>
  Array.from({ length }, (_, at) => entry(`Always name gadget${at} in the log as zork${at}`))

const full = { open: many(MAX_ENTRIES), count: MAX_ENTRIES }

test('[M11] 50 statements in a scope with many entries cost about as much as one', () => {
  const state = (scale: number) => {
    const stated = Array.from({ length: scale }, (_, at) => entry(`Call widget${at} from now on blorp${at}`))
    const held = { open: many(), count: MANY }
    expect(changeOf('scope', held, { stated, at }).added).toHaveLength(scale)
  }
  expect(growth(MAX_PER_MESSAGE, state, MOST_GROWTH)).toBeLessThan(MOST_GROWTH)
})

test('[M11] 50 endings in a scope with many entries cost about as much as one', () => {
  const end = (scale: number) => {
    const endings = Array.from({ length: scale }, (_, at) => ({ text: 'forget it', about: [`gadget${at}`] }))
    const held = { open: many(), count: MANY }
    expect(changeOf('scope', held, { stated: [], endings, at }).changed).toHaveLength(scale)
  }
  expect(growth(MAX_PER_MESSAGE, end, MOST_GROWTH)).toBeLessThan(MOST_GROWTH)
})

test('[M11] a message ends at most 50 entries', () => {
  expect(endingsIn('Forget the rule about tabs.\n'.repeat(60))).toHaveLength(MAX_PER_MESSAGE)
})

test('[M11] in a full scope, a statement that replaces one is kept, and another one refused', () => {
  const stated = [entry('Always name gadget77 in the log as blorp'), entry('Never push to main')]
  const { added, changed, refused, dropClosed } = changeOf('scope', full, { stated, at })
  expect(added.map(({ text }) => text)).toEqual(['Always name gadget77 in the log as blorp'])
  expect(changed.map(({ text, state }) => [text, state])).toEqual([
    ['Always name gadget77 in the log as zork77', 'superseded'],
  ])
  expect({ refused, dropClosed }).toEqual({ refused: 1, dropClosed: 1 })
})

test('[M11] what a message ends in a full scope makes way for what it states', () => {
  const endings = [{ text: 'forget it', about: ['gadget77'] }]
  const { added, refused } = changeOf('scope', full, { stated: [entry('Never push to main')], endings, at })
  expect([added.length, refused]).toEqual([1, 0])
})
