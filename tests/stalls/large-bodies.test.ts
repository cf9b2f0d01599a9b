import { expect, test } from 'vitest'
import { watchedDaemon, withoutStall } from '../support/event-loop-watchdog.js'
import { often } from '../support/long-run.js'
import { bodyWith, filled, postBody } from './bodies.js'

const BYTES = 13_500_000
/** Enough for what is slow for one sort of body. What is slow for any is found with those of full size. */
const BYTES_OF_OTHERS = often(4_000_000, 12_000_000)

/** Posts the body to a new daemon: garbage of one body must not be collected during the next. */
async function postAlone(body: string): ReturnType<typeof postBody> {
  const daemon = await watchedDaemon()
  try {
    // The counting thread is started by the first long text.
    await postBody(daemon, bodyWith(JSON.stringify('word '.repeat(10_000))))
    return await postBody(daemon, body)
  } finally {
    await daemon.end()
  }
}

const TAKEN: [name: string, body: () => string][] = [
  [
    'a thousand messages',
    () =>
      `{"format":"openai","messages":[${Array.from({ length: 1_000 }, () => `{"role":"assistant","content":"${filled('word ', often(4_000, 13_000))}"}`).join()}]}`,
  ],
  ['escapes', () => bodyWith(`"${filled('\\"', BYTES)}"`)],
  [
    'arguments of a call',
    () => callOf(JSON.stringify({ path: 'a.ts', content: filled('x = 1\n', BYTES_OF_OTHERS / 2) })),
  ],
  ['arguments that are a bomb', () => callOf(`[${filled('[],', BYTES_OF_OTHERS)}[]]`)],
  ['arguments that are a bomb in an object', () => callOf(`{"a":[${filled('[],', BYTES_OF_OTHERS)}[]]}`)],
]

function callOf(args: string): string {
  const call = { id: 'c', type: 'function', function: { name: 'write', arguments: args } }
  return JSON.stringify({ format: 'openai', messages: [{ role: 'assistant', content: null, tool_calls: [call] }] })
}

test.each(TAKEN)(
  '[13] [T1] a large body is taken without blocking the event loop: %s',
  { timeout: 300_000 },
  async (_name, body) => {
    const reply = await withoutStall(() => postAlone(body()))
    expect(reply.status).toBe(201)
  },
)
