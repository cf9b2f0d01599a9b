import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'

/** Messages of the long session, appended in batches. */
const BATCHES = 8
const MESSAGES = 500

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

const open = async (contextSize: number) =>
  (await daemon.client.call('createSession', { body: { model: 'm', contextSize } })).id

const append = (sessionId: string, messages: object[]) =>
  daemon.client.call('appendMessages', { params: { sessionId }, body: { format: 'openai', messages } })

/** A coding session: requests, calls with results, and statements with decisions and file names. */
function messagesOf(batch: number): object[] {
  return Array.from({ length: MESSAGES / 4 }, (_, at) => {
    const n = batch * MESSAGES + at
    const call = { id: `c${n}`, type: 'function', function: { name: 'read', arguments: `{"path":"src/part${n}.ts"}` } }
    return [
      { role: 'user', content: `Never change src/part${n}.ts without its test, and fix the error in line ${n}.` },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: `c${n}`, content: `export const part${n} = ${n}\n`.repeat(8) },
      {
        role: 'assistant',
        content: `We decided to keep part${n}, because release ${n}.2 needs it. I updated src/part${n}.ts.`,
      },
    ]
  }).flat()
}

test(
  '[T1] [P6] appends of other sessions do not wait for the event loop while thousands of messages are compressed',
  { timeout: 600_000 },
  async () => {
    const compressed = await withoutStall(async () => {
      const sessionId = await open(1_000_000)
      for (let batch = 0; batch < BATCHES; batch++) await append(sessionId, messagesOf(batch))
      const other = await open(16_384)
      await daemon.longestStall()
      let isOver = false
      const compression = daemon.client
        .call('requestCompression', { params: { sessionId }, body: { strategy: 'extractive', waitMs: 60_000 } })
        .finally(() => (isOver = true))
      let appends = 0
      for (; !isOver; appends++) await append(other, [{ role: 'user', content: `Go on ${appends}.` }])
      return { ...(await compression), appends, stall: await daemon.longestStall() }
    })
    expect(compressed.status).toBe('completed')
    expect(compressed.appends).toBeGreaterThan(3)
  },
)
