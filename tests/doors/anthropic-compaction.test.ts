import type { ServerResponse } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import { ScriptedServer, sendJson, type Received } from '../../testing/scripted-server.js'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { closeDoors, ollamaDoor } from '../support/door-talk.js'

/** A summary that a client asks Anthropic's API for with `compaction`, with the official client. [10.4] */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
  await closeDoors()
})

const LONG = { timeout: 120_000 }
const TOOL: Loose = { name: 'read', description: 'Reads a file.', input_schema: { type: 'object', properties: {} } }
const RULE = 'Request 0: never touch legacy.ts.'
const BETAS = ['compact-2026-09-04']
const COMPACT: Loose = { compaction: { type: 'summarize' }, betas: BETAS }

function clientOf(daemon: Daemon, headers: Record<string, string> = {}): Anthropic {
  const all = { 'x-palimpsest-key': ADMIN_KEY, 'x-context-size': '8K', 'x-palimpsest-recall': 'off', ...headers }
  return new Anthropic({ baseURL: `${daemon.url}/anthropic`, apiKey: 'sk-client', maxRetries: 0, defaultHeaders: all })
}

const bodyOf = (model: string): Loose => ({ model, max_tokens: 1_024, system: 'You are careful.', tools: [TOOL] })
const said = (text: string): Loose => ({ role: 'user', content: text })

/** Talks until `turns` questions of the user are answered without an open call. Returns the messages of the client, which end with an answer. */
async function talk(client: Anthropic, model: string, turns: number, messages: Loose[] = []): Promise<Loose[]> {
  for (let turn = 0; turn < turns; turn++) {
    messages.push(said(turn === 0 && messages.length === 0 ? RULE : `Request ${turn}: ${'go on '.repeat(150)}`))
    for (let isOpen = true; isOpen;) {
      const { content } = await client.beta.messages.create({ ...bodyOf(model), betas: BETAS, messages })
      messages.push({ role: 'assistant', content })
      const calls = (content as Loose[]).filter(({ type }) => type === 'tool_use')
      const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: `file ${id}` }))
      if (calls.length > 0) messages.push({ role: 'user', content: results })
      isOpen = calls.length > 0
    }
  }
  return messages
}

async function onlyHistory(daemon: Daemon): Promise<Loose[]> {
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const params = { sessionId: sessions[0]!.id }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 500 } })
  return messages.map(({ message }: Loose) => message)
}

const rolesOf = (messages: Loose[]) => messages.map(({ role }) => role)

test.each([false, true])(
  '[10.4] [P1] an upstream without compaction: the block is clear text, and the same session goes on; streamed: %s',
  LONG,
  async (isStream) => {
    const server = await scriptedAnthropic({ window: 8_000 })
    opened.push(() => server.close())
    const daemon = await startDaemon({ works: true, env: { ANTHROPIC_BASE_URL: server.url } })
    opened.push(() => daemon.stop())
    const client = clientOf(daemon)
    const messages = await talk(client, 'claude-scripted-5', 25)
    const request = { ...bodyOf('claude-scripted-5'), ...COMPACT, messages }
    const answer: Loose = isStream
      ? await client.beta.messages.stream(request).finalMessage()
      : await client.beta.messages.create(request)
    expect(answer).toMatchObject({ role: 'assistant', stop_reason: 'compaction' })
    const [block, ...others] = answer.content
    expect(others).toEqual([])
    expect(block.type).toBe('compaction')
    // The newest words, and the rule of the user, within half of the limit.
    expect(block.content).toContain('Request 24: go on')
    expect(block.content).toContain('never touch legacy.ts')
    expect(block.content.length).toBeLessThan(24_000)
    // The upstream refused to summarize, and nothing else.
    expect(server.refusals).toEqual([expect.stringContaining('compaction: Extra inputs are not permitted')])

    const after = await talk(client, 'claude-scripted-5', 3, [{ role: 'assistant', content: answer.content }])
    expect(server.refusals).toHaveLength(1)
    expect(rolesOf(await onlyHistory(daemon))).toEqual([...rolesOf(messages), ...rolesOf(after.slice(1))])
    expect(JSON.stringify(server.turns.at(-1)!.body)).not.toContain('"compaction"')
  },
)

test('[10.4] [P11] a local model: the block is clear text, which another app gets as a message', LONG, async () => {
  const { daemon, server } = await ollamaDoor({}, { works: true })
  const client = clientOf(daemon)
  const messages = await talk(client, 'qwen2.5:7b', 3)
  const asked = server.chats.length
  const answer: Loose = await client.beta.messages.create({ ...bodyOf('qwen2.5:7b'), ...COMPACT, messages })
  expect(server.chats).toHaveLength(asked)
  expect(answer.content[0].content).toContain('never touch legacy.ts')
  expect(await onlyHistory(daemon)).toHaveLength(messages.length)
  const { app } = await daemon.newApp()
  const other = clientOf(daemon, { 'x-palimpsest-key': app })
  const block = { role: 'assistant', content: answer.content }
  await other.beta.messages.create({ ...bodyOf('qwen2.5:7b'), messages: [block, said('Go on.')] as Loose })
  const sent = server.chats.at(-1)!.body.messages
  expect(sent.map(({ role }: Loose) => role)).toEqual(['system', 'user', 'user'])
  expect(sent[1].content).toContain('What was said before:')
})

/** Summarizes as the provider does, and answers in one word. */
class Summarizing extends ScriptedServer {
  protected serve({ body }: Received, response: ServerResponse): void {
    const isSummary = body.compaction !== undefined
    const block = isSummary
      ? {
          type: 'compaction',
          content: 'The summary of the provider.',
          encrypted_content: 'c2VhbGVk',
          signature: 'c2ln',
        }
      : { type: 'text', text: 'Yes.' }
    sendJson(response, 200, {
      ...{ id: `msg_${this.requests.length}`, type: 'message', role: 'assistant', model: body.model, content: [block] },
      ...{ stop_reason: isSummary ? 'compaction' : 'end_turn', usage: { input_tokens: 10, output_tokens: 2 } },
    })
  }
}

test(
  '[10.4] an upstream with compaction answers by itself, and a named session goes on after its block',
  LONG,
  async () => {
    const server = new Summarizing()
    await server.listen()
    opened.push(() => server.close())
    const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url } })
    opened.push(() => daemon.stop())
    const client = clientOf(daemon, { 'x-session-id': 'work' })
    const messages = await talk(client, 'm', 3)
    const answer: Loose = await client.beta.messages.create({ ...bodyOf('m'), ...COMPACT, messages })
    expect(answer.content).toEqual([
      { type: 'compaction', content: 'The summary of the provider.', encrypted_content: 'c2VhbGVk', signature: 'c2ln' },
    ])
    expect(server.requests.at(-1)!.body).toMatchObject({ compaction: { type: 'summarize' }, messages })
    const block = { role: 'assistant', content: answer.content }
    await client.beta.messages.create({ ...bodyOf('m'), betas: BETAS, messages: [block, said('Go on.')] as Loose })
    // What the provider gets before its block, it leaves out: the ledger follows.
    const [first, note, last] = server.requests.at(-1)!.body.messages
    expect([first, last]).toEqual([block, said('Go on.')])
    expect(JSON.stringify(note)).toContain('never touch legacy.ts')
    // History keeps what the block replaces.
    expect(await onlyHistory(daemon)).toHaveLength(messages.length + 3)
  },
)
