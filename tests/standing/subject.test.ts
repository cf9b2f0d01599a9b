import { expect, test } from 'vitest'
import type { StandingEntry } from '../../src/domain/standing/entry.js'
import { replacedBy } from '../../src/domain/standing/subject.js'

const entry = (text: string): StandingEntry => ({
  ...{ id: 'std_1', kind: 'decision', text, source: 'message', sessionId: null, seq: null, at: '2024-03-01T00:00:00Z' },
  ...{ state: 'open', closedAt: null, supersededBy: null, reason: null },
})
const replaces = (now: string, before: string) =>
  replacedBy({ kind: 'decision', text: now }, [entry(before)]).length > 0

test.each(['March', 'May', 'Dec', 'Oktober', 'Sept'])('[M11] two days of %s are no versions of one thing', (month) => {
  const before = `I chose to prioritize my resume over attending the ${month} 20 networking event`
  expect(replaces(`I agreed to reduce calls by half starting ${month} 18, 2024`, before)).toBe(false)
})

test('[M11] another version of a name replaces the older one', () => {
  expect(replaces('We decided to build the shop on React 19', 'We chose React 18.2 for all new pages')).toBe(true)
})
