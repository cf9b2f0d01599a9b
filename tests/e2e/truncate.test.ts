import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json

const PAGE = 'what the page said, which nobody will ask for again; '
const words = (number: number) => `Fine, now room ${number}, and never touch room ${number + 100}.`

/** As Anthropic's clients write it: the person speaks in the message that brings the results. */
function rounds(count: number): Json[] {
  return Array.from({ length: count }, (_, index): Json[] => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: `I will look at room ${index}.` },
        { type: 'tool_use', id: `call_${index}`, name: 'look', input: { room: index } },
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

async function talked(count: number, session: object): Promise<string> {
  const id = await newSession(daemon, session)
  const reply = await daemon.call('POST', `/v1/sessions/${id}/messages`, {
    body: { format: 'anthropic', messages: rounds(count) },
  })
  expect(reply.status, reply.text).toBe(201)
  return id
}

/** Calls and results that left are out of the context together, what a person said stands in it, and history and audit have it all. */
async function expectResultsLeftWithTheirCalls(id: string, count: number): Promise<void> {
  for (const format of FORMATS) {
    const { messages } = await get(id, `context?format=${format}`)
    expect(pairProblems(format, messages), format).toEqual([])
    for (let number = 0; number < count; number++) expect(JSON.stringify(messages)).toContain(words(number))
  }
  const context = JSON.stringify((await get(id, 'context?format=anthropic')).messages)
  expect(context).not.toContain('page 0:')
  expect(context).not.toContain('call_0"')
  const audit = await get(id, 'audit')
  expect(audit).toMatchObject({ ok: true, messages: 2 * count, covered: 0, violations: [] })
  expect(audit.evicted).toBeGreaterThan(0)
  const history = (await get(id, 'messages?limit=500')).messages
  expect(history.map(({ message }: { message: Json }) => message)).toEqual(rounds(count))
  const { offloads } = await get(id, 'offloads?limit=100')
  const left = offloads.find(({ seq }: { seq: number }) => seq === 2)
  expect((await get(id, `offloads/${left.id}`)).content).toBe(`page 0: ${PAGE.repeat(30)}`)
}

test('[V5] [P4] [P5] [P8] strategy truncate on a span that ends in words beside results: calls and results leave, the words stay', async () => {
  const id = await talked(16, { policy: { mask: null } })
  const reply = await daemon.call('POST', `/v1/sessions/${id}/compress`, {
    body: { strategy: 'truncate', waitMs: 20_000 },
  })
  expect(reply.json).toMatchObject({ status: 'completed', checkpointId: null })
  expect(reply.json.tokensAfter).toBeLessThan(reply.json.tokensBefore / 2)
  await expectResultsLeftWithTheirCalls(id, 16)
  // What is gone is not asked away again.
  const again = await daemon.call('POST', `/v1/sessions/${id}/compress`, {
    body: { strategy: 'truncate', waitMs: 20_000 },
  })
  expect(again.json).toMatchObject({ status: 'skipped', reason: 'nothing-to-compress' })
})

test('[P3] [P4] [P5] preset truncate makes room in such a session too', async () => {
  const id = await talked(50, { preset: 'truncate' })
  const { tokens, contextStatus } = await get(id, 'context')
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  await expectResultsLeftWithTheirCalls(id, 50)
})
