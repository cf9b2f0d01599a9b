import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose, ScriptedUpstreamOptions } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { localModel, windowsOf } from '../support/local-model.js'
import { startDaemon, type DaemonOptions } from '../support/daemon.js'
import { zstdRaw } from '../support/zstd.js'
import { often } from '../support/long-run.js'

/** The Anthropic door in front of a scripted API that binds thinking to its prefix, with the official client. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(upstream: ScriptedUpstreamOptions = {}, options: DaemonOptions = {}) {
  const server = await scriptedAnthropic(upstream)
  opened.push(() => server.close())
  const env = { ANTHROPIC_BASE_URL: server.url, ...options.env }
  const daemon = await startDaemon({ ...options, env })
  opened.push(() => daemon.stop())
  const client = (headers: Record<string, string> = {}) =>
    new Anthropic({
      baseURL: `${daemon.url}/anthropic`,
      apiKey: 'sk-client',
      maxRetries: 0,
      defaultHeaders: { 'x-palimpsest-key': ADMIN_KEY, ...headers },
    })
  return { server, daemon, client }
}

const TOOL: Loose = { name: 'read', description: 'Reads a file.', input_schema: { type: 'object', properties: {} } }
const SYSTEM: Loose = [{ type: 'text', text: 'You are a careful engineer.', cache_control: { type: 'ephemeral' } }]
const LONG = { timeout: 120_000 }
/** Each turn sends everything before it again: 300 turns cost five times as much. They give the numbers of the benchmarks. */
const TURNS = Number(process.env.DOOR_TURNS ?? often(60, 120))
const FIRST = 'Request 0: please look at every file and never touch legacy.ts.'

/** Talks until there are `turns` answers, as coding agents do: the newest message has the second cache mark. */
async function talk(
  client: Anthropic,
  turns: number,
  { resultChars = 400, model = 'claude-scripted-5', messages = [{ role: 'user', content: FIRST }] as Loose[] } = {},
) {
  for (let turn = 1; turn <= turns; turn++) {
    const stream = client.messages.stream({
      model,
      max_tokens: 700,
      thinking: { type: 'adaptive' } as Loose,
      system: SYSTEM,
      tools: [TOOL],
      messages: withCacheMark(messages),
    })
    const { content } = await stream.finalMessage()
    messages.push({ role: 'assistant', content })
    const calls = content.filter(({ type }) => type === 'tool_use') as Loose[]
    const text = `Result ${turn}: ${'line of text '.repeat(resultChars / 13)}`
    const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: text }))
    messages.push({ role: 'user', content: results.length > 0 ? results : `Request ${turn}: and then?` })
  }
  return messages
}

function withCacheMark(messages: Loose[]): Loose[] {
  const last = structuredClone(messages.at(-1))
  const blocks = typeof last.content === 'string' ? [{ type: 'text', text: last.content }] : last.content
  blocks.at(-1).cache_control = { type: 'ephemeral' }
  return [...messages.slice(0, -1), { ...last, content: blocks }]
}

test('[P12] until the first cut, the bytes of the client reach the upstream, with its headers and its query', async () => {
  const { server, daemon } = await open()
  const text = `{ "model":"claude-x", "max_tokens": 10, "scripted_feature": {"a": 1.0}, "messages":[ {"role":"user","content":"hé"} ], "metadata": {"user_id":"u1"} }`
  const reply = await fetch(`${daemon.url}/anthropic/v1/messages?beta=true`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'scripted-feature-2026-01-01,unknown-beta-2027-01-01',
      authorization: 'Bearer sk-ant-client',
    },
  })
  expect(await reply.json()).toMatchObject({ type: 'message' })
  expect(reply.status).toBe(200)
  const [sent] = server.requests
  expect(sent!.bytes.toString()).toBe(text)
  expect(sent!.path).toBe('/v1/messages?beta=true')
  expect(sent!.headers).toMatchObject({
    'anthropic-beta': 'scripted-feature-2026-01-01,unknown-beta-2027-01-01',
    authorization: 'Bearer sk-ant-client',
  })
  expect(Object.keys(sent!.headers).filter((name) => name.startsWith('x-palimpsest'))).toEqual([])
})

test(
  `[D7] [P3] [P5] ${TURNS} turns with tools and thinking in an 8K window: the upstream never refuses`,
  { timeout: 300_000 },
  async () => {
    const { server, daemon, client } = await open({ window: 8_000 }, { works: true })
    const messages = await talk(client({ 'x-context-size': '8K', 'x-claude-code-session-id': 'one' }), TURNS)
    expect(server.refusals).toEqual([])
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    const [session] = sessions
    expect(session!.metadata).toMatchObject({ door: 'anthropic', matchedBy: 'x-claude-code-session-id' })
    const audit = await daemon.client.call('auditSession', { params: { sessionId: session!.id } })
    expect(audit).toMatchObject({ ok: true, messages: messages.length - 1 })

    const last = server.requests.at(-1)!.body
    // Between two cuts the context grows again. Where it is at the last turn depends on when compressions ended.
    const sent = server.requests.map(({ body }) => body.messages.length)
    expect(Math.min(...sent.slice(-TURNS / 3))).toBeLessThan(messages.length / 2)
    expect(last.system).toEqual(SYSTEM)
    expect(last.tools).toEqual([TOOL])
    const wasCut = server.requests.findIndex(
      ({ body }, i) => i > 0 && body.messages.length < server.requests[i - 1]!.body.messages.length,
    )
    expect(wasCut).toBeGreaterThan(5)
    // Thinking after the cut stays, and is valid there: the upstream checks it.
    const thinking = server.requests.slice(wasCut + 1).map(({ body }) => JSON.stringify(body).includes('"signature"'))
    expect(thinking).toContain(true)
    console.log(`read from the cache: ${((100 * server.cache.read) / server.cache.prompt).toFixed(1)}%`)
    expect(server.cache.read / server.cache.prompt).toBeGreaterThan(0.83)
  },
)

test('[D7] [P12] a better token count is no cut: thinking stays valid', LONG, async () => {
  const { daemon, client } = await open({ window: 32_000 }, { works: true })
  await talk(client({ 'x-context-size': '32K', 'x-claude-code-session-id': 'one' }), 12)
  const { sessions } = await daemon.client.call('listSessions', {})
  const { id: sessionId } = sessions[0]!
  const session = await daemon.ports.store.session(sessionId, null)
  // Each change of the ratio has a version of its own.
  expect(session!.scale.ratio).not.toBe(1)
  expect(session!.version).toBeGreaterThan(1)
  expect(await daemon.ports.store.prefixVersion(sessionId, session!.version)).toBe(0)
})

test('[D7] without the store, the request passes through, without thinking that may belong to another prefix', async () => {
  const { server, daemon, client } = await open({}, { ports: (ports) => ({ ...ports, store: failing(ports.store) }) })
  const claude = client({ 'x-claude-code-session-id': 'one' })
  const messages = await talk(claude, 3)
  isStoreAway = true
  const stream = claude.messages.stream({
    ...{ model: 'claude-scripted-5', max_tokens: 700, thinking: { type: 'adaptive' } as Loose, system: SYSTEM },
    ...{ tools: [TOOL], messages },
  })
  const { response } = await stream.withResponse()
  expect(response.headers.get('x-palimpsest-bypassed')).toBe('1')
  await stream.finalMessage()
  const last = JSON.stringify(server.requests.at(-1)!.body.messages)
  expect(last).not.toMatch(/"(redacted_)?thinking"/)
  expect(JSON.parse(last)).toHaveLength(messages.length)
  expect(server.refusals).toEqual([])
  expect(daemon.logged().join()).toContain('a request bypassed the store')
})

/** Fails every call while `isStoreAway`. */
let isStoreAway = false
function failing<Store extends object>(store: Store): Store {
  isStoreAway = false
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (isStoreAway) throw new Error('connect ECONNREFUSED')
        return value.apply(target, args)
      }
    },
  })
}

test('[T3] count_tokens counts what would be sent, without max_tokens, and asks the upstream once', LONG, async () => {
  const { server, client } = await open({ window: 8_000 }, { works: true })
  const claude = client({ 'x-context-size': '8K', 'x-claude-code-session-id': 'one' })
  const count = (messages: Loose[]) =>
    claude.messages.countTokens({ model: 'claude-scripted-5', system: SYSTEM, tools: [TOOL], messages })
  const messages = await talk(claude, 4)
  const short = await count(messages)
  const asked = server.requests.filter(({ path }) => path.includes('count_tokens'))
  expect(asked).toHaveLength(1)
  expect(asked[0]!.body).not.toHaveProperty('max_tokens')
  expect(JSON.stringify(asked[0]!.body.messages)).toBe(JSON.stringify(messages))
  const again = await Promise.all(Array.from({ length: often(20, 40) }, () => count(messages)))
  expect(new Set(again.map(({ input_tokens }) => input_tokens))).toEqual(new Set([short.input_tokens]))
  expect(server.requests.filter(({ path }) => path.includes('count_tokens'))).toHaveLength(1)

  await talk(claude, often(30, 60), { messages, resultChars: 900 })
  const { input_tokens: tokens } = await count(messages)
  expect(tokens).toBeGreaterThan(short.input_tokens)
  expect(tokens).toBeLessThan(8_000)
  expect(server.refusals).toEqual([])
})

test('the probe is answered, models pass through, and a system text in the middle survives', async () => {
  const { server, daemon, client } = await open()
  expect((await daemon.call('HEAD', '/anthropic/api/hello', { key: null })).status).toBe(200)
  expect(await client().models.list()).toMatchObject({ data: [{ id: 'claude-scripted-5' }] })
  const messages: Loose[] = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'yes' },
    { role: 'system', content: 'A reminder.' },
    { role: 'user', content: 'and?' },
  ]
  const beta = { headers: { 'anthropic-beta': 'mid-conversation-system-2026-04-07' } }
  await client().messages.create({ model: 'c', max_tokens: 9, messages }, beta)
  expect(server.requests.at(-1)!.body.messages).toEqual(messages)
})

test('[13] a body in zstd is read, and passes as it came', async () => {
  const { server, daemon } = await open()
  const body = zstdRaw(
    Buffer.from(JSON.stringify({ model: 'c', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] })),
  )
  const ask = (encoding: string) =>
    fetch(`${daemon.url}/anthropic/v1/messages`, {
      method: 'POST',
      body: Uint8Array.from(body),
      headers: {
        'content-type': 'application/json',
        'content-encoding': encoding,
        'anthropic-version': '2023-06-01',
        authorization: `Bearer ${ADMIN_KEY}`,
      },
    })
  // The scripted upstream decodes nothing.
  expect((await ask('zstd')).status).toBe(400)
  expect(server.requests[0]!.bytes.equals(body)).toBe(true)
  expect(server.requests[0]!.headers['content-encoding']).toBe('zstd')
  const refused = await ask('lzma')
  expect(refused.status).toBe(415)
  expect(await refused.json()).toMatchObject({
    type: 'error',
    error: { message: expect.stringContaining('Content-Encoding') },
  })
})

test('[S1] Claude Code on a local model: messages, tokens and models in the shape of Anthropic', LONG, async () => {
  const local = await localModel({ contextLength: 32_000, thinks: false })
  opened.push(() => local.close())
  const { client, daemon } = await open({}, { works: true, env: { ANTHROPIC_BASE_URL: '', OLLAMA_HOST: local.url } })
  const claude = client({ 'x-claude-code-session-id': 'two', 'x-context-size': '8K' })
  const messages = await talk(claude, often(40, 60), { model: 'qwen3:8b', resultChars: 900 })
  expect(local.refusals).toEqual([])
  expect(windowsOf(local)).toEqual(new Set([8_000]))
  const ask = { model: 'qwen3:8b', system: SYSTEM, tools: [TOOL], messages }
  const { input_tokens: tokens } = await claude.messages.countTokens(ask)
  expect(tokens).toBeGreaterThan(300)
  expect(tokens).toBeLessThan(8_000)
  expect(await claude.models.list()).toMatchObject({ data: [{ type: 'model', id: 'qwen3:8b' }], has_more: false })
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toMatchObject([{ model: 'qwen3:8b', metadata: { door: 'anthropic', client: 'claude-code' } }])
})
