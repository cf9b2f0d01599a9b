import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pairProblems } from '../../testing/validity.js'
import { readLog } from '../../src/importers/index.js'
import { question, round } from '../support/coding-talk.js'
import { conversationFiles, hasConversations } from '../support/conversations.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { TestSession } from '../support/session.js'
import { upload } from '../support/upload.js'
import { often } from '../support/long-run.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const LINES = 'application/x-ndjson'
// Some files of the collection hold questions only.
const chosen = conversationFiles('', hasConversations ? (at) => at % often(8, 4) === 0 : undefined).filter(
  ({ name, text }) => text.length < 3_000_000 && readLog(text, name).some(({ messages }) => messages.length > 0),
)

describe('logs of other programs', () => {
  test.each(chosen.map(({ name, text }) => ({ name, text })))(
    '[R6] $name: every message is imported or reported, the context fits, and the audit agrees',
    async ({ name, text }) => {
      const conversations = readLog(text, name).filter(({ messages }) => messages.length > 0)
      const reply = await upload(daemon, text, { query: '?conversation=1&contextSize=32K&model=qwen2.5:7b' })
      expect(reply.text).toContain('sessionId')
      const { sessionId, imported, skippedCount, format } = reply.json
      const first = conversations[0]!
      expect(format).toBe(first.format)
      expect(imported + skippedCount).toBe(first.messages.length + first.skipped.length)
      const session = new TestSession(daemon.client, sessionId)
      expect(await session.audit()).toMatchObject({ ok: true, messages: imported })
      const context = await session.context('openai')
      expect(context.tokens).toBeLessThanOrEqual(context.limit)
      expect(pairProblems('openai', context.messages)).toEqual([])
      if (conversations.length === 1) return
      const unclear = await upload(daemon, text)
      expect(unclear.json).toMatchObject({ code: 'import_refused' })
      expect(unclear.json.detail).toContain(`${conversations.length} conversations`)
    },
  )

  test('[R6] messages that are in the file as they are keep their exact text', async () => {
    const texts = [
      '{"role":"user","content":"Add 1.0 and 12345678901234567890"}',
      '{"role":"assistant", "content":"1.0 \\u0041", "n":1.50, "n":2}',
      '{"content":"later","role":"user"}',
    ]
    const asLines = await upload(daemon, texts.join('\n'), { type: LINES })
    const asList = await upload(daemon, `[\n${texts.join(' ,\n ')}]`)
    const asRequest = await upload(daemon, `{"model":"gpt-4o","messages":[${texts.join(',')}],"temperature":0.10}`)
    for (const { json } of [asLines, asList, asRequest]) {
      const history = await daemon.call('GET', `/v1/sessions/${json.sessionId}/messages`)
      for (const text of texts) expect(history.text).toContain(text)
    }
    expect((await daemon.call('GET', `/v1/sessions/${asRequest.json.sessionId}`)).json.model).toBe('gpt-4o')
  })

  test('[R6] a rollout of Codex: items of a turn together, the client’s own text marked, model and instructions', async () => {
    const item = (payload: object) =>
      JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload })
    const text = (role: string, type: string, words: string) => ({
      type: 'message',
      role,
      content: [{ type, text: words }],
    })
    const file = [
      JSON.stringify({ type: 'session_meta', payload: { id: 'abc', instructions: 'Be brief.' } }),
      JSON.stringify({ type: 'turn_context', payload: { model: 'gpt-5-codex' } }),
      item(text('user', 'input_text', '<environment_context>\n<cwd>/work</cwd>')),
      item(text('user', 'input_text', 'List the files.')),
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'I list them.' }], encrypted_content: 'gAAA' }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' }),
      JSON.stringify({ type: 'event_msg', payload: { type: 'token_count' } }),
      item({ type: 'function_call_output', call_id: 'call_1', output: 'a.ts\nb.ts' }),
      item(text('assistant', 'output_text', 'There are two files.')),
      item({ type: 'ghost_snapshot' }),
    ].join('\n')
    const { json } = await upload(daemon, file, { type: LINES })
    expect(json).toMatchObject({ format: 'responses', imported: 5, skippedCount: 1 })
    expect(json.skipped).toEqual([{ line: 10, reason: 'unknown kind of item' }])
    const session = new TestSession(daemon.client, json.sessionId)
    expect((await session.history()).map(({ role }) => role)).toEqual([
      'user',
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(await session.read()).toMatchObject({ model: 'gpt-5-codex', systemPrompt: 'Be brief.' })
    const { messages } = await session.context('openai')
    expect(pairProblems('openai', messages)).toEqual([])
  })

  test('[R6] an export of opencode: each step is a reply of the model, followed by its results', async () => {
    const tool = (callID: string, state: object) => ({ type: 'tool', callID, tool: 'bash', state })
    const file = {
      info: { id: 'ses_1', title: 'Files' },
      messages: [
        { info: { role: 'user' }, parts: [{ type: 'text', text: 'Look.' }] },
        {
          info: { role: 'assistant', modelID: 'claude-sonnet-4', providerID: 'anthropic' },
          parts: [
            { type: 'step-start' },
            { type: 'text', text: 'I look.' },
            tool('c1', { status: 'completed', input: { command: 'ls' }, output: 'a.ts' }),
            tool('c2', { status: 'error', input: { command: 'cat b' }, error: 'no such file' }),
            { type: 'step-finish' },
            { type: 'step-start' },
            { type: 'text', text: 'Only a.ts is there.' },
          ],
        },
        { info: { role: 'user' }, parts: [{ type: 'text', text: 'Continue', synthetic: true }] },
      ],
    }
    const { json } = await upload(daemon, JSON.stringify(file))
    expect(json).toMatchObject({ format: 'native', imported: 5, skippedCount: 0 })
    const session = new TestSession(daemon.client, json.sessionId)
    const history = await session.history()
    expect(history.map(({ role, origin }) => `${role} ${origin}`)).toEqual([
      ...['user human', 'assistant app', 'tool app', 'assistant app', 'user app'],
    ])
    expect(history[2]!.message.parts).toMatchObject([{ content: 'a.ts' }, { content: 'no such file', isError: true }])
    expect((await session.read()).model).toBe('claude-sonnet-4')
  })

  test('[R6] requests of the Responses API, Anthropic and Ollama are recognized', async () => {
    const responses = { model: 'gpt-5', instructions: 'Be kind.', input: [{ role: 'user', content: 'Hello' }] }
    const anthropic = { model: 'claude', system: 'Be kind.', messages: [{ role: 'user', content: 'Hello' }] }
    const ollama = { model: 'qwen', options: { num_ctx: 4096 }, messages: [{ role: 'user', content: 'Hello' }] }
    for (const [format, body] of Object.entries({ responses, anthropic, ollama })) {
      const { json } = await upload(daemon, JSON.stringify(body))
      expect(json).toMatchObject({ format, imported: 1 })
    }
  })

  test('[R6] [P3] a log of many windows is shrunk during its import: the first read finds nothing to shrink', async () => {
    const messages = Array.from({ length: 250 }, (_, at) => [question(at), ...round(at)]).flat()
    const file = messages.map((message) => JSON.stringify(message)).join('\n')
    const { json } = await upload(daemon, file, { type: LINES, query: '?contextSize=16K&model=qwen2.5:7b' })
    expect(json).toMatchObject({ imported: messages.length, skippedCount: 0 })
    const cuts = () => daemon.call('GET', `/v1/events?sessionId=${json.sessionId}&types=emergency&limit=100`)
    const before = (await cuts()).json.events.length
    expect(before).toBeGreaterThan(0)
    const session = new TestSession(daemon.client, json.sessionId)
    const context = await session.context('openai')
    expect(context.tokens).toBeLessThanOrEqual(context.limit)
    expect((await cuts()).json.events).toHaveLength(before)
    expect(await session.audit()).toMatchObject({ ok: true, messages: messages.length })
  })

  test('[R6] [13] a message that no context can hold is skipped with its number, the rest is imported', async () => {
    const big = { role: 'user', content: 'All different words: '.repeat(8_000) }
    const talk = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      big,
      { role: 'user', content: 'c' },
    ]
    const { json } = await upload(daemon, JSON.stringify(talk), { query: '?contextSize=4K' })
    expect(json).toMatchObject({ imported: 3, skippedCount: 1 })
    expect(json.skipped[0].line).toBe(3)
    const wide = await upload(daemon, JSON.stringify(talk), { query: '?contextSize=nonsense' })
    expect(wide.status).toBe(400)
  })

  test('[B5] [P10] the reply carries the status, and the events report the import once', async () => {
    const talk = Array.from({ length: 60 }, (_, at) => ({
      role: at % 2 ? 'assistant' : 'user',
      content: `words ${at} `.repeat(60),
    }))
    const { json } = await upload(daemon, JSON.stringify(talk), { query: '?contextSize=8K&externalId=imported-once' })
    expect(json.contextStatus.used).toBe(json.tokens)
    expect(json.externalId).toBe('imported-once')
    const events = await new TestSession(daemon.client, json.sessionId).eventsWith('session-imported')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
    expect(events[0]!.type).toBe('session-created')
    const again = await upload(daemon, JSON.stringify(talk), { query: '?externalId=imported-once' })
    expect(again.json).toMatchObject({ code: 'import_refused' })
  })
})
