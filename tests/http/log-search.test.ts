import { expect, test } from 'vitest'
import { hear, hearSecret } from '../support/heard.js'
import { leakIn } from '../support/watched-log.js'

/** The search of log lines that runs after every test. */

const logged = (msg: string) => JSON.stringify({ level: 30, msg })

test('[13] the log search finds a text and a key of a test anywhere in a line', () => {
  hear(JSON.stringify({ messages: [{ content: 'The violet heron sleeps under bridge 4711.' }] }))
  hearSecret('pk_admin_violet-heron-4711')
  expect(leakIn(logged('failed: violet heron sleeps under bridge'))).toContain('text that a test sent')
  expect(leakIn(logged('key pk_admin_violet-heron-4711 is unknown'))).toBe('a key or ticket')
  expect(leakIn(logged('the heron'))).toBeNull()
})

test('[13] words of the service are no leak, even if a test sent them', () => {
  hear(JSON.stringify({ reason: 'nothing-to-compress' }))
  expect(leakIn(logged('nothing-to-compress'))).toBeNull()
})

test('[13] a time is no leak, even if a test sent one of the same minute', () => {
  hear(JSON.stringify({ createdAt: '2026-11-27T18:38:11.020Z' }))
  expect(leakIn(JSON.stringify({ level: 40, at: '2026-11-27T18:38:58.853Z', msg: 'tried again' }))).toBeNull()
})
