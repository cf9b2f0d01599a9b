import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReplyBudget } from '../../src/http/limits/reply-budget.js'
import { large } from '../../src/http/answer.js'
import { withContext } from '../../src/http/with-context.js'
import { FORMATS } from '../../src/domain/message.js'
import { chatter } from '../support/chatter.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const HELLO = { role: 'user', content: 'Hello.' }

test('[10.1] an append with `context` returns what a read of the context returns, byte for byte, in each format', async () => {
  for (const format of FORMATS) {
    const session = await daemon.openSession({ contextSize: '4K', systemPrompt: 'Be terse.' })
    await session.append(chatter(12))
    const path = `/v1/sessions/${session.id}`
    const messages = [format === 'ollama' ? { ...HELLO, content: 'Hello, "you" \u00e9' } : HELLO]
    const appended = await daemon.call('POST', `${path}/messages?context=${format}`, { body: { format, messages } })
    expect(appended.status, appended.text).toBe(201)
    const read = await daemon.call('GET', `${path}/context?format=${format}`)
    expect(appended.text).toContain(`"context":${read.text}}`)
    expect(appended.json).toMatchObject({ messages: [{ seq: 25 }], contextStatus: read.json.contextStatus })
    expect(read.json.tokens).toBeLessThanOrEqual(3_400 - 510)
  }
})

test('[P1] a repeated append with `context` stores once and returns the context again', async () => {
  const session = await daemon.openSession()
  const send = () =>
    session.send(
      'appendMessages',
      { query: { context: 'openai' }, body: { format: 'openai', messages: [HELLO] } },
      { headers: { 'idempotency-key': 'once' } },
    )
  const [first, second] = [await send(), await send()]
  expect(second.text).toBe(first.text)
  expect(first.body.context?.messages).toEqual([HELLO])
  expect(await session.history()).toHaveLength(1)
})

test('[13] an unknown format is refused before anything is stored; without `context` the reply has none', async () => {
  const session = await daemon.openSession()
  const path = `/v1/sessions/${session.id}/messages`
  const refused = await daemon.call('POST', `${path}?context=markdown`, { body: { messages: [HELLO] } })
  expect(refused.json).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path: 'context' }] })
  expect(await session.history()).toEqual([])
  expect(Object.keys((await daemon.call('POST', path, { body: { messages: [HELLO] } })).json)).toEqual([
    'messages',
    'contextStatus',
  ])
})

test('[P1] a context that cannot be read is no failure of the append: the reply says that the messages are stored', async () => {
  const session = await daemon.openSession()
  const appended = await session.append([HELLO])
  // A reserve above the limit makes the read fail after the append.
  const wanted = { appId: null, sessionId: session.id, format: 'openai' as const, reserve: 1_000_000 }
  const share = new ReplyBudget().open('this')
  const answer = await withContext(daemon.ports, (read, status) => large(share, read, status), appended, wanted)
  if (answer.kind !== 'pieces') throw new Error(answer.kind)
  expect(answer.status).toBe(201)
  expect(JSON.parse([...answer.texts].join(''))).toEqual({
    ...appended,
    context: null,
    contextProblem: expect.objectContaining({ status: 400, code: 'invalid_request' }) as unknown,
  })
})
