import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { bodyWith, filled, postBody } from './bodies.js'

const BYTES = 14_000_000

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

const REFUSED: [name: string, status: number, body: () => string][] = [
  ['empty arrays', 413, () => bodyWith(`[${filled('[],', BYTES)}[]]`)],
  ['numbers', 413, () => bodyWith(`[${filled('1,', BYTES)}1]`)],
  [
    'members with new names',
    413,
    () => bodyWith(`{${Array.from({ length: 700_000 }, (_, at) => `"name${at}":${at}`).join()}}`),
  ],
  ['deep nesting', 400, () => bodyWith(filled('[', BYTES))],
  ['deep nesting of objects', 400, () => bodyWith(filled('{"a":', BYTES))],
  ['a string without its end', 400, () => bodyWith(`"${filled('x', BYTES)}`)],
  ['blanks', 400, () => filled(' ', BYTES)],
  ['a fault at the end of many escapes', 400, () => bodyWith(`"${filled('\\"', BYTES)}\\x"`)],
]

test.each(REFUSED)(
  '[13] a body of 14 MB is refused without blocking the event loop: %s',
  async (_name, status, body) => {
    const reply = await withoutStall(() => postBody(daemon, body()))
    expect([reply.status, reply.json.status]).toEqual([status, status])
    if (status === 413) expect(reply.json).toMatchObject({ code: 'body_too_large', maxNodes: 250_000 })
  },
)
