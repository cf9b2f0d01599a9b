import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { migratedDatabase } from '../support/database.js'
import { startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'
import { closeDoors, ollamaDoor } from '../support/door-talk.js'

/** Message threads of Anthropic's API, with the official client: it sends only what is new. The scripted API refuses a request that has a
 * thread, so that the door must hold it. [10.4] */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  await closeDoors()
})

const LONG = { timeout: 120_000 }
const SYSTEM = 'You are a careful engineer.'
const TOOL: Loose = { name: 'read', description: 'Reads a file.', input_schema: { type: 'object', properties: {} } }

async function upstream() {
  const server = await scriptedAnthropic({ window: 8_000 })
  opened.push(() => server.close())
  return server
}

async function door(options: DaemonOptions): Promise<Daemon> {
  const daemon = await startDaemon(options)
  opened.push(() => daemon.stop())
  return daemon
}

function clientOf(url: string): Anthropic {
  const headers = { 'x-palimpsest-key': ADMIN_KEY, 'x-context-size': '8K', 'x-palimpsest-recall': 'off' }
  return new Anthropic({ baseURL: `${url}/anthropic`, apiKey: 'sk-client', maxRetries: 0, defaultHeaders: headers })
}

async function onlySession(daemon: Daemon) {
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const params = { sessionId: sessions[0]!.id }
  const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 500 } })
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  return { session: sessions[0]!, messages }
}

test(
  '[10.4] [P1] a thread is held here: one session has every message once, and its cuts fit the window',
  LONG,
  async () => {
    const server = await upstream()
    const daemon = await door({ env: { ANTHROPIC_BASE_URL: server.url } })
    const thread = clientOf(daemon.url).beta.messages.thread({
      ...{ model: 'claude-scripted-5', max_tokens: 1_024, system: SYSTEM, tools: [TOOL] },
      thinking: { type: 'enabled', budget_tokens: 1_024 },
    })
    for (let turn = 1; turn <= 30; turn++) {
      const { content } = await thread
        .stream({ role: 'user', content: `Request ${turn}: ${'go on '.repeat(120)}` })
        .finalMessage()
      const results = (content as Loose[]).flatMap(({ type, id }) =>
        type === 'tool_use'
          ? [{ type: 'tool_result' as const, tool_use_id: id, content: `file ${turn} `.repeat(150) }]
          : [],
      )
      if (results.length > 0) thread.append({ role: 'user', content: results })
    }
    expect(server.refusals).toEqual([])
    expect(server.turns).toHaveLength(30)
    for (const { body } of server.turns) expect(body).toMatchObject({ system: SYSTEM, tools: [TOOL] })
    expect(server.turns.filter(({ body }) => 'thread' in body)).toEqual([])
    const { messages } = await onlySession(daemon)
    const roles = messages.map(({ message }: Loose) => message.role)
    expect(roles.filter((role: string) => role === 'assistant')).toHaveLength(30)
    // What the client holds, less the result that it has not sent yet.
    const sent = thread.messages.filter(({ role }, at, all) => role === 'assistant' || at < all.length - 1)
    expect(JSON.stringify(messages.map(({ message }: Loose) => message.role))).toBe(
      JSON.stringify(sent.map(({ role }) => role)),
    )
    expect(JSON.stringify(server.turns.at(-1)!.body.messages)).not.toContain('Request 2: go on')
  },
)

test(
  '[10.4] a thread that another process holds is refused as the API does: the client sends all, and the session goes on',
  LONG,
  async () => {
    const server = await upstream()
    const database = await migratedDatabase()
    opened.push(() => database.drop())
    const env = { DATABASE_URL: database.url, ANTHROPIC_BASE_URL: server.url }
    const [first, second] = [await door({ env }), await door({ env })]
    const client = clientOf(first.url)
    const thread = client.beta.messages.thread({ model: 'claude-scripted-5', max_tokens: 1_024, system: SYSTEM })
    await thread.send({ role: 'user', content: 'Remember 42.' })
    await thread.send({ role: 'user', content: 'Which number?' })
    client.baseURL = `${second.url}/anthropic`
    const answer = await thread.send({ role: 'user', content: 'And now?' })
    expect(answer.role).toBe('assistant')
    expect(server.turns).toHaveLength(3)
    expect(server.turns.at(-1)!.body.messages).toHaveLength(5)
    const { messages } = await onlySession(second)
    expect(messages).toHaveLength(6)

    const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] }
    const send = (thread: object) => second.call('POST', '/anthropic/v1/messages', { body: { ...body, thread } })
    const unknown = await send({ type: 'continue', previous_message_id: 'msg_unknown' })
    expect(unknown).toMatchObject({ status: 404, json: { error: { details: { error_code: 'thread_not_found' } } } })
    expect(unknown.json.error.message).toContain('msg_unknown')
    const wrong = await send({ type: 'resume' })
    expect(wrong).toMatchObject({ status: 400, json: { error: { type: 'invalid_request_error' } } })
    expect(wrong.json.error.message).toContain('thread: expected')
  },
)

test('[10.4] [P11] a thread belongs to its app, and a local model continues it', LONG, async () => {
  const { daemon, server } = await ollamaDoor()
  const client = clientOf(daemon.url)
  const thread = client.beta.messages.thread({ model: 'qwen2.5:7b', max_tokens: 1_024, system: SYSTEM })
  await thread.send({ role: 'user', content: 'Remember 42.' })
  await thread.send({ role: 'user', content: 'Which number?' })
  const sent = server.chats.at(-1)!.body.messages
  expect(sent.map(({ role }: Loose) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  const { messages } = await onlySession(daemon)
  expect(messages).toHaveLength(4)
  const { app } = await daemon.newApp()
  const body = {
    ...{ model: 'qwen2.5:7b', max_tokens: 9, messages: [{ role: 'user', content: 'What did I say?' }] },
    thread: { type: 'continue', previous_message_id: thread.previousMessageId },
  }
  const foreign = await daemon.call('POST', '/anthropic/v1/messages', { key: app, body })
  expect(foreign).toMatchObject({ status: 404, json: { error: { details: { error_code: 'thread_not_found' } } } })
})
