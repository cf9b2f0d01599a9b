import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'

/** An agent with tools of its own names: what it reads back is known by the handle in the arguments. */
let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const path = (id: string, rest: string) => `/v1/sessions/${id}/${rest}`
const get = async (id: string, rest: string) => (await daemon.call('GET', path(id, rest))).json
const append = async (id: string, messages: Json[]) => {
  const reply = await daemon.call('POST', path(id, 'messages'), { body: { format: 'openai', messages } })
  expect(reply.status).toBe(201)
}
const ROOM = 5_800

let calls = 0
function step(name: string, args: object, content: string): Json[] {
  const callId = `c${++calls}`
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: callId, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: callId, content },
  ]
}
const rows = (count: number, of: string) =>
  Array.from({ length: count }, (_, row) => `${of} row ${row}: ${row * 37}`).join('\n')

/** A session of 8K in which a big result was put away: its handle. */
async function evicted(policy: object = {}): Promise<{ id: string; handle: string }> {
  const id = await newSession(daemon, { contextSize: '8K', policy })
  await append(id, [
    { role: 'user', content: 'Find the row of 4,711.' },
    ...step('query', { table: 'orders' }, rows(900, 'order')),
  ])
  const { offloads } = await get(id, 'offloads')
  expect(offloads).toHaveLength(1)
  return { id, handle: offloads[0].id }
}

test('[I34] [D1] evicted, read back, evicted again: cannot happen, however often and by whatever tool it is read', async () => {
  const { id, handle } = await evicted()
  const { content } = await get(id, `offloads/${handle}?unit=lines&limit=300`)
  const readings = [
    step('Bash', { command: `curl localhost/v1/sessions/${id}/offloads/${handle}?unit=lines` }, content),
    step('ctx_read', { target: { from: [handle] }, lines: [1, 300] }, content),
    step('fetch_more', { handle }, content),
  ]
  for (const reading of readings) {
    await append(id, reading)
    const { messages, tokens } = await get(id, 'context?format=openai')
    expect(tokens).toBeLessThanOrEqual(ROOM)
    expect(messages.at(-1)).toEqual(reading[1])
    const { entries } = await get(id, 'explain')
    expect(entries.at(-1)).toMatchObject({ rule: 'D1', reason: 'read back; never reduced again' })
  }
  // More than enough later steps for masks, compressions and emergencies.
  for (let turn = 0; turn < 12; turn++) {
    await append(id, step('look', { turn }, rows(60, `turn ${turn}`)))
    expect((await get(id, 'context')).tokens).toBeLessThanOrEqual(ROOM)
  }
  const { offloads } = await get(id, 'offloads?limit=200')
  expect(offloads.filter(({ kind }: { kind: string }) => kind === 'mask').length).toBeGreaterThan(0)
  // Call and result of the readings are messages 4 to 9.
  expect(offloads.filter(({ seq }: { seq: number }) => seq >= 4 && seq <= 9)).toEqual([])
  expect(await get(id, 'audit')).toMatchObject({ ok: true })
})

test('[D1] a handle of another session, or of none, makes no reading: the result is put away like any other', async () => {
  const other = await evicted()
  const { id } = await evicted()
  await append(id, step('look', { handle: other.handle }, rows(900, 'foreign')))
  await append(id, step('look', { handle: 'off_nothing' }, rows(900, 'invented')))
  const { offloads } = await get(id, 'offloads')
  expect(offloads.map(({ seq }: { seq: number }) => seq)).toEqual([3, 5, 7])
})

test('[D1] what the tools read_offload and recall bring back is not put away, with a prefix or without', async () => {
  const { id } = await evicted()
  await append(id, [
    ...step('mcp__palimpsest__read_offload', {}, rows(250, 'a')),
    ...step('recall', { q: 'x' }, rows(250, 'b')),
  ])
  expect((await get(id, 'offloads')).offloads).toHaveLength(1)
})

test('[D1] its handle still counts when the message it stood in has left the context', async () => {
  const { id, handle } = await evicted()
  for (let turn = 0; turn < 14; turn++) await append(id, step('look', { turn }, rows(60, `turn ${turn}`)))
  await get(id, 'context?reserve=6000')
  expect((await get(id, 'messages?from=3&to=3')).messages[0].state).toBe('covered')
  const last = step('ctx_read', { handle }, (await get(id, `offloads/${handle}?limit=9000`)).content)
  await append(id, last)
  expect((await get(id, 'context?format=openai')).messages.at(-1)).toEqual(last[1])
})

test('[P3] [D1] a reading larger than the room by itself still fits: it is compressed, and the user keeps every word', async () => {
  const { id, handle } = await evicted()
  const words = { role: 'user', content: `Keep this in mind: ${'the lamp in room 12 stays on. '.repeat(20)}` }
  await append(id, [words, { role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'Now read all of it.' }])
  await append(id, step('ctx_read', { handle }, rows(4_000, 'read back')))
  const context = await get(id, 'context?format=openai')
  expect(context.tokens).toBeLessThanOrEqual(ROOM)
  expect(context.messages).toContainEqual(words)
  const { offloads } = await get(id, 'offloads')
  expect(offloads.filter(({ seq }: { seq: number }) => seq > 3)).toEqual([])
  expect((await get(id, 'messages?from=8&to=8')).messages[0].state).toBe('covered')
  expect(await get(id, 'audit')).toMatchObject({ ok: true, evicted: 0 })
})

test('[P3] a reading larger than the room fits where nothing is summarized, too: it is set aside', async () => {
  const { id, handle } = await evicted()
  const truncating = await newSession(daemon, { contextSize: '8K', preset: 'truncate' })
  await append(truncating, [
    { role: 'user', content: 'Read it.' },
    ...step('recall', { handle }, rows(4_000, 'read back')),
  ])
  expect((await get(truncating, 'context')).tokens).toBeLessThanOrEqual(ROOM)
  expect(await get(truncating, 'audit')).toMatchObject({ ok: true, evicted: 2 })
  expect((await get(id, 'audit')).ok).toBe(true)
})

test('[I34] [P1] [D1] a stand-in that cannot be stored is none: the append is refused whole, and what was there stays raw', async () => {
  let handle: string | null = null
  const broken = await startDaemon({
    // The second stand-in gets the key of the first: the database refuses its row.
    ports: (ports) => ({
      ...ports,
      ids: {
        ...ports.ids,
        make: (prefix) => (prefix === 'off' ? (handle ??= ports.ids.make(prefix)) : ports.ids.make(prefix)),
      },
    }),
  })
  try {
    const id = await newSession(broken, { contextSize: '8K' })
    const send = (messages: Json[]) =>
      broken.call('POST', path(id, 'messages'), { body: { format: 'openai', messages } })
    expect((await send([{ role: 'user', content: 'look' }, ...step('query', {}, rows(900, 'first'))])).status).toBe(201)
    const before = await broken.call('GET', path(id, 'context?format=openai'))
    expect((await send(step('query', {}, rows(900, 'second')))).status).toBe(500)
    const after = await broken.call('GET', path(id, 'context?format=openai'))
    expect(after.json.messages).toEqual(before.json.messages)
    expect((await broken.call('GET', path(id, 'messages'))).json.messages).toHaveLength(3)
    expect((await broken.call('GET', path(id, 'audit'))).json).toMatchObject({ ok: true, messages: 3, reduced: 1 })
    // What needs no stand-in is stored as ever.
    expect((await send(step('query', {}, rows(5, 'third')))).status).toBe(201)
    expect((await broken.call('GET', path(id, 'audit'))).json).toMatchObject({
      ok: true,
      messages: 5,
      raw: 4,
      reduced: 1,
    })
  } finally {
    await broken.stop()
  }
})
