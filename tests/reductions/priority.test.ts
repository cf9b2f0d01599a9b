/** A policy that prefers the prompt cache changes the prompt less often. [P12] */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import type { Policy } from '../../src/domain/session/policy.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const ROUNDS = 60
const round = (at: number): Json[] => [
  { role: 'user', content: `Which parts does order ${at} of customer ${at * 7} have, and when do they arrive?` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: `call_${at}`, type: 'function', function: { name: 'read_order', arguments: `{"order":${at}}` } },
    ],
  },
  {
    role: 'tool',
    tool_call_id: `call_${at}`,
    content: `Part ${at}-A of order ${at} arrives on day ${at}. `.repeat(18),
  },
  { role: 'assistant', content: `Order ${at} has part ${at}-A. It arrives on day ${at}, and nothing is missing.` },
]

/** Plays the rounds as an app does, and returns how often a context did not begin with the one before, and the fullest context. */
async function played(priority: Policy['priority']) {
  const id = await newSession(daemon, { contextSize: '8K', policy: { priority } })
  let most = 0
  let breaks = 0
  let before: string[] = []
  for (let at = 0; at < ROUNDS; at++) {
    const body = { format: 'openai', messages: round(at) }
    expect((await daemon.call('POST', `/v1/sessions/${id}/messages`, { body })).status).toBe(201)
    await until('the compression ends', async () => {
      const { contextStatus } = (await daemon.call('GET', `/v1/sessions/${id}`)).json
      return !['queued', 'running'].includes(contextStatus.compressor.state)
    })
    const { contextStatus, messages } = (await daemon.call('GET', `/v1/sessions/${id}/context?format=openai`)).json
    const now: string[] = messages.map((message: Json) => JSON.stringify(message))
    if (before.some((message, place) => message !== now[place])) breaks += 1
    before = now
    most = Math.max(most, contextStatus.used / (contextStatus.limit - contextStatus.reserve))
  }
  const audit = (await daemon.call('GET', `/v1/sessions/${id}/audit`)).json
  return { breaks, most, ok: audit.ok as boolean }
}

test('[P12] [P3] priority cache: fewer breaks over the same conversation, and every context fits', async () => {
  const [detail, cache] = [await played('detail'), await played('cache')]
  expect([detail.ok, cache.ok]).toEqual([true, true])
  expect(Math.max(detail.most, cache.most)).toBeLessThanOrEqual(1)
  expect(detail.breaks).toBeGreaterThan(4)
  expect(cache.breaks).toBeLessThan(detail.breaks)
})
