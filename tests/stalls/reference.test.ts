import { expect, test } from 'vitest'
import { watchedDaemon, withoutStall } from '../support/event-loop-watchdog.js'

test.each(['/openapi.yaml', '/docs'])(
  '[13] %s is written on its first request, and does not block the event loop',
  async (path) => {
    const { texts } = await withoutStall(async () => {
      const daemon = await watchedDaemon()
      try {
        const replies = await Promise.all([1, 2].map(() => fetch(daemon.url + path)))
        const texts = await Promise.all(replies.map((reply) => reply.text()))
        return { texts, stall: await daemon.longestStall() }
      } finally {
        await daemon.end()
      }
    })
    expect(texts[0]).toContain('createSession')
    expect(texts[1]).toBe(texts[0])
  },
)
