import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, ollamaDoor, openaiDoor, user } from '../support/door-talk.js'

/** What a door never gives to another: words that a request does not prove, and the operator's credential. */

afterEach(closeDoors)

const SYSTEM = { role: 'system', content: 'You plan trips.' }
const SECRET = /TRIP-\d/
const PROMPTS = [
  'You are performing a context checkpoint compaction',
  'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another model.',
  'Your task is to create a detailed summary of this conversation. It will be placed at the start of a new session.',
  'Bitte fasse unser Gespräch zusammen',
]

/** A long conversation whose answers hold what only its owner may see. */
function longTalk(turns: number): Loose[] {
  const history: Loose[] = [SYSTEM, user('hi')]
  for (let at = 0; at < turns; at++)
    history.push(
      assistant(`Your booking is TRIP-${at}. ${'The hotel keeps it at the front desk. '.repeat(40)}`),
      user(`q ${at}`),
    )
  return history
}

test('[P14] [P11] a second user with the same opening gets nothing of the first, whatever the request asks for', async () => {
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'fine' }) })
  const { app } = await daemon.newApp()
  const chat = (messages: Loose[]) =>
    daemon.call('POST', '/ollama/api/chat', {
      key: app,
      headers: { 'x-context-size': '8K' },
      body: { model: 'qwen2.5:7b', stream: false, messages },
    })
  const count = (messages: Loose[]) =>
    daemon.call('POST', '/anthropic/v1/messages/count_tokens', {
      key: app,
      body: { model: 'qwen2.5:7b', system: SYSTEM.content, messages },
    })
  const owner = longTalk(40)
  expect((await chat(owner)).status).toBe(200)
  expect(JSON.stringify(server.chats.at(-1)!.body)).toMatch(SECRET)
  for (const prompt of PROMPTS) {
    expect((await chat([SYSTEM, user('hi'), user(prompt)])).status).toBe(200)
    expect(JSON.stringify(server.chats.at(-1)!.body)).not.toMatch(SECRET)
  }
  const { input_tokens: tokens } = (await count([user('hi')])).json
  expect(tokens).toBeLessThan(200)
  // The owner proves the whole history, so the request for a summary is cut like a turn.
  const whole = [...owner, assistant('fine'), user(PROMPTS[0]!)]
  expect((await chat(whole)).status).toBe(200)
  const sent = JSON.stringify(server.chats.at(-1)!.body)
  expect(sent).toMatch(SECRET)
  expect(sent.length).toBeLessThan(JSON.stringify(whole).length)
})

const OWN = { authorization: 'Bearer sk-own' }
const LENT = 'Bearer sk-configured'

/** Method, path, and whether the operator's credential may go there for a caller with a key of ours. */
const PATHS: [method: string, path: string, isLent: boolean][] = [
  ['GET', '/v1/models', true],
  ['GET', '/v1/models/gpt-x', true],
  ['POST', '/v1/chat/completions', true],
  ['DELETE', '/v1/models/gpt-x', false],
  ['GET', '/v1/files', false],
  ['GET', '/v1/responses/resp_1', false],
  ['POST', '/v1/batches', false],
  ['GET', '/v1/models/../files', false],
  ['GET', '/v1/models/%2e%2e/files', false],
  ['GET', '/v1/models/%252e%252e/files', false],
  ['GET', '/v1/models/..%2ffiles', false],
  ['GET', '/v1//files', false],
  ['GET', '/V1/Files', false],
  ['GET', '/v1/models/..;/files', false],
  ['GET', '/v1/organization/admin_api_keys', false],
]

test('[P11] the operator’s credential goes only to turns and model lists, for callers with a key of ours', async () => {
  const { daemon, server } = await openaiDoor()
  const { app } = await daemon.newApp()
  const body = { model: 'gpt-x', messages: [user('hi')] }
  const callers: Record<string, string>[] = [{ 'x-palimpsest-key': app }, { authorization: `Bearer ${app}` }, {}]
  for (const [method, path, isLent] of PATHS)
    for (const caller of callers) {
      server.requests.length = 0
      const isKeyed = Object.keys(caller).length > 0
      const sends = { key: null, headers: caller, ...(method === 'POST' && { body }) }
      const { status } = await daemon.call(method, `/openai${path}`, sends)
      const used = server.requests.map(({ headers }) => headers.authorization)
      // A turn of a keyed caller also asks for the window of its model.
      if (isLent) expect([path, [...new Set(used)]]).toEqual([path, [isKeyed ? LENT : undefined]])
      else expect([path, status, used]).toEqual([path, 403, []])
    }
  // With a credential of its own, a client reaches what its provider lets it reach.
  await daemon.call('GET', '/openai/v1/files', { key: null, headers: { ...OWN, 'x-palimpsest-key': app } })
  expect(server.requests.at(-1)!.headers.authorization).toBe('Bearer sk-own')
})

test.each([
  { previous_response_id: 'resp_of_another' },
  { conversation: 'conv_of_another' },
  { input: [{ type: 'item_reference', id: 'msg_of_another' }] },
  { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-of-another' }] }] },
  { tools: [{ type: 'file_search', vector_store_ids: ['vs_of_another'] }] },
  { prompt: { id: 'pmpt_of_another' } },
])('[P11] a reference to what the provider keeps never goes out on the operator’s credential: %j', async (given) => {
  const { daemon, server } = await openaiDoor()
  const { app } = await daemon.newApp()
  const body = { model: 'gpt-x', input: 'x', ...given }
  const send = (headers: Record<string, string>) =>
    daemon.call('POST', '/openai/v1/responses', { key: null, headers, body })
  expect((await send({ authorization: `Bearer ${app}` })).status).toBe(400)
  expect((await send({})).status).toBe(400)
  expect(server.requests).toEqual([])
})

test('[P11] only an admin changes the models of the local server', async () => {
  const { daemon, server } = await ollamaDoor()
  const { app } = await daemon.newApp()
  const callers: Record<string, string>[] = [{}, { authorization: `Bearer ${app}` }]
  const managing = ['delete', 'pull', 'push', 'create', 'copy', 'blobs/sha256:00', '../api/pull', 'Pull']
  for (const name of managing)
    for (const method of ['POST', 'DELETE', 'PUT'])
      for (const headers of callers) {
        const { status } = await daemon.call(method, `/ollama/api/${name}`, {
          key: null,
          headers,
          body: { model: 'x' },
        })
        expect([name, method, status]).toEqual([name, method, 403])
      }
  expect(server.chats).toEqual([])
  expect((await daemon.call('GET', '/ollama/api/tags', { key: null })).status).toBe(200)
})

test.each([
  'via',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-for',
  'forwarded',
  'x-cluster-client-ip',
  'fastly-client-ip',
])('[10.4] a keyless request with the header %s came through a proxy and is refused', async (name) => {
  const { daemon } = await ollamaDoor()
  const { status } = await daemon.call('GET', '/ollama/api/tags', { key: null, headers: { [name]: '203.0.113.9' } })
  expect(status).toBe(401)
})

test.each(['cross-site', 'same-site'])('[10.4] a keyless request of a foreign page (%s) is refused', async (site) => {
  const { daemon } = await ollamaDoor()
  const headers = { 'sec-fetch-site': site }
  expect((await daemon.call('GET', '/ollama/api/tags', { key: null, headers })).status).toBe(401)
})

test('[P11] wrong credentials at a door are limited', async () => {
  const { daemon } = await ollamaDoor()
  const guess = (at: number) =>
    daemon.call('GET', '/ollama/api/tags', {
      key: null,
      headers: { authorization: `Bearer guess-${at}`, 'x-forwarded-for': '203.0.113.9' },
    })
  const statuses = new Set<number>()
  // The limit fills up again while the requests run, so how many pass depends on the machine.
  for (let at = 0; at < 5_000 && !statuses.has(429); at++) statuses.add((await guess(at)).status)
  expect(statuses).toEqual(new Set([401, 429]))
})
