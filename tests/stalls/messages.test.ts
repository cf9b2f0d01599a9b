import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { request } from '../support/spawned.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'

/** Nothing holds the event loop longer. [13] */
const LONGEST_STALL_MS = 50
/** Under the size of a body, whatever JSON adds. */
const BYTES = 13_500_000

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
  // The counting thread is started by the first long text.
  await append(await open(), 'word '.repeat(10_000))
})
afterAll(() => daemon.end())

const open = async () =>
  ((await request(daemon, 'POST', '/v1/sessions', { model: 'm', contextSize: '16K' })) as { id: string }).id
const append = (id: string, content: string) =>
  request(daemon, 'POST', `/v1/sessions/${id}/messages`, {
    format: 'openai',
    messages: [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content },
    ],
  })

for (const [name, textOf] of Object.entries(HOSTILE_TEXTS)) {
  test(`[13] [T1] one message of many megabytes holds nobody up: ${name}`, { timeout: 120_000 }, async () => {
    const id = await open()
    const content = textOf(BYTES)
    await daemon.longestStall()
    await append(id, content)
    const appended = await daemon.longestStall()
    const context = (await request(daemon, 'GET', `/v1/sessions/${id}/context`)) as { tokens: number; limit: number }
    const read = await daemon.longestStall()
    expect(context.tokens).toBeLessThan(context.limit)
    expect(appended.ms).toBeLessThan(LONGEST_STALL_MS)
    expect(read.ms).toBeLessThan(LONGEST_STALL_MS)
  })
}
