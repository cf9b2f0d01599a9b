import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchedDaemon, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { request } from '../support/spawned.js'

const LONGEST_STALL_MS = 50
const BYTES = 13_500_000

let daemon: WatchedDaemon
// A daemon for each: garbage of one body must not be collected during the next.
beforeEach(async () => {
  daemon = await watchedDaemon()
  await post(message(JSON.stringify('word '.repeat(10_000))))
})
afterEach(() => daemon.end())

async function post(body: string) {
  const { id } = (await request(daemon, 'POST', '/v1/sessions', { model: 'm', contextSize: '16K' })) as { id: string }
  const response = await fetch(`${daemon.url}/v1/sessions/${id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.key}`, 'content-type': 'application/json' },
    body,
  })
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown>,
    stall: await daemon.longestStall(),
  }
}

const filled = (piece: string, bytes = BYTES) => piece.repeat(Math.ceil(bytes / piece.length))
const message = (content: string) => `{"format":"openai","messages":[{"role":"assistant","content":${content}}]}`

const TAKEN: [name: string, body: () => string][] = [
  [
    'a thousand messages',
    () =>
      `{"format":"openai","messages":[${Array.from({ length: 1_000 }, () => `{"role":"assistant","content":"${filled('word ', 13_000)}"}`).join()}]}`,
  ],
  ['escapes', () => message(`"${filled('\\"')}"`)],
  ['arguments of a call', () => callOf(JSON.stringify({ path: 'a.ts', content: filled('x = 1\n', 6_000_000) }))],
  ['arguments that are a bomb', () => callOf(`[${filled('[],', 12_000_000)}[]]`)],
  ['arguments that are a bomb in an object', () => callOf(`{"a":[${filled('[],', 12_000_000)}[]]}`)],
]

function callOf(args: string): string {
  const call = { id: 'c', type: 'function', function: { name: 'write', arguments: args } }
  return JSON.stringify({ format: 'openai', messages: [{ role: 'assistant', content: null, tool_calls: [call] }] })
}

test.each(TAKEN)(
  '[13] [T1] a large body is taken without holding anybody up: %s',
  { timeout: 120_000 },
  async (_name, body) => {
    const text = body()
    await daemon.longestStall()
    const reply = await post(text)
    expect(reply.status).toBe(201)
    expect(reply.stall.ms).toBeLessThan(LONGEST_STALL_MS)
  },
)
