import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { RequestBody, TestSession } from '../support/session.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const PAGE = 'what the page said, which nobody will ask for again; ' // words: ok
const words = (number: number) => `Fine, now room ${number}, and never touch room ${number + 100}.` // words: ok

/** As Anthropic's clients write it: the person speaks in the message that brings the results. */
function rounds(count: number): Json[] {
  return Array.from({ length: count }, (_, index): Json[] => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `I will look at room ${index}.` }, // words: ok
        { type: 'tool_use', id: `call_${index}`, name: 'look', input: { room: index } }, // words: ok
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: `call_${index}`, content: `page ${index}: ${PAGE.repeat(30)}` },
        { type: 'text', text: words(index) },
      ],
    },
  ]).flat()
}

async function talked(count: number, body: RequestBody<'createSession'> | object): Promise<TestSession> {
  const session = await daemon.openSession(body)
  const reply = await session.send('appendMessages', { body: { format: 'anthropic', messages: rounds(count) } })
  expect(reply.status, reply.text).toBe(201)
  return session
}

/** Calls and results that left are out of the context together, what a person said is in it, and history and audit have it all. */
async function expectResultsLeftWithTheirCalls(session: TestSession, count: number): Promise<void> {
  for (const format of FORMATS) {
    const { messages } = await session.context(format)
    expect(pairProblems(format, messages), format).toEqual([])
    for (let number = 0; number < count; number++) expect(JSON.stringify(messages)).toContain(words(number))
  }
  const context = JSON.stringify((await session.context('anthropic')).messages)
  expect(context).not.toContain('page 0:')
  expect(context).not.toContain('call_0"')
  const audit = await session.audit()
  expect(audit).toMatchObject({ ok: true, messages: 2 * count, covered: 0, violations: [] })
  expect(audit.evicted).toBeGreaterThan(0)
  const history = await session.history()
  expect(history.map(({ message }) => message)).toEqual(rounds(count))
  const offloads = await session.offloads()
  const left = offloads.find(({ seq }) => seq === 2)
  expect((await session.call('readOffload', { params: { offloadId: left!.id } })).content).toBe(
    `page 0: ${PAGE.repeat(30)}`,
  )
}

test('[V5] [P4] [P5] [P8] strategy truncate on a span that ends in words beside results: calls and results leave, the words stay', async () => {
  const session = await talked(16, { policy: { mask: null } })
  const reply = await session.send('requestCompression', { body: { strategy: 'truncate', waitMs: 20_000 } })
  expect(reply.body).toMatchObject({ status: 'completed', checkpointId: null })
  expect(reply.body.tokensAfter).toBeLessThan(reply.body.tokensBefore! / 2)
  await expectResultsLeftWithTheirCalls(session, 16)
  // What was removed is not removed again.
  const again = await session.send('requestCompression', { body: { strategy: 'truncate', waitMs: 20_000 } })
  expect(again.body).toMatchObject({ status: 'skipped', reason: 'nothing-to-compress' })
})

test('[P3] [P4] [P5] preset truncate frees tokens in such a session too', async () => {
  const session = await talked(50, { preset: 'truncate' })
  const { tokens, contextStatus } = await session.context()
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  await expectResultsLeftWithTheirCalls(session, 50)
})
