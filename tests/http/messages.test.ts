import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const ODD = [
  '{"role":"user","content":"NUL \\u0000, half \\ud800, 語, 🙂, \\u001f"}',
  '{ "content" : null, "role":"assistant", "tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a\\": 1.0}"}}], "x_unknown":{"z":1,"a":12345678901234567890} }',
  '{"role":"tool","tool_call_id":"c1","content":"done","content":"done"}',
]

test('[P1] what was appended comes back byte for byte, in order, page by page', async () => {
  const { id } = await daemon.openSession()
  const appended = await daemon.call('POST', `/v1/sessions/${id}/messages`, {
    body: `{"format":"openai","messages":[${ODD.join(' , ')}]}`,
  })
  expect(appended.status).toBe(201)
  expect(appended.json.messages.map((message: { seq: number; role: string }) => [message.seq, message.role])).toEqual([
    [1, 'user'],
    [2, 'assistant'],
    [3, 'tool'],
  ])
  expect(appended.json.contextStatus.breakdown.user).toBe(appended.json.messages[0].tokens)
  const history = await daemon.client.send('readHistory', { params: { sessionId: id } })
  for (const raw of ODD) expect(history.text).toContain(`"message":${raw}`)
  expect(history.body.messages[0]).toMatchObject({
    seq: 1,
    role: 'user',
    origin: 'human',
    pinned: false,
    state: 'raw',
    format: 'openai',
  })
  const page = await daemon.client.send('readHistory', { params: { sessionId: id }, query: { from: 2, limit: 1 } })
  expect(page.body.messages.map((message) => message.seq)).toEqual([2])
  expect(page.body.nextAfter).toBe(2)
  expect(
    (await daemon.client.call('readHistory', { params: { sessionId: id }, query: { from: 3, to: 3 } })).nextAfter,
  ).toBeNull()
})

test('[10.1] a history asked for in another format has the translation beside the exact message', async () => {
  const { id } = await daemon.openSession()
  await daemon.call('POST', `/v1/sessions/${id}/messages`, {
    body: `{"format":"openai","messages":[${ODD.join(',')}]}`,
  })
  const [, call] = (
    await daemon.client.call('readHistory', { params: { sessionId: id }, query: { format: 'anthropic' } })
  ).messages
  expect(call!.format).toBe('openai')
  expect(call!.rendered![0].content[0]).toMatchObject({ type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } })
  const [same] = (await daemon.client.call('readHistory', { params: { sessionId: id }, query: { format: 'openai' } }))
    .messages
  expect(same!.rendered).toBeUndefined()
})

test('[P1] an append retried with its Idempotency-Key is stored once; with another body it is refused', async () => {
  const { id } = await daemon.openSession()
  const headers = { 'idempotency-key': 'once' }
  const body = { messages: [{ role: 'user', content: 'only once' }] }
  const replies = await Promise.all(
    [1, 2, 3].map(() => daemon.client.send('appendMessages', { params: { sessionId: id }, body }, { headers })),
  )
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201])
  expect(new Set(replies.map((reply) => reply.body.messages[0]!.id)).size).toBe(1)
  expect((await daemon.client.call('getSession', { params: { sessionId: id } })).messageCount).toBe(1)
  const other = await daemon.client.send(
    'appendMessages',
    { params: { sessionId: id }, body: { messages: [{ role: 'user', content: 'other' }] } },
    { headers },
  )
  expect(other.status).toBe(409)
})

test('[13] a stale If-Match is refused with 412 and stores nothing; ETags of the session and of its context both serve', async () => {
  const { id } = await daemon.openSession()
  const append = (etag: string | null) =>
    daemon.client.send(
      'appendMessages',
      { params: { sessionId: id }, body: { messages: [{ role: 'user', content: 'x' }] } },
      { headers: { 'if-match': etag ?? '' } },
    )
  const session = await daemon.client.send('getSession', { params: { sessionId: id } })
  expect((await append(session.headers.get('etag'))).status).toBe(201)
  expect((await append(session.headers.get('etag'))).status).toBe(412)
  const context = await daemon.client.send('readContext', { params: { sessionId: id }, query: { format: 'openai' } })
  expect((await append(context.headers.get('etag'))).status).toBe(201)
  expect((await daemon.client.call('getSession', { params: { sessionId: id } })).messageCount).toBe(2)
})

test('[10.1] a context has an ETag, and answers 304 while nothing has changed', async () => {
  const { id } = await daemon.openSession({ systemPrompt: 'Be brief.' })
  await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { messages: [{ role: 'user', content: 'hi' }] },
  })
  const first = await daemon.client.send('readContext', { params: { sessionId: id }, query: { format: 'openai' } })
  expect(first.body).toMatchObject({ format: 'openai', limit: 13_600 })
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const same = await daemon.client.send(
    'readContext',
    { params: { sessionId: id }, query: { format: 'openai' } },
    { headers },
  )
  expect([same.status, same.text]).toEqual([304, ''])
  await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { messages: [{ role: 'assistant', content: 'hello' }] },
  })
  expect(
    (await daemon.client.send('readContext', { params: { sessionId: id }, query: { format: 'openai' } }, { headers }))
      .status,
  ).toBe(200)
})

test('[C1] origins beside provider messages say who wrote them', async () => {
  const { id } = await daemon.openSession()
  const messages = [
    { role: 'user', content: 'by a person' },
    { role: 'user', content: 'by a program' },
  ]
  await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { format: 'openai', messages, origins: [null, 'app'] },
  })
  const history = (await daemon.client.call('readHistory', { params: { sessionId: id } })).messages
  expect(history.map((message) => message.origin)).toEqual(['human', 'app'])
  const short = await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { format: 'openai', messages, origins: ['app'] },
  })
  expect(short.problem.errors[0]!.path).toBe('origins')
})

test('[I34] [P8] [D1] an offloaded result is read back exactly by range, and searched', async () => {
  const { id } = await daemon.openSession({ contextSize: '8K' })
  const content = Array.from({ length: 900 }, (_, i) => `line ${i + 1}: value ${i * 7} 🙂`).join('\n')
  const messages = [
    { role: 'user', content: 'read it' },
    { role: 'assistant', parts: [{ type: 'tool_call', callId: 'c1', name: 'fetch', args: { url: 'x' } }] },
    { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', content }] },
  ]
  expect((await daemon.client.send('appendMessages', { params: { sessionId: id }, body: { messages } })).status).toBe(
    201,
  )
  const [offload] = (await daemon.client.call('listOffloads', { params: { sessionId: id } })).offloads
  expect(offload).toMatchObject({ kind: 'offload', seq: 3, toolName: 'fetch' })
  let read = ''
  for (let offset: number | null = 0; offset !== null;) {
    const part: Body<'readOffload'> = await daemon.client.call('readOffload', {
      params: { sessionId: id, offloadId: offload!.id },
      query: { offset, limit: 3_001 },
    })
    expect(part.total).toBe(content.length)
    read += part.content
    offset = part.nextOffset
  }
  expect(read).toBe(content)
  const found = await daemon.client.call('searchOffload', {
    params: { sessionId: id, offloadId: offload!.id },
    query: { q: 'LINE 700:' },
  })
  expect(found.matches).toHaveLength(1)
  expect(found.matches[0]).toMatchObject({ line: 700, offset: content.indexOf('line 700:') })
})

test('[13] one message that fits by no rule is refused with its tokens and the limit', async () => {
  const { id } = await daemon.openSession({ contextSize: '2K' })
  const reply = await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { messages: [{ role: 'user', content: 'word '.repeat(4_000) }] },
  })
  expect(reply.status).toBe(422)
  expect(reply.problem).toMatchObject({ code: 'message_exceeds_window', limit: 1_700 })
  expect(reply.problem.tokens).toBeGreaterThan(1_700)
  expect(reply.problem.detail).toContain(' 1445 tokens (the limit of 1700 less 255 for the reply) are available')
  expect((await daemon.client.call('getSession', { params: { sessionId: id } })).messageCount).toBe(0)
})
