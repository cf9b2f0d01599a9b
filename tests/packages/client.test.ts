import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, PalimpsestError, take, UnavailableError } from '../../packages/client/src/index.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { faultyFetch, type Fault } from './faulty-fetch.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const connect = (options: object = {}) => createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, ...options })
const SESSION = { model: 'gpt-4o:7b', contextSize: '8K' }
const question = (content: string) => ({ role: 'user', content }) as const

test('[10.4] typed calls open a session, append, read the context and the history, and withdraw', async () => {
  const client = connect()
  const session = await client.openSession({ ...SESSION, externalId: 'thread-1', systemPrompt: 'Be terse.' })
  expect((await client.openSession({ ...SESSION, externalId: 'thread-1' })).id).toBe(session.id)
  const messages = Array.from({ length: 7 }, (_, n) => question(`question ${n}`))
  const appended = await client.append(session.id, messages, { format: 'openai' })
  expect(appended.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const context = await client.context(session.id, { format: 'openai' })
  expect(context.messages).toEqual([{ role: 'system', content: 'Be terse.' }, ...messages])
  await client.withdraw(session.id, 7)
  const history = []
  for await (const { message, withdrawn } of client.history(session.id, { limit: 3 }))
    history.push({ message, withdrawn })
  expect(history).toEqual(messages.map((message, n) => ({ message, withdrawn: n === 6 })))
  const audit = await take(
    client.api.GET('/v1/sessions/{sessionId}/audit', { params: { path: { sessionId: session.id } } }),
  )
  expect(audit.ok).toBe(true)
})

test('[13] a refusal carries the problem document; nothing that answers is UnavailableError', async () => {
  const refused = await connect()
    .openSession({ ...SESSION, contextSize: 'huge' })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PalimpsestError)
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
  expect((refused as PalimpsestError).problem.errors[0]?.path).toBe('contextSize')
  const noDaemon = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
  await expect(noDaemon.openSession(SESSION)).rejects.toThrow(UnavailableError)
  await expect(connect({ apiKey: 'wrong' }).openSession(SESSION)).rejects.toMatchObject({ status: 401 })
})

test('[13] a page of another server is an unexpected reply, and no data', async () => {
  const client = connect({
    fetch: async () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }),
  })
  await expect(client.openSession(SESSION)).rejects.toMatchObject({ status: 200, code: 'unexpected_reply' })
})

test('[P1] an append whose reply is lost or breaks off is repeated with its key and stored once', async () => {
  const faults: Fault[] = ['lost', 'refused', 'cut', null]
  const network = faultyFetch()
  const client = connect({ fetch: network.fetch })
  const { id } = await client.openSession(SESSION)
  network.arrived.length = 0
  network.fault = () => faults.shift() ?? null
  await client.append(id, [question('once')])
  const keys = network.arrived.map(({ key }) => key)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(await daemon.client.call('readHistory', { params: { sessionId: id } })).toMatchObject({
    messages: [{ seq: 1 }],
    nextAfter: null,
  })
})

test('[P1] a request that is not repeatable is sent once, and retries end', async () => {
  const network = faultyFetch()
  const client = connect({ fetch: network.fetch, retries: 2 })
  const { id } = await client.openSession(SESSION)
  await client.append(id, [question('a'), question('b')])
  network.arrived.length = 0
  network.fault = 'lost'
  await expect(client.withdraw(id, 2)).rejects.toThrow(UnavailableError)
  expect(network.arrived).toHaveLength(1)
  await expect(client.context(id)).rejects.toThrow(UnavailableError)
  expect(network.arrived).toHaveLength(4)
  network.fault = 'cut'
  await expect(client.withdraw(id, 2)).rejects.toThrow(/other side closed/)
  await expect(client.context(id)).rejects.toThrow(UnavailableError)
  expect(network.arrived).toHaveLength(8)
})

test('[13] a reply that asks to wait is repeated after that time, unless the wait is long', async () => {
  const waits = ['0', '3600']
  let calls = 0
  const fetch = async (request: Parameters<typeof globalThis.fetch>[0]) => {
    calls += 1
    const wait = waits.shift()
    if (wait === undefined) return globalThis.fetch(request)
    const problem = {
      type: '',
      title: 'Too many requests',
      status: 429,
      detail: 'Slow down.',
      code: 'rate_limited',
      errors: [],
    }
    return Response.json(problem, { status: 429, headers: { 'retry-after': wait } })
  }
  await expect(connect({ fetch }).openSession(SESSION)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 3_600_000,
  })
  expect(calls).toBe(2)
})

test('[10.4] a silent server is given up after the time limit, and an abort by the program is not repeated', async () => {
  const silent = createServer(() => {})
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await expect(connect({ baseUrl, timeoutMs: 20, retries: 1 }).context('ses_1')).rejects.toThrow(UnavailableError)
  const abort = new AbortController()
  const reading = connect({ baseUrl }).context('ses_1', {}, { signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
  silent.closeAllConnections()
  silent.close()
})
