import { expect, test } from 'vitest'
import { changeOf } from '../../src/domain/standing/apply.js'
import { endingsIn } from '../../src/domain/standing/ending.js'
import { MAX_PER_MESSAGE, type StandingEntry } from '../../src/domain/standing/entry.js'
import { growth } from '../support/growth.js'

/** A message is read while all others wait: a scope with many entries must not keep them waiting for many seconds. */

const at = '2026-01-01T00:00:00.000Z'

function entry(text: string): StandingEntry {
  return {
    ...{ id: `std_${text}`, kind: 'rule', text, source: 'message', sessionId: 'ses_1', seq: 1, at, state: 'open' },
    ...{ closedAt: null, supersededBy: null, reason: null },
  }
}

/** As they come from the store: none was read before. */
const many = () => Array.from({ length: 2_000 }, (_, at) => entry(`Always name gadget${at} in the log as zork${at}`))

test('[M11] 50 statements in a scope with many entries cost about as much as one', () => {
  const state = (scale: number) => {
    const stated = Array.from({ length: scale }, (_, at) => entry(`Call widget${at} from now on blorp${at}`))
    const held = { open: many(), count: 2_000 }
    expect(changeOf('scope', held, { stated, at }).added).toHaveLength(scale)
  }
  expect(growth(MAX_PER_MESSAGE, state)).toBeLessThan(MAX_PER_MESSAGE / 3)
})

test('[M11] 50 endings in a scope with many entries cost about as much as one', () => {
  const end = (scale: number) => {
    const endings = Array.from({ length: scale }, (_, at) => ({ text: 'forget it', about: [`gadget${at}`] }))
    const held = { open: many(), count: 2_000 }
    expect(changeOf('scope', held, { stated: [], endings, at }).changed).toHaveLength(scale)
  }
  expect(growth(MAX_PER_MESSAGE, end)).toBeLessThan(MAX_PER_MESSAGE / 3)
})

test('[M11] a message ends at most 50 entries', () => {
  expect(endingsIn('Forget the rule about tabs.\n'.repeat(60))).toHaveLength(MAX_PER_MESSAGE)
})
