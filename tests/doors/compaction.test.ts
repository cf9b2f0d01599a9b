import type { ServerResponse } from 'node:http'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { ScriptedServer, sendJson, type Received } from '../../testing/scripted-server.js'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ollamaDoor } from '../support/door-talk.js'

/** Compaction that a client asks the server for, with the official client. [10.4] */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const BODY = { model: 'gpt-scripted', instructions: 'You are a careful engineer.' }
const RULE = 'Request 0: never touch legacy.ts.'

function clientOf(daemon: Daemon, path = 'openai/v1') {
  const headers = { 'x-palimpsest-key': ADMIN_KEY, 'x-palimpsest-recall': 'off', 'x-context-size': '8K' }
  return new OpenAI({ baseURL: `${daemon.url}/${path}`, apiKey: 'sk-client', maxRetries: 0, defaultHeaders: headers })
}

async function door(url: string): Promise<Daemon> {
  const daemon = await startDaemon({ works: true, env: { OPENAI_BASE_URL: `${url}/v1` } })
  opened.push(() => daemon.stop())
  return daemon
}

const said = (text: string): Loose => ({ role: 'user', content: text })

/** Talks and resends everything, as a client without `store` does. Returns its list. */
async function talk(openai: OpenAI, turns: number, input: Loose[] = [said(RULE)]): Promise<Loose[]> {
  for (let turn = 1; turn <= turns; turn++) {
    const { output } = await openai.responses.create({ ...BODY, store: false, input })
    input.push(
      ...output.map((item: Loose) => ({ ...item, id: undefined })),
      said(`Request ${turn}: ${'go on '.repeat(150)}`),
    )
  }
  return input
}

async function sessionsOf(daemon: Daemon) {
  const { sessions } = await daemon.client.call('listSessions', {})
  return sessions
}

test('[10.4] [P1] an upstream without compaction: the answer is clear text, and the same session goes on', async () => {
  const server = await scriptedOpenai({ window: 8_000 })
  opened.push(() => server.close())
  const daemon = await door(server.url)
  const openai = clientOf(daemon)
  const input = await talk(openai, 40)
  const compacted = await openai.responses.compact({ ...BODY, input } as Loose)
  expect(server.turns.filter(({ path }) => path === '/v1/responses')).toHaveLength(40)
  expect(compacted.object).toBe('response.compaction')
  const item = compacted.output.at(-1) as Loose
  expect(item).toMatchObject({
    type: 'compaction',
    encrypted_content: expect.stringContaining('What was said before:'),
  })
  // A cut was made: the newest words are in the text, and so is the rule, which is among its messages, too.
  expect(item.encrypted_content).toContain('Request 40: go on')
  expect(item.encrypted_content).toContain(RULE)
  expect(item.encrypted_content.length).toBeLessThan(24_000)
  expect(compacted.output.slice(0, -1)).toEqual(input.filter(({ role }) => role === 'user'))

  const after = await talk(openai, 3, [...(compacted.output as Loose[]), said('Request 41: what next?')])
  expect(server.refusals).toEqual([])
  const sessions = await sessionsOf(daemon)
  expect(sessions).toHaveLength(1)
  const params = { sessionId: sessions[0]!.id }
  const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 500 } })
  // Every message once: 41 requests with 40 answers, then 3 with 3, and nothing of the compaction.
  expect(messages).toHaveLength(2 * 40 + 1 + 1 + 2 * 3 - 1)
  expect(JSON.stringify(messages)).not.toContain('What was said before:')
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  // The upstream gets no item that only its provider can read, and the words of the user.
  const last = JSON.stringify(server.turns.at(-1)!.body.input)
  expect(last).not.toContain('compaction')
  expect(last).toContain(RULE)
  expect(after.length).toBeGreaterThan(3)

  // Another app cannot read the session by its item: it gets the text only.
  const { key } = await daemon.client.call('createKey', {
    body: { appId: (await daemon.client.call('createApp', { body: { name: 'other' } })).id, role: 'app' },
  })
  const other = new OpenAI({ baseURL: `${daemon.url}/openai/v1`, apiKey: key, maxRetries: 0 })
  await other.responses.create({ ...BODY, store: false, input: [item, said('And you?')] as Loose })
  const foreign = server.turns.at(-1)!.body.input
  expect(foreign).toHaveLength(2)
  expect(JSON.stringify(foreign[0])).toContain('What was said before:')
})

test('[10.4] a client that keeps nothing names the response before, and a local model answers after it', async () => {
  const { daemon, server } = await ollamaDoor({ script: ({ call }: { call: number }) => ({ text: `answer ${call}` }) })
  const openai = clientOf(daemon, 'ollama/v1')
  const tags = (await (await fetch(`${daemon.url}/ollama/api/tags`)).json()) as Loose
  const [{ model }] = tags.models
  const first = await openai.responses.create({ model, input: 'Keep 4711 in mind.' })
  const compacted = await openai.responses.compact({ model, previous_response_id: first.id } as Loose)
  const input = [...(compacted.output as Loose[]), said('Which number?')]
  const both = openai.responses.create({ model, input, previous_response_id: first.id })
  await expect(both).rejects.toMatchObject({ status: 400 })
  await openai.responses.create({ model, input })
  expect(server.chats.at(-1)!.body.messages).toMatchObject([
    { role: 'user', content: 'Keep 4711 in mind.' },
    { role: 'assistant', content: 'answer 1' },
    { role: 'user', content: 'Which number?' },
  ])
  expect(await sessionsOf(daemon)).toHaveLength(1)
  await expect(openai.responses.compact({ model, input: [] } as Loose)).rejects.toMatchObject({ status: 400 })
})

/** Compacts by itself, or answers every request with one status and body. */
class Compacting extends ScriptedServer {
  constructor(private readonly reply: { status: number; body: object }) {
    super()
  }
  serve(_request: Received, response: ServerResponse): void {
    sendJson(response, this.reply.status, this.reply.body)
  }
}

const THEIRS = {
  id: 'resp_1',
  object: 'response.compaction',
  created_at: 1,
  output: [{ id: 'c', type: 'compaction', encrypted_content: 'gAAA' }],
}
const NOT_FOUND = { message: 'Not Found', type: 'not_found_error', code: 404 }

test.each([
  ['has it', 200, THEIRS, 'theirs'],
  ['does not have the model', 404, { error: { message: 'no model', code: 'model_not_found', param: null } }, 'refused'],
  ['is overloaded', 503, { error: { message: 'later', code: null } }, 'refused'],
  ['does not know the path', 404, { error: NOT_FOUND }, 'ours'],
  ['does not know the path, in other words', 404, { detail: 'Not Found' }, 'ours'],
  ['does not know the method', 405, {}, 'ours'],
  ['answers an unknown path with 200', 200, { error: 'Unexpected endpoint or method.' }, 'ours'],
])('[10.4] an upstream that %s', async (_name, status, body, from) => {
  const server = new Compacting({ status, body })
  await server.listen()
  opened.push(() => server.close())
  const daemon = await door(server.url)
  const answer = clientOf(daemon).responses.compact({ ...BODY, input: [said(RULE)] } as Loose)
  if (from === 'refused') await expect(answer).rejects.toMatchObject({ status })
  else {
    const [item] = (await answer).output.slice(-1) as Loose[]
    expect(item.encrypted_content === 'gAAA' ? 'theirs' : 'ours').toBe(from)
  }
  // Others ask for windows.
  const [request, ...others] = server.requests.filter(({ method }) => method === 'POST')
  expect(others).toEqual([])
  expect(request).toMatchObject({ path: '/v1/responses/compact', body: { input: [said(RULE)] } })
  expect(request!.headers).not.toHaveProperty('x-palimpsest-key')
})
