import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { request } from '../support/spawned.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'

/** Nothing holds the event loop longer. [13] */
const LONGEST_STALL_MS = 50
const BYTES = 13_500_000

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

async function opened(contextSize: number, messages: object[]): Promise<string> {
  const { id } = (await request(daemon, 'POST', '/v1/sessions', { model: 'm', contextSize })) as { id: string }
  await request(daemon, 'POST', `/v1/sessions/${id}/messages`, { format: 'openai', messages })
  return `/v1/sessions/${id}`
}

/** @param least characters that the reply must have: what left the context is no proof */
async function readWithoutStall(path: string, least: number): Promise<void> {
  await daemon.longestStall()
  const reply = await request(daemon, 'GET', path)
  const { ms } = await daemon.longestStall()
  expect(JSON.stringify(reply).length, path).toBeGreaterThan(least)
  expect(ms, path).toBeLessThan(LONGEST_STALL_MS)
}

interface Offload {
  id: string
  size: { bytes: number; lines: number }
}

// Texts of few tokens: the message stays in the largest context there is.
const NAMES = ['one long word', 'line breaks', 'quotes and backslashes', 'Chinese without spaces']

test.each(NAMES)(
  '[13] [T1] a message of many megabytes is read without holding the event loop: %s',
  { timeout: 120_000 },
  async (name) => {
    const content = HOSTILE_TEXTS[name]!(BYTES)
    const path = await opened(4_000_000, [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content },
    ])
    await readWithoutStall(`${path}/context?format=openai`, content.length)
    await readWithoutStall(`${path}/context?format=anthropic`, content.length)
    await readWithoutStall(`${path}/messages`, content.length)
    await readWithoutStall(`${path}/messages?format=anthropic`, 2 * content.length)
  },
)

test.each(NAMES)(
  '[13] [T1] [D1] an original of many megabytes is read back without holding the event loop: %s',
  { timeout: 120_000 },
  async (name) => {
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }
    const path = await opened(16_384, [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: HOSTILE_TEXTS[name]!(BYTES) },
    ])
    const { offloads } = (await request(daemon, 'GET', `${path}/offloads`)) as { offloads: Offload[] }
    const { id, size } = offloads[0]!
    const original = `${path}/offloads/${id}`
    await readWithoutStall(original, 100)
    await readWithoutStall(`${original}?as=json&limit=1000`, 1_000)
    await readWithoutStall(`${original}?unit=lines&offset=${size.lines}&limit=1`, 100)
    await readWithoutStall(`${original}?unit=bytes&offset=${size.bytes - 500}&limit=400`, 100)
    await readWithoutStall(`${original}?as=json&unit=bytes&offset=${size.bytes - 500}&limit=400`, 100)
    await readWithoutStall(`${original}/search?q=zzz`, 10)
    await readWithoutStall(`${original}/search?q=${encodeURIComponent(HOSTILE_TEXTS[name]!(8))}`, 100)
  },
)
