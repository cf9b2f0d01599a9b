import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'
import { often, some } from '../support/long-run.js'

/** Under the size of a body, whatever JSON adds. */
const BYTES = 13_500_000
/** What is slow for any text is found with these, and what is slow for many words with the handles: to count them costs a
 * tenth of what unique words cost. */
const FULL_SIZE = some(['handles', 'one long word', 'quotes and backslashes', 'Chinese without spaces'], 4)
/** The others find what is slow for one sort of text. */
const BYTES_OF_OTHERS = BYTES / often(10, 6)

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
  // The counting thread is started by the first long text.
  await append(await open(), 'word '.repeat(10_000))
})
afterAll(() => daemon.end())

const open = async () => (await daemon.client.call('createSession', { body: { model: 'm', contextSize: '16K' } })).id
const append = (id: string, content: string) =>
  daemon.client.call('appendMessages', {
    params: { sessionId: id },
    body: {
      format: 'openai',
      messages: [
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content },
      ],
    },
  })

for (const [name, textOf] of Object.entries(HOSTILE_TEXTS)) {
  test(
    `[13] [T1] one message of many megabytes does not block the event loop: ${name}`,
    { timeout: 300_000 },
    async () => {
      const content = textOf(FULL_SIZE.includes(name) ? BYTES : BYTES_OF_OTHERS)
      const { id } = await withoutStall(async () => {
        const sessionId = await open()
        await daemon.longestStall()
        await append(sessionId, content)
        return { id: sessionId, stall: await daemon.longestStall() }
      })
      const { context } = await withoutStall(async () => ({
        context: await daemon.client.call('readContext', { params: { sessionId: id } }),
        stall: await daemon.longestStall(),
      }))
      expect(context.tokens).toBeLessThan(context.limit)
    },
  )
}
