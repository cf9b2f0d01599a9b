import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import type { Loose, ScriptedUpstreamOptions } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { localModel, windowsOf } from '../support/local-model.js'
import { startDaemon, type DaemonOptions } from '../support/daemon.js'
import { migratedDatabase } from '../support/database.js'
import { often } from '../support/long-run.js'

/** The Responses door in front of a scripted OpenAI, with the official client. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(upstream: ScriptedUpstreamOptions = {}, options: DaemonOptions = {}) {
  const server = await scriptedOpenai(upstream)
  opened.push(() => server.close())
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, ...options.env }
  const daemon = await startDaemon({ ...options, env })
  opened.push(() => daemon.stop())
  const client = (headers: Record<string, string> = {}) =>
    new OpenAI({
      baseURL: `${daemon.url}/openai/v1`,
      apiKey: 'sk-client',
      maxRetries: 0,
      defaultHeaders: { 'x-palimpsest-key': ADMIN_KEY, ...headers },
    })
  return { server, daemon, client }
}

const TOOL: Loose = { type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }
const BODY: Loose = {
  model: 'gpt-scripted',
  instructions: 'You are a careful engineer.',
  tools: [TOOL],
  reasoning: { effort: 'low' },
  max_output_tokens: 700,
}

/** Answers every call, or asks for more. */
function nextItems(output: Loose[], turn: number, resultChars: number): Loose[] {
  const calls = output.filter(({ type }) => type === 'function_call')
  const text = `Result ${turn}: ${'line of text '.repeat(resultChars / 13)}`
  if (calls.length > 0) return calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: text }))
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: `Request ${turn}: and then?` }] }]
}

/** Talks as Codex does: keeps no responses at the server, and sends everything each time. */
/** Each turn sends everything before it again, so twice the turns cost four times as much. */
const TURNS = often(50, 100)

async function talk(client: OpenAI, turns: number, resultChars = 400) {
  const input: Loose[] = [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Sandbox: read-only.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Request 0: never touch legacy.ts.' }] },
  ]
  for (let turn = 1; turn <= turns; turn++) {
    const stream = client.responses.stream({
      ...{
        ...BODY,
        store: false,
        include: ['reasoning.encrypted_content'],
        client_metadata: { thread_id: 'thread-1' },
        input,
      },
    })
    const { output } = await stream.finalResponse()
    // Codex sends items back without their ids.
    input.push(...output.map((item: Loose) => ({ ...item, id: undefined })), ...nextItems(output, turn, resultChars))
  }
  return input
}

test(
  `[P3] [P5] ${TURNS} turns of Codex with tools and reasoning in an 8K window: the upstream never refuses`,
  { timeout: 300_000 },
  async () => {
    const { server, daemon, client } = await open({ window: 8_000 }, { works: true })
    await talk(client({ 'x-context-size': '8K' }), TURNS)
    expect(server.refusals).toEqual([])
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    const [session] = sessions
    expect(session!.metadata).toMatchObject({ door: 'responses', matchedBy: 'client_metadata' })
    const audit = await daemon.client.call('auditSession', { params: { sessionId: session!.id } })
    expect(audit.ok).toBe(true)
    const last = server.requests.at(-1)!.body
    // A turn has four items; a context of 8K holds the newest and what a cut leaves.
    expect(last.input.length).toBeLessThan(2 * TURNS)
    expect(last).toMatchObject({ ...BODY, store: false, include: ['reasoning.encrypted_content'] })
    expect(last.input[0].role).toBe('developer')
  },
)

test('a client that names the response before it gets one session, and the upstream its own bytes', async () => {
  const { server, daemon, client } = await open()
  const openai = client()
  let before: string | undefined
  let items: Loose[] = [{ role: 'user', content: 'start' }]
  for (let turn = 1; turn <= 6; turn++) {
    const response = await openai.responses.create({
      ...BODY,
      input: items,
      ...(before && { previous_response_id: before }),
    })
    before = response.id
    items = nextItems(response.output, turn, 100)
  }
  expect(server.refusals).toEqual([])
  // Only what is new goes upstream: the server has the rest.
  for (const { body } of server.turns.slice(1)) expect(body.input.length).toBeLessThan(3)
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)

  // A response that no session has: passed through, not stored.
  const unknown = await openai.responses.create({ ...BODY, input: 'x', previous_response_id: 'resp_1' }).then(
    () => null,
    (error: Loose) => error,
  )
  expect(unknown).toMatchObject({ status: 400, code: 'previous_response_not_found' })
  expect((await daemon.client.call('listSessions', {})).sessions).toHaveLength(1)
})

test.each(['hosted', 'local'])(
  '[10.4] a conversation that begins with a text goes on by its id (%s)',
  async (where) => {
    const local = await localModel({ contextLength: 32_000 })
    opened.push(() => local.close())
    const env = where === 'local' ? { OPENAI_BASE_URL: '', OLLAMA_HOST: local.url } : {}
    const { daemon, client } = await open({}, { env })
    const openai = client()
    const ask = (input: string, before: string | null) =>
      openai.responses.create({ model: 'qwen3:8b', input, previous_response_id: before })
    const first = await ask('Remember 42: "ü\\n"', null)
    const second = await ask('Which number?', first.id)
    await ask('And now?', second.id)
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    if (where === 'local')
      expect(JSON.stringify(local.chats.at(-1)!.body.messages)).toMatch(/Remember 42.*Which number.*And now/)
  },
)

test('[10.4] [P11] another process finds the items of an earlier response; another app does not', async () => {
  const database = await migratedDatabase()
  opened.push(() => database.drop())
  const local = await localModel({ contextLength: 32_000 })
  opened.push(() => local.close())
  const env = { OPENAI_BASE_URL: '', OLLAMA_HOST: local.url, DATABASE_URL: database.url }
  const [one, two] = [await open({}, { env }), await open({}, { env })]
  const ask = (client: OpenAI, input: Loose[], previous_response_id: string | null = null) =>
    client.responses.create({ ...BODY, model: 'qwen3:8b', input, previous_response_id })
  const developer = { role: 'developer', content: 'Sandbox: read-only.' }
  const [first, second] = [one.client(), two.client()]
  let { id, output } = await ask(first, [developer, { role: 'user', content: 'start' }])
  for (let turn = 1; turn <= 6; turn++) {
    ;({ id, output } = await ask(turn % 2 ? second : first, nextItems(output, turn, 100), id))
    expect(local.refusals).toEqual([])
  }
  const { sessions } = await one.daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  expect(JSON.stringify(local.requests.at(-1)!.body.messages)).toContain('Sandbox: read-only.')
  const foreign = two.client({ 'x-palimpsest-key': (await one.daemon.newApp()).app })
  await expect(ask(foreign, [{ role: 'user', content: 'x' }], id)).rejects.toMatchObject({ status: 400 })
})

test('[10.4] [P5] an answer that a client sends once more, beside the name of its response, is stored once', async () => {
  const { server, daemon, client } = await open({ window: 8_000 }, { works: true })
  const openai = client({ 'x-context-size': '8K' })
  let before: string | undefined
  let items: Loose[] = []
  let next: Loose[] = [{ role: 'user', content: 'start' }]
  let added = 0
  for (let turn = 1; turn <= 40; turn++) {
    added += next.length + 1
    const input = [...items, ...next]
    const { id, output } = await openai.responses.create({ ...BODY, input, previous_response_id: before ?? null })
    before = id
    items = output.flatMap(sentAgain)
    next = nextItems(output, turn, 900)
  }
  expect(server.refusals).toEqual([])
  expect(server.requests.at(-1)!.body).not.toHaveProperty('previous_response_id')
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions.map(({ messageCount }) => messageCount)).toEqual([added])
})

/** Words and calls as a client writes them, without the reasoning. */
function sentAgain(item: Loose): Loose[] {
  if (item.type === 'message') return [{ role: 'assistant', content: item.content[0].text }]
  if (item.type !== 'function_call') return []
  const { type, call_id, name, arguments: args } = item
  return [{ call_id, type, name, arguments: args }]
}

test('[P3] after a cut, a request that named the response before it says everything itself', async () => {
  const { server, client } = await open({ window: 8_000 }, { works: true })
  const openai = client({ 'x-context-size': '8K' })
  let before: string | undefined
  let items: Loose[] = [{ role: 'user', content: 'start' }]
  for (let turn = 1; turn <= 60; turn++) {
    const { id, output } = await openai.responses.create({
      ...BODY,
      input: items,
      previous_response_id: before ?? null,
    })
    before = id
    items = nextItems(output, turn, 900)
  }
  expect(server.refusals).toEqual([])
  const last = server.requests.at(-1)!.body
  expect(last).not.toHaveProperty('previous_response_id')
  expect(last.input.length).toBeGreaterThan(3)
})

test('[S1] Codex on a local model: the window is set, and the credential of the client stays here', async () => {
  const local = await localModel({ contextLength: 32_000 })
  opened.push(() => local.close())
  const { client, daemon } = await open({}, { env: { OPENAI_BASE_URL: '', OLLAMA_HOST: local.url } })
  const openai = client({ 'thread-id': 'th-1', 'x-context-size': '16K' })
  const input: Loose[] = [{ type: 'message', role: 'user', content: 'start' }]
  for (let turn = 1; turn <= 8; turn++) {
    const { output } = await openai.responses
      .stream({ ...BODY, model: 'qwen3:8b', store: false, input })
      .finalResponse()
    input.push(...output, ...nextItems(output, turn, 200))
  }
  expect(local.refusals).toEqual([])
  const chats = local.requests.filter(({ path }) => path === '/api/chat')
  expect(chats).toHaveLength(8)
  expect(windowsOf(local)).toEqual(new Set([16_000]))
  for (const { headers } of chats) expect(headers.authorization).toBeUndefined()
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toMatchObject([{ model: 'qwen3:8b', metadata: { door: 'responses', client: 'codex' } }])
})

test('[P9] a local model that fails is an error for the client, and its answer counts as interrupted', async () => {
  const local = await localModel({ scenario: 'error-midway' })
  opened.push(() => local.close())
  const { client, daemon } = await open({}, { env: { OPENAI_BASE_URL: '', OLLAMA_HOST: local.url } })
  const ask: Loose = { model: 'qwen3:8b', messages: [{ role: 'user', content: 'go' }] }
  const chat = client({ 'x-session-id': 'one' }).chat.completions
  await expect(chat.create(ask)).rejects.toThrow()
  await expect(chat.stream(ask).finalChatCompletion()).rejects.toThrow('llama runner process has terminated')
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  local.scenario = 'honest'
  expect((await chat.create(ask)).choices[0]!.finish_reason).toBe('stop')
  const params = { sessionId: sessions[0]!.id }
  const history = await daemon.client.call('readHistory', { params, query: {} })
  // One question; an answer that broke off is withdrawn for the whole one.
  expect(history.messages.filter(({ message }: Loose) => message.role === 'user')).toHaveLength(1)
  const context = await daemon.client.call('readContext', { params, query: {} })
  expect(context.messages).toHaveLength(2)
})

test('[P13] a named conversation of which a client sends the newest items goes on, with parallel calls', async () => {
  const script = ({ call, last }: { call: number; last: string }) =>
    last === 'text'
      ? { calls: [1, 2].map((n) => ({ name: 'read', args: { path: `${call}-${n}.ts` } })), text: `I read ${call}.` }
      : { text: `Answer ${call}: it is of iron.` }
  const { server, daemon, client } = await open({ script })
  const door = client({ 'x-session-id': 'window-1' })
  const input: Loose[] = []
  const say = async () => {
    const { output } = await door.responses.create({ ...BODY, store: false, input: input.slice(windowStart()) })
    input.push(...output.map((item: Loose) => ({ ...item, id: undefined })))
    return output as Loose[]
  }
  /** The newest three rounds: a round begins with the words of a person. */
  const windowStart = () => input.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-3)[0] ?? 0
  for (let turn = 1; turn <= 8; turn++) {
    const text = turn === 1 ? 'My sister Runa lives in Hammerfest.' : `Request ${turn}: and then?`
    input.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
    input.push(...nextItems(await say(), turn, 40).filter(({ type }) => type === 'function_call_output'))
    await say()
  }
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  expect(JSON.stringify(server.turns.at(-1)!.body.input)).toContain('Runa lives in Hammerfest')
  const params = { sessionId: sessions[0]!.id }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, lost: 0 })
})

test('[D7] [P5] where reasoning left, the ids of the items after it leave too: the upstream refuses one without the other', async () => {
  const { server, client } = await open({ window: 8_000 })
  const openai = client({ 'x-context-size': '8K', 'x-session-id': 'kept-ids' })
  const input: Loose[] = [{ role: 'user', content: 'start' }]
  for (let turn = 1; turn <= 30; turn++) {
    // The official SDKs send the items of an answer back as they came.
    const { output } = await openai.responses.create({ ...BODY, input })
    input.push(...output, ...nextItems(output, turn, 400))
  }
  expect(server.refusals).toEqual([])
  const ofModel = (server.turns.at(-1)!.body.input as Loose[]).filter(({ type }) => type !== 'function_call_output')
  expect(ofModel.some(({ id, type }) => type === 'function_call' && id === undefined)).toBe(true)
})
