/** The messages, tools and options of a context go to the libraries of the providers without a cast, and their replies come back. The
 * compiler is half of these tests: `npm run check:types` compiles them with the types of the real libraries. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type PalimpsestClient } from '../../packages/client/src/index.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

const REPLIES: Record<string, object> = {
  '/api/chat': { model: 'm', message: { role: 'assistant', content: 'pong' }, done: true, prompt_eval_count: 12 },
  '/chat/completions': {
    ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm', usage: { prompt_tokens: 12 } },
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'pong', refusal: null } }],
  },
  '/responses': {
    ...{ id: 'r1', object: 'response', created_at: 1, model: 'm', status: 'completed' },
    output: [
      {
        ...{ type: 'message', role: 'assistant', id: 'm1', status: 'completed' },
        content: [{ type: 'output_text', text: 'pong', annotations: [] }],
      },
    ],
  },
  '/v1/messages': {
    ...{ id: 'm1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', stop_sequence: null },
    ...{ usage: { input_tokens: 12, output_tokens: 1 }, content: [{ type: 'text', text: 'pong' }] },
  },
}

let daemon: Daemon
let server: Server
let client: PalimpsestClient
let baseURL: string
const bodies: Record<string, unknown>[] = []
beforeAll(async () => {
  daemon = await startDaemon()
  client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY })
  server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      bodies.push(JSON.parse(text) as Record<string, unknown>)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(REPLIES[request.url ?? '']))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await daemon.stop()
})

const TOOL = { type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }
const SESSION = { model: 'gpt-4o:7b', contextSize: '8K', systemPrompt: 'Be terse.', tools: [TOOL] }
const PING = { role: 'user', content: 'ping' } as const

/** Returns the roles of the stored messages. */
async function rolesOf(externalId: string): Promise<string[]> {
  const roles: string[] = []
  for await (const { id } of client.sessions({ externalId }))
    for await (const { role } of client.history(id)) roles.push(role)
  return roles
}

test('[10.4] a context of format ollama is a request of its library: model, messages, options, tools', async () => {
  const chat = client.conversation({ session: { ...SESSION, externalId: 'ollama' }, format: 'ollama' })
  const ollama = new Ollama({ host: baseURL })
  for (let turn = 0; turn < 2; turn++) {
    const { model, messages, options, tools } = await chat.appendAndContext([PING])
    const reply = await ollama.chat({ model, messages, options, ...(tools && { tools }) })
    await chat.append([turn === 0 ? reply.message : reply])
  }
  expect(bodies.at(-1)).toMatchObject({ model: 'gpt-4o:7b', options: { num_ctx: 8_000 }, tools: [TOOL] })
  expect(await rolesOf('ollama')).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('[10.4] a context of format openai is a request of its library, and completions are appended', async () => {
  const chat = client.conversation({ session: { ...SESSION, externalId: 'openai' } })
  const openai = new OpenAI({ baseURL, apiKey: 'none' })
  for (let turn = 0; turn < 2; turn++) {
    const { messages, tools } = await chat.appendAndContext([PING])
    const reply = await openai.chat.completions.create({ model: 'm', messages, ...(tools && { tools }) })
    await chat.append(turn === 0 ? reply.choices.map(({ message }) => message) : [reply])
  }
  expect(bodies.at(-1)).toMatchObject({ messages: [{ role: 'system' }, PING, { content: 'pong' }, PING] })
  expect(await rolesOf('openai')).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('[10.4] a context of format responses is the input of its library, and responses are appended', async () => {
  const chat = client.conversation({ session: { ...SESSION, externalId: 'responses' }, format: 'responses' })
  const openai = new OpenAI({ baseURL, apiKey: 'none' })
  for (let turn = 0; turn < 2; turn++) {
    const { messages: input, tools = [] } = await chat.appendAndContext([PING])
    const reply = await openai.responses.create({ model: 'm', input, tools })
    await chat.append(turn === 0 ? reply.output : [reply])
  }
  expect(bodies.at(-1)?.input).toHaveLength(4)
  expect(await rolesOf('responses')).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('[10.4] a context of format anthropic is a request of its library, and its messages are appended', async () => {
  const chat = client.conversation({ session: { ...SESSION, externalId: 'anthropic' }, format: 'anthropic' })
  const anthropic = new Anthropic({ baseURL, apiKey: 'none' })
  for (let turn = 0; turn < 2; turn++) {
    const { messages, system, tools = [] } = await chat.appendAndContext([PING])
    const reply = await anthropic.messages.create({
      model: 'm',
      max_tokens: 9,
      messages,
      tools,
      ...(system && { system }),
    })
    await chat.append([turn === 0 ? { role: reply.role, content: reply.content } : reply])
  }
  expect(bodies.at(-1)).toMatchObject({
    system: 'Be terse.',
    tools: [{ name: 'read', input_schema: { type: 'object' } }],
  })
  expect(await rolesOf('anthropic')).toEqual(['user', 'assistant', 'user', 'assistant'])
})

test('[10.4] the compiler refuses messages of another format, and options that only Ollama has', async () => {
  const { id } = await client.openSession(SESSION)
  // @ts-expect-error -- a native message has `parts`, and no `tool_calls`
  await expect(client.append(id, [{ role: 'assistant', tool_calls: [] }])).rejects.toThrow('messages[0]')
  // @ts-expect-error -- no such role
  await expect(client.append(id, [{ role: 'usr', content: 'x' }], { format: 'openai' })).rejects.toThrow('role')
  const context = await client.context(id, { format: 'openai' })
  // @ts-expect-error -- `num_ctx` is of Ollama
  expect(context.options).toBeUndefined()
  expect((await client.context(id, { format: 'ollama' })).options.num_ctx).toBe(8_000)
})
