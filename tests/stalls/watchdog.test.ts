import { expect, test } from 'vitest'
import { LONGEST_STALL_MS, watchedDaemon, withoutStall } from '../support/event-loop-watchdog.js'

test.each([
  ['is seen', '80', true],
  ['is not seen where there is none', '', false],
])('[13] a stall of 80 ms %s, whatever else runs on the machine', async (_name, planted, seen) => {
  const daemon = await watchedDaemon({ STALL_PLANTED_MS: planted })
  try {
    for (let round = 0; round < 5; round++) {
      const attempt = async () => {
        await daemon.client.call('listSessions')
        return { stall: await daemon.longestStall() }
      }
      if (seen) expect((await attempt()).stall.ms).toBeGreaterThan(LONGEST_STALL_MS)
      else await withoutStall(attempt)
    }
  } finally {
    await daemon.end()
  }
})
