import { request as httpRequest } from 'node:http'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, openaiDoor, sessionTexts, user } from '../support/door-talk.js'
import { until } from '../support/until.js'

/** How requests and answers pass: bytes, errors, aborts, silence, and a store that is unavailable. */

afterEach(closeDoors)

const LONG = { script: () => ({ text: 'a long answer with many words '.repeat(40) }) }

test('[P12] the body and the credential of the client reach the upstream; a key of ours never does', async () => {
  const { daemon, server } = await openaiDoor()
  const { app } = await daemon.newApp()
  const odd =
    '{ "messages" : [ {"role":"user", "content":"na\\u00efve \\ud83e\\udd8a", "x": 1.0} ],\n "model":"gpt-x", "unknown_field": {"b":1,"a":12345678901234567890} }'
  const send = (headers: Record<string, string>) =>
    daemon.call('POST', '/openai/v1/chat/completions?beta=1', { key: null, body: odd, headers })
  const replies = [
    await send({
      'x-palimpsest-key': app,
      authorization: 'Bearer sk-client',
      'x-custom': 'kept',
      'http2-settings': 'AAEA',
    }),
    await send({ authorization: `Bearer ${app}` }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(server.turns.map(({ bytes }) => bytes.toString())).toEqual([odd, odd])
  const [own, ours] = server.turns
  expect(own!.headers).toMatchObject({ authorization: 'Bearer sk-client', 'x-custom': 'kept' })
  expect(own!.headers['x-palimpsest-key']).toBeUndefined()
  expect(own!.headers['http2-settings']).toBeUndefined()
  expect(own!.path).toBe('/v1/chat/completions?beta=1')
  expect(ours!.headers.authorization).toBe('Bearer sk-configured')
  expect(replies[0]!.headers.get('x-palimpsest-cut')).toBe('0')
  expect(Number(replies[0]!.headers.get('x-palimpsest-limit'))).toBeGreaterThan(1_000)
  expect(daemon.logged().join('\n')).not.toContain('sk-client')
})

test('status, headers and body of an error of the upstream pass unchanged, and a later retry is the same turn', async () => {
  const { daemon, server } = await openaiDoor({ scenario: 'rate-limited' })
  const client = new OpenAI({ baseURL: `${daemon.url}/openai/v1`, apiKey: 'sk-client', maxRetries: 0 })
  const create = () =>
    client.chat.completions.create({ model: 'gpt-x', messages: [{ role: 'user', content: 'hi there' }] })
  await expect(create()).rejects.toMatchObject({ status: 429 })
  server.scenario = 'error500'
  await expect(create()).rejects.toMatchObject({ status: 500 })
  server.scenario = 'wrong-type'
  await create().catch(() => {})
  server.scenario = 'honest'
  await create()
  const [session, ...others] = await sessionTexts(daemon)
  expect(others).toEqual([])
  expect(session!.texts).toHaveLength(2)
})

test('a client that hangs up aborts the upstream; the part is stored as interrupted', async () => {
  const { daemon, server } = await ollamaDoor({ ...LONG, tokenMs: 15 })
  const body = JSON.stringify({ model: 'qwen2.5:7b', messages: [user('explain it')] })
  await new Promise<void>((resolve, reject) => {
    const outgoing = httpRequest(`${daemon.url}/ollama/api/chat`, { method: 'POST' }, (response) => {
      let chunks = 0
      response.on('data', () => {
        if (++chunks < 5) return
        outgoing.destroy()
        resolve()
      })
      response.on('error', () => {})
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
  await until('the upstream is aborted', () => server.abandoned === 1)
  const stored = await until('the part is stored', async () => {
    const [session] = await sessionTexts(daemon)
    return session && session.texts.length === 2 ? session : null
  })
  const appended = await until('both events', async () => {
    const { events } = await daemon.client.call('readEvents', { query: { sessionId: stored.id, limit: 100 } })
    const found = events.filter(({ type }) => type === 'message-appended')
    return found.length === 2 ? found.map(({ data }) => data as Loose) : null
  })
  expect(appended.map(({ interrupted }) => interrupted)).toEqual([undefined, true])
  // The client goes on without the part.
  server.options.tokenMs = 0
  await ask(daemon, [user('explain it'), user('never mind')])
  expect((await sessionTexts(daemon)).map(({ texts }) => texts.slice(0, 2))).toEqual([['explain it', 'never mind']])
})

test.each(['half', 'reset'] as const)('a stream that breaks (%s) is stored as interrupted', async (scenario) => {
  const { daemon } = await ollamaDoor({ ...LONG, scenario })
  await daemon
    .call('POST', '/ollama/api/chat', { key: null, body: { model: 'qwen2.5:7b', messages: [user('go on')] } })
    .catch(() => {})
  await until('the part is stored', async () => (await sessionTexts(daemon))[0]?.texts.length === 2)
})

test('garbage passes as it is and is no message', async () => {
  const { daemon } = await ollamaDoor({ scenario: 'no-json' })
  const body = JSON.stringify({ model: 'qwen2.5:7b', messages: [user('go')] })
  const reply = await fetch(`${daemon.url}/ollama/api/chat`, { method: 'POST', body })
  expect(reply.status).toBe(200)
  expect(await reply.text()).toBe('<html>not an answer</html>\n{"half": ')
  expect((await sessionTexts(daemon)).map(({ texts }) => texts)).toEqual([['go']])
})

test('a silent upstream gets pings, and a later error is an event of the stream', async () => {
  const { daemon, server } = await openaiDoor({ scenario: 'hang' }, { doors: { pingMs: 20 } })
  const response = await fetch(`${daemon.url}/openai/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-x', stream: true, messages: [user('hi there')] }),
  })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toMatch(/^: ping\n\n/)
  await server.close()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read())
    rest += new TextDecoder().decode(read.value)
  expect(rest).toMatch(/data: \{"error":\{"message":"The upstream [^"]+","type":"server_error"[^\n]*\n\n$/)
})

test('[P1] while the store is unavailable, requests pass with their own bytes', async () => {
  let isDown = false
  const { daemon, server } = await ollamaDoor(LONG, {
    ports: (ports) => ({
      ...ports,
      store: new Proxy(ports.store, {
        get: (store, name) => {
          if (isDown && (name === 'change' || name === 'doorMatches'))
            return () => Promise.reject(new Error('connect ECONNREFUSED'))
          const member: unknown = Reflect.get(store, name)
          return member
        },
      }),
    }),
  })
  const first = (await ask(daemon, [user('one')])).json.message
  isDown = true
  const bypassed = await ask(daemon, [user('one'), first, user('two')])
  expect(bypassed.status).toBe(200)
  expect(bypassed.headers.get('x-palimpsest-bypassed')).toBe('1')
  expect(server.chats.at(-1)!.body.messages).toEqual([user('one'), first, user('two')])
  isDown = false
  const after = await ask(daemon, [user('one'), first, user('two'), bypassed.json.message, user('three')])
  expect(after.headers.get('x-palimpsest-bypassed')).toBeNull()
  expect((await sessionTexts(daemon))[0]!.texts).toHaveLength(6)
})

test('[P3] an upstream that refuses a prompt for its length gets a smaller one, once', async () => {
  const { daemon, server } = await openaiDoor({ window: 3_000 })
  const history: Loose[] = []
  for (let turn = 0; turn < 40; turn++) {
    history.push(user(`question ${turn}: ${'please look at this once more '.repeat(6)}`))
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      key: null,
      body: { model: 'gpt-x', messages: history },
      headers: { 'x-context-size': '16K' },
    })
    expect(reply.status).toBe(200)
    history.push(reply.json.choices[0].message)
  }
  expect(server.refusals.length).toBeLessThanOrEqual(2)
  expect(server.refusals.length).toBeGreaterThan(0)
})

test('[P3] an upstream that counts more tokens than we do, and names the window we know, gets a share of the context', async () => {
  const { daemon, server } = await openaiDoor({ window: 4_000 })
  const count = server.counter.countAll.bind(server.counter)
  server.counter.countAll = (...given) => Math.ceil(1.6 * count(...given))
  const history: Loose[] = []
  for (let turn = 0; turn < 40; turn++) {
    history.push(user(`question ${turn}: ${'please look at this once more '.repeat(12)}`))
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      key: null,
      body: { model: 'gpt-4o', messages: history },
      headers: { 'x-context-size': '4K' },
    })
    expect(reply.status, reply.text).toBe(200)
    history.push(reply.json.choices[0].message)
  }
  expect(server.refusals.length).toBeGreaterThan(0)
  expect(server.refusals.length).toBeLessThanOrEqual(2)
})

test('[S4] a fixed part that cannot fit is a 413 in the shape of the provider, with numbers', async () => {
  const { daemon } = await openaiDoor()
  const messages = [{ role: 'system', content: 'never do this and always do that. '.repeat(400) }, user('hi there')]
  const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
    key: null,
    body: { model: 'gpt-x', messages },
    headers: { 'x-context-size': '2K' },
  })
  expect(reply.status).toBe(413)
  expect(reply.json.error).toMatchObject({ code: 'context_length_exceeded', type: 'invalid_request_error' })
  expect(reply.json.error.message).toMatch(/System prompt and tools take [\d,]+ tokens; at most [\d,]+ are allowed/)
})

test('[PATCH] [P3] tools that arrive while the context is nearly full shrink the conversation', async () => {
  const { daemon, server } = await openaiDoor({ window: 4_000 })
  const tools = Array.from({ length: 12 }, (_, at) => ({
    type: 'function',
    function: { name: `tool_${at}`, description: 'It does something useful with a file. '.repeat(12), parameters: {} },
  }))
  const history: Loose[] = []
  const send = async (more: object) => {
    const body = { model: 'gpt-4o', messages: history, ...more }
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      key: null,
      body,
      headers: { 'x-context-size': '4K' },
    })
    expect(reply.status).toBe(200)
    history.push(reply.json.choices[0].message)
    return { used: Number(reply.headers.get('x-palimpsest-used')), cut: reply.headers.get('x-palimpsest-cut') }
  }
  let state = { used: 0, cut: '0' as string | null }
  while (state.used < 2_000) {
    history.push(user(`question: ${'please look at this once more '.repeat(8)}`))
    state = await send({})
  }
  expect(state.cut).toBe('0')
  history.push(user('now with tools'))
  expect((await send({ tools, tool_choice: 'none' })).cut).toBe('1')
  expect(server.refusals).toEqual([])
  expect(await sessionTexts(daemon)).toHaveLength(1)
})

test('[13] bad bodies are refused in the shape of the provider, and name the member', async () => {
  const { daemon, server } = await openaiDoor()
  const send = (body: unknown, headers = {}) =>
    daemon.call('POST', '/openai/v1/chat/completions', { key: null, body, headers })
  const replies = [
    await send('{"model": "x", "messages": ['),
    await send({ messages: [user('x')] }),
    await send({ model: 'x', messages: 'text' }),
    await send({ model: 'x', messages: [user('x')] }, { 'x-context-size': 'huge' }),
    await send({ model: 'x', messages: [user('x')] }, { 'content-encoding': 'sdch' }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 415])
  expect(replies.map(({ json }) => json.error.param)).toEqual([
    null,
    'model',
    'messages',
    'X-Context-Size',
    'Content-Encoding',
  ])
  expect(server.requests).toEqual([])
})

test('[10.4] reading paths of Ollama and the list of models pass through; any other path needs an admin key', async () => {
  const { daemon } = await ollamaDoor()
  const tags = await daemon.call('GET', '/ollama/api/tags', { key: null })
  expect(tags.json.models[0].name).toBe('qwen2.5:7b')
  expect((await daemon.call('POST', '/ollama/api/show', { key: null, body: { model: 'qwen2.5:7b' } })).status).toBe(200)
  expect((await daemon.call('GET', '/ollama/api/nothing', { key: null })).status).toBe(403)
  // The key of the daemon is that of its admin.
  expect((await daemon.call('GET', '/ollama/api/nothing')).status).toBe(404)
  const { daemon: other } = await openaiDoor()
  expect((await other.call('GET', '/openai/v1/models', { key: null })).json.data[0].id).toBe('gpt-scripted')
})

test('doors of other providers that lead to an absent Ollama name the setting of their server', async () => {
  const { daemon, server } = await ollamaDoor()
  await server.close()
  const body = { model: 'qwen2.5:7b', max_tokens: 10, messages: [user('anyone?')] }
  const openai = await daemon.call('POST', '/openai/v1/chat/completions', { body })
  expect([openai.status, openai.json.error.message]).toEqual([502, expect.stringContaining('OPENAI_BASE_URL')])
  const anthropic = await daemon.call('POST', '/anthropic/v1/messages', { body })
  expect([anthropic.status, anthropic.json.error.message]).toEqual([502, expect.stringContaining('ANTHROPIC_BASE_URL')])
})

test('an upstream that is not there is a 502 in the shape of the provider', async () => {
  const { daemon, server } = await ollamaDoor()
  await server.close()
  const reply = await ask(daemon, [assistant('earlier'), user('anyone?')])
  expect(reply.status).toBe(502)
  expect(reply.json.error).toContain('127.0.0.1')
  expect(reply.json.error).not.toContain('_BASE_URL')
  expect(reply.text).not.toContain('internal')
})
