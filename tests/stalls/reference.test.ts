import { expect, test } from 'vitest'
import { watchedDaemon } from '../support/event-loop-watchdog.js'
import { LONGEST_STALL_MS } from './bodies.js'

test.each(['/openapi.yaml', '/docs'])(
  '[13] %s is written on its first request, and does not block the event loop',
  { timeout: 60_000 },
  async (path) => {
    const daemon = await watchedDaemon()
    try {
      const replies = await Promise.all([1, 2].map(() => fetch(daemon.url + path)))
      const texts = await Promise.all(replies.map((reply) => reply.text()))
      expect(texts[0]).toContain('createSession')
      expect(texts[1]).toBe(texts[0])
      expect((await daemon.longestStall()).ms).toBeLessThan(LONGEST_STALL_MS)
    } finally {
      await daemon.end()
    }
  },
)
