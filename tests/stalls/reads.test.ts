import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputArgs, OperationId } from '../support/client.js'
import { watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { often } from '../support/long-run.js'
import { HOSTILE_TEXTS } from './hostile-texts.js'

const BYTES = often(6_000_000, 13_500_000)
/** Every pair of these two characters is a token, so that more would not fit the largest context with its margin. */
const BYTES_OF_QUOTES = often(1_350_000, 10_000_000)
/** Enough for what is slow for one sort of text. What is slow for any text is found with those of full size. */
const BYTES_OF_OTHERS = often(1_350_000, 2_250_000)

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

async function opened(contextSize: number, messages: object[]): Promise<string> {
  const { id: sessionId } = await daemon.client.call('createSession', { body: { model: 'm', contextSize } })
  await daemon.client.call('appendMessages', { params: { sessionId }, body: { format: 'openai', messages } })
  return sessionId
}

/** @param min characters that the reply must have: an empty reply proves nothing */
async function readWithoutStall<Id extends OperationId>(min: number, id: Id, ...input: InputArgs<Id>): Promise<void> {
  await daemon.longestStall()
  const { reply } = await withoutStall(async () => ({
    reply: await daemon.client.send(id, ...input),
    stall: await daemon.longestStall(),
  }))
  expect(reply.status, reply.text.slice(0, 300)).toBe(200)
  expect(reply.text.length, id).toBeGreaterThan(min)
}

// Texts of few tokens: the message stays in the largest context there is.
test.each([
  ['one long word', BYTES_OF_OTHERS],
  ['line breaks', BYTES_OF_OTHERS],
  ['quotes and backslashes', BYTES_OF_QUOTES],
  ['Chinese without spaces', BYTES],
] as const)(
  '[13] [T1] a message of many megabytes is read without holding the event loop: %s',
  { timeout: 300_000 },
  async (name, bytes) => {
    const content = HOSTILE_TEXTS[name]!(bytes)
    const sessionId = await opened(4_000_000, [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content },
    ])
    const params = { sessionId }
    const { length } = content
    await readWithoutStall(length, 'readContext', { params, query: { format: 'openai' } })
    await readWithoutStall(length, 'readContext', { params, query: { format: 'anthropic' } })
    await readWithoutStall(length, 'readHistory', { params })
    await readWithoutStall(2 * length, 'readHistory', { params, query: { format: 'anthropic' } })
  },
)

test.each([
  ['one long word', BYTES_OF_OTHERS],
  ['line breaks', BYTES],
  ['quotes and backslashes', BYTES_OF_OTHERS],
  ['Chinese without spaces', often(BYTES_OF_OTHERS, BYTES)],
] as const)(
  '[13] [T1] [D1] an original of many megabytes is read back without holding the event loop: %s',
  { timeout: 300_000 },
  async (name, bytes) => {
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }
    const text = HOSTILE_TEXTS[name]!
    const sessionId = await opened(16_384, [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: text(bytes) },
    ])
    const { offloads } = await daemon.client.call('listOffloads', { params: { sessionId } })
    const { id: offloadId, size } = offloads[0]!
    const params = { sessionId, offloadId }
    const end = { unit: 'bytes', offset: size!.bytes - 500, limit: 400 } as const
    await readWithoutStall(100, 'readOffload', { params })
    await readWithoutStall(1_000, 'readOffload', { params, query: { as: 'json', limit: 1_000 } })
    await readWithoutStall(100, 'readOffload', { params, query: { unit: 'lines', offset: size!.lines, limit: 1 } })
    await readWithoutStall(100, 'readOffload', { params, query: end })
    await readWithoutStall(100, 'readOffload', { params, query: { as: 'json', ...end } })
    await readWithoutStall(10, 'searchOffload', { params, query: { q: 'zzz' } })
    await readWithoutStall(100, 'searchOffload', { params, query: { q: text(8) } })
  },
)
