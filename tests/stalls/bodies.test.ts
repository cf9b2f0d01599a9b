import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { request } from '../support/spawned.js'

const LONGEST_STALL_MS = 50
const BYTES = 14_000_000

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

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

const REFUSED: [name: string, status: number, body: () => string][] = [
  ['empty arrays', 413, () => message(`[${filled('[],')}[]]`)],
  ['numbers', 413, () => message(`[${filled('1,')}1]`)],
  [
    'members with new names',
    413,
    () => message(`{${Array.from({ length: 700_000 }, (_, at) => `"name${at}":${at}`).join()}}`),
  ],
  ['deep nesting', 400, () => message(filled('['))],
  ['deep nesting of objects', 400, () => message(filled('{"a":'))],
  ['a string without its end', 400, () => message(`"${filled('x')}`)],
  ['blanks', 400, () => filled(' ')],
  ['a fault at the end of many escapes', 400, () => message(`"${filled('\\"')}\\x"`)],
]

test.each(REFUSED)(
  '[13] a body of 14 MB is refused without holding anybody up: %s',
  { timeout: 60_000 },
  async (_name, status, body) => {
    const text = body()
    await daemon.longestStall()
    const reply = await post(text)
    expect([reply.status, reply.json.status]).toEqual([status, status])
    if (status === 413) expect(reply.json).toMatchObject({ code: 'body_too_large', maxNodes: 250_000 })
    expect(reply.stall.ms).toBeLessThan(LONGEST_STALL_MS)
  },
)
