import { expect, test } from 'vitest'
import type { StandingEntry } from '../../src/domain/standing/entry.js'
import { standingMarkdown } from '../../src/present/standing-markdown.js'

const entry = (given: Partial<StandingEntry>): StandingEntry => ({
  ...{ id: 'std_01', kind: 'decision', text: 'Use tabs', source: 'tool', sessionId: 'ses_01', seq: null },
  ...{ at: '2026-11-30T12:00:00.000Z', state: 'open', closedAt: null, supersededBy: null, reason: null },
  ...given,
})

test.each<[string, Partial<StandingEntry>, string]>([
  ['a message', { source: 'message', seq: 7 }, 'message 7 of ses_01'],
  ['a tool in a session', {}, 'tool of ses_01'],
  ['the API', { source: 'api', sessionId: null }, 'api'],
])('[M11] an entry from %s names where it comes from', (_, given, where) => {
  expect(standingMarkdown('user:42', [entry(given)], null)).toContain(`- Use tabs (2026-11-30, ${where}, std_01)`)
})
