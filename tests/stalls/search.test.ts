import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'
import { often } from '../support/long-run.js'

/** Characters of one message. */
const CHARS = often(1_500_000, 3_000_000)

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

const QUERIES = ['word1x go', 'src/room7/file7.ts', '数据库', 'x', `${'on go '.repeat(150)}`, 'x'.repeat(900)] // words: ok

test.each(['unique words', 'paths', 'one long word', 'quotes and backslashes', 'Chinese without spaces'])(
  '[13] [R7] search in messages that wait for the index and while they enter it blocks no event loop: %s',
  async (name) => {
    const { id: sessionId } = await daemon.client.call('createSession', {
      body: { model: 'm', contextSize: 4_000_000 },
    })
    const messages = [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: HOSTILE_TEXTS[name]!(CHARS) },
    ]
    await daemon.client.call('appendMessages', { params: { sessionId }, body: { format: 'openai', messages } })
    for (const q of QUERIES)
      for (const query of [{ q }, { q, sessionId, limit: 50 }]) {
        await daemon.longestStall()
        const { reply } = await withoutStall(async () => ({
          reply: await daemon.client.send('searchMessages', { query }),
          stall: await daemon.longestStall(),
        }))
        expect(reply.status, reply.text.slice(0, 300)).toBe(200)
      }
  },
)
