import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { Ollama, type Message, type Tool } from 'ollama'
import { afterEach, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { workingScript } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { pairProblems } from '../../testing/validity.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type DaemonOptions } from '../support/daemon.js'
import { often } from '../support/long-run.js'

/** The Ollama door in front of a scripted server, with the official client. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(upstream: ScriptedOllamaOptions = {}, daemonOptions: DaemonOptions = {}) {
  const server = await scriptedOllama({ script: workingScript, contextLength: 32_768, ...upstream })
  opened.push(() => server.close())
  const daemon = await startDaemon({ ...daemonOptions, env: { OLLAMA_HOST: server.url, ...daemonOptions.env } })
  opened.push(() => daemon.stop())
  const client = new Ollama({ host: `${daemon.url}/ollama` })
  return { server, daemon, client }
}

const TOOL: Tool = {
  type: 'function',
  function: { name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } },
}

/** Talks until there are `turns` answers. Sends a tool's result after each call. */
async function talk(
  client: Ollama,
  turns: number,
  options: { numCtx?: number; stream?: boolean; resultChars?: number },
) {
  const { numCtx, stream = true, resultChars = 400 } = options
  const messages: Message[] = [
    { role: 'system', content: 'You are a careful engineer.' },
    { role: 'user', content: 'Request 0: please look at every file and never touch legacy.ts.' },
  ]
  for (let turn = 1; turn <= turns; turn++) {
    const request = { model: 'qwen2.5:7b', messages, tools: [TOOL], ...(numCtx && { options: { num_ctx: numCtx } }) }
    const answer: Message = { role: 'assistant', content: '' }
    if (stream) {
      for await (const part of await client.chat({ ...request, stream: true })) {
        answer.content += part.message.content
        if (part.message.tool_calls) answer.tool_calls = [...(answer.tool_calls ?? []), ...part.message.tool_calls]
      }
    } else Object.assign(answer, (await client.chat(request)).message)
    messages.push(answer)
    for (const [at] of (answer.tool_calls ?? []).entries())
      messages.push({ role: 'tool', content: `Result ${turn}.${at}: ${'line of text '.repeat(resultChars / 13)}` })
    if (!answer.tool_calls) messages.push({ role: 'user', content: `Request ${turn}: and then?` })
  }
  return messages
}

test('[P12] the messages reach the server as the client sent them until the first cut, and are one session', async () => {
  const { server, daemon, client } = await open()
  const messages = await talk(client, 12, { numCtx: 32_768 })
  expect(server.refusals).toEqual([])
  for (const { bytes, body } of server.chats) {
    expect(body.options).toEqual({ num_ctx: 32_768 })
    expect(bytes.toString()).toContain(JSON.stringify({ messages: body.messages }).slice(1, -1))
  }
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const [session] = sessions
  expect(session).toMatchObject({
    model: 'qwen2.5:7b',
    contextSize: 32_768,
  })
  expect(session!.metadata).toMatchObject({ door: 'ollama', matchedBy: 'history' })
  const history = await daemon.client.call('readHistory', { params: { sessionId: session!.id }, query: { limit: 500 } })
  // All but the system text, and the answer that the client has not sent back.
  expect(history.messages.map(({ message }: Loose) => message.role)).toEqual(
    messages.slice(1, history.messages.length + 1).map(({ role }) => role),
  )
})

test('images, think, format, and unknown members pass as they are', async () => {
  const { server, daemon } = await open()
  const image = Buffer.from('not really an image').toString('base64')
  const body = {
    model: 'qwen2.5:7b',
    messages: [{ role: 'user', content: 'what is this?', images: [image], extra: 1 }],
    think: true,
    format: { type: 'object', properties: { answer: { type: 'string' } } },
    options: { temperature: 0.5, seed: 7, num_ctx: 16_000 },
    keep_alive: '5m',
    stream: false,
    unknown: { a: [1, 2] },
  }
  const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body })
  expect(reply.status).toBe(200)
  expect(reply.json.message.thinking).toMatch(/^Step 1/)
  expect(server.chats.map(({ bytes }) => bytes.toString())).toEqual([JSON.stringify(body)])
})

test('a key in a header or in the path, and no key from elsewhere', async () => {
  const { daemon } = await open({}, { env: { DOOR_APP: 'none' } })
  const ask = (path: string, key: string | null) =>
    daemon.call('POST', path, {
      key,
      body: { model: 'qwen2.5:7b', stream: false, messages: [{ role: 'user', content: 'x' }] },
    })
  expect((await ask('/ollama/api/chat', null)).status).toBe(401)
  expect((await ask('/ollama/api/chat', 'pal_wrong')).status).toBe(401)
  expect((await ask('/ollama/api/chat', ADMIN_KEY)).status).toBe(200)
  const { app } = await daemon.newApp()
  const reply = await ask(`/with-key/${app}/ollama/api/chat`, null)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-palimpsest-session')).toMatch(/^ses_/)
})

test('[P5] [P8] a client that drops thinking: what a cut replaces is what it names, and a call stays with its result', async () => {
  const { server, daemon, client } = await open({
    script: ({ call, last, thinks }) => ({
      ...(thinks && { thinking: `Thought ${call}: ${'I wonder '.repeat(40)}` }),
      ...(last === 'result'
        ? { text: `Answer ${call}.` }
        : { calls: [{ name: 'read', args: { path: `${call}.ts` } }] }),
    }),
  })
  const messages = await talk(client, 60, { numCtx: 8_000, resultChars: 900 })
  expect(JSON.stringify(messages)).not.toContain('Thought')
  const { sessions } = await daemon.client.call('listSessions', {})
  const { savings } = { savings: await daemon.client.call('readSavings', { params: { sessionId: sessions[0]!.id } }) }
  expect(savings.rules.map(({ kind }) => kind)).toContain('reasoning')
  for (const { body } of server.chats) expect(pairProblems('ollama', body.messages)).toEqual([])
  // An answer is in a prompt with its text, whatever became of its thinking.
  const last: Loose[] = server.chats.at(-1)!.body.messages
  for (const { content, tool_calls: calls } of last.filter(({ role }) => role === 'assistant'))
    expect(calls !== undefined || /^Answer \d+\.$/.test(content), String(content)).toBe(true)
  expect(server.refusals).toEqual([])
})

/** Each turn sends everything before it again, so twice the turns cost four times as much. */
const TURNS = often(80, 100)

test(`[P3] [P5] ${TURNS} turns with tools in an 8K window: no refusal, and the talk goes on after cuts`, async () => {
  const { server, daemon, client } = await open({}, { works: true, env: { SUMMARY_MODEL: 'none' } })
  await talk(client, TURNS, { numCtx: 8_000 })
  expect(server.refusals).toEqual([])
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const audit = await daemon.client.call('auditSession', { params: { sessionId: sessions[0]!.id } })
  expect(audit).toMatchObject({ ok: true, violations: [] })
  const last = server.chats.at(-1)!.body
  expect(last.messages.length).toBeLessThan(1.5 * TURNS)
  expect(last.messages[0]).toEqual({ role: 'system', content: 'You are a careful engineer.' })
  expect(last.messages.filter(({ role }: Loose) => role === 'user').length).toBeGreaterThan(0)
})

test("[10.4] Ollama's endpoints for clients of other APIs keep their session", async () => {
  const { daemon, server } = await open({ script: undefined })
  const baseURL = `${daemon.url}/ollama`
  const openai = new OpenAI({ baseURL: `${baseURL}/v1`, apiKey: 'ollama', maxRetries: 0 })
  const claude = new Anthropic({ baseURL, apiKey: 'ollama', maxRetries: 0 })
  const model = 'qwen2.5:7b'
  const messages = [{ role: 'user' as const, content: 'Remember 42.' }]
  const headers = { authorization: null, 'x-api-key': null }
  const replies = [
    await openai.chat.completions.create({ model, messages }, { headers }).asResponse(),
    await openai.responses.create({ model, input: 'Remember 43.' }, { headers }).asResponse(),
    await claude.messages.create({ model, messages, max_tokens: 50 }, { headers }).asResponse(),
  ]
  const ids = replies.map((reply) => reply.headers.get('x-palimpsest-session'))
  expect(ids).not.toContain(null)
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  expect(server.chats).toHaveLength(3)
})

test('[S1] [P3] a conversation whose client starts its model with a smaller window gets contexts that fit that window', async () => {
  const { daemon, server } = await open()
  const messages = Array.from({ length: 81 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Note ${at}: ${Array.from({ length: 60 }, (_, word) => `w${(at * 61 + word * 7) % 997}`).join(' ')}`,
  }))
  const send = async (numCtx: number) => {
    const body = { model: 'qwen2.5:7b', stream: false, messages, options: { num_ctx: numCtx } }
    const { headers, status } = await daemon.call('POST', '/ollama/api/chat', { body })
    expect(status).toBe(200)
    const { body: sent } = server.chats.at(-1) as unknown as {
      body: { options: { num_ctx: number }; messages: unknown[] }
    }
    return {
      session: headers.get('x-palimpsest-session'),
      limit: Number(headers.get('x-palimpsest-limit')),
      numCtx: sent.options.num_ctx,
      chars: JSON.stringify(sent.messages).length,
    }
  }
  const [large, small, back] = [await send(32_768), await send(8_192), await send(32_768)]
  expect([large.session, back.session]).toEqual([small.session, small.session])
  // The model stays loaded with the window of its largest session.
  for (const { numCtx, limit } of [large, small, back]) expect(numCtx).toBeGreaterThan(limit)
  expect([small.limit < 8_192, large.limit > 20_000, back.limit]).toEqual([true, true, large.limit])
  expect(small.chars).toBeLessThan(large.chars * 0.8)
})

test('[10.4] a single prompt passes as it is, also with the context of an answer, and is in no session', async () => {
  const { server, daemon, client } = await open({ script: undefined })
  const first = await client.generate({ model: 'qwen2.5:7b', prompt: 'Why is the sky blue?' })
  expect(first.response).toBeTruthy()
  await client.generate({ model: 'qwen2.5:7b', prompt: 'And at night?', context: [1, 2, 3] })
  const { path, body } = server.requests.at(-1)!
  expect([path, body.context, body.options]).toEqual(['/api/generate', [1, 2, 3], undefined])
  expect((await daemon.client.call('listSessions', { query: { limit: 10 } })).sessions).toEqual([])
})
