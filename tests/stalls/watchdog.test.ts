import { expect, test } from 'vitest'
import { watchedDaemon } from '../support/event-loop-watchdog.js'
import { LONGEST_STALL_MS } from './bodies.js'

test.each([
  ['is seen', '80', true],
  ['is not seen where there is none', '', false],
])('[13] a stall of 80 ms %s, whatever else runs on the machine', { timeout: 60_000 }, async (_name, planted, seen) => {
  const daemon = await watchedDaemon({ STALL_PLANTED_MS: planted })
  try {
    for (let round = 0; round < 5; round++) {
      await daemon.client.call('listSessions')
      const { ms } = await daemon.longestStall()
      expect(ms > LONGEST_STALL_MS, `${ms} ms`).toBe(seen)
    }
  } finally {
    await daemon.end()
  }
})
