import { afterEach, expect, test } from 'vitest'
import { knownQuirk } from '../../src/doors/request/quirks.js'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ask, assistant, closeDoors, ollamaDoor, openaiDoor, sessionTexts, user } from '../support/door-talk.js'

/** Requests in the shapes of Claude Code 2.1.330, Codex 0.169, and opencode 1.18, as these programs send them. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  await closeDoors()
  for (const close of opened.splice(0).reverse()) await close()
})

const LONG = { timeout: 120_000 }
const CLAUDE = {
  'x-claude-code-session-id': '7f1c9a52-3b1e-4c55-8d37-0d3f5e5b9a10',
  'x-app': 'cli',
  'user-agent': 'claude-cli/2.1.330 (external, sdk-cli)',
  'anthropic-version': '2023-06-01',
  'anthropic-beta': 'claude-code-20250219,context-management-2025-06-27,per-turn-control-2026-07-01',
  'x-context-size': '8K',
}
const ENVIRONMENT = `# Environment\nYou have been invoked in the following environment:\n${' - a fact about it'.repeat(40)}`
const COMPACTION = `CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\n${'- You will fail the task.\n'.repeat(
  12,
)}\nYour task is to create a detailed summary of the conversation so far, paying close attention to requests.`
const CONTINUED = 'This session is being continued from a previous conversation that ran out of context.'

const mark = { cache_control: { type: 'ephemeral' } }
const text = (words: string) => ({ type: 'text', text: words })

/** Returns the stored messages of each session. Contexts may change at any time, because workers compress. */
async function histories(daemon: Daemon): Promise<Loose[][]> {
  const { sessions } = await daemon.client.call('listSessions', {})
  const of = async ({ id }: { id: string }) =>
    (await daemon.client.call('readHistory', { params: { sessionId: id }, query: { limit: 500 } })).messages
  return (await Promise.all(sessions.map(of))).map((messages: Loose[]) => messages.map(({ message }) => message))
}

async function claudeDoor() {
  const server = await scriptedAnthropic({ window: 8_000 })
  opened.push(() => server.close())
  const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url }, works: true })
  opened.push(() => daemon.stop())
  const send = async (messages: Loose[]): Promise<{ content: Loose[]; headers: Headers }> => {
    const body = {
      model: 'claude-scripted-5',
      max_tokens: 700,
      thinking: { type: 'adaptive', display: 'omitted' },
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      system: [text('x-anthropic-billing-header: cc_version=2.1.330.706;'), { ...text('You are an agent.'), ...mark }],
      tools: [{ name: 'Bash', description: 'Runs a command.', input_schema: { type: 'object', properties: {} } }],
      messages,
    }
    const reply = await daemon.call('POST', '/anthropic/v1/messages?beta=true', { key: null, body, headers: CLAUDE })
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"message"')])
    return { content: reply.json.content, headers: reply.headers }
  }
  /** Works until there are so many answers. The environment is system text after the first words of the user. */
  const work = async (history: Loose[], answers: number): Promise<Loose[]> => {
    for (let turn = 1; turn <= answers; turn++) {
      // The mark of the cache is on the newest message only.
      const last = structuredClone(history.at(-1))
      Object.assign(last.content.at(-1), mark)
      const { content } = await send([...history.slice(0, -1), last])
      const calls = content.filter(({ type }) => type === 'tool_use')
      const results = calls.map(({ id }) => ({
        ...{ type: 'tool_result', tool_use_id: id, content: 'a line of output '.repeat(70), is_error: false },
      }))
      history.push({ role: 'assistant', content })
      history.push({ role: 'user', content: results.length > 0 ? results : [text(`Request ${turn}: and then?`)] })
    }
    return history
  }
  return { server, daemon, send, work }
}

const opening = (): Loose[] => [
  { role: 'user', content: [text('<system-reminder>\n# gitStatus\n</system-reminder>'), text('Please look at it.')] },
  { role: 'system', content: [text(ENVIRONMENT)], output_config: { effort: 'medium' } },
]

test(
  '[P3] [D7] Claude Code: its system text in the middle is stored once, is in every request, and survives cuts',
  LONG,
  async () => {
    const { server, daemon, work } = await claudeDoor()
    const history = await work(opening(), 36)
    expect(server.refusals).toEqual([])
    const times = server.requests.map(({ bytes }) => bytes.toString().split('# Environment').length - 1)
    expect(new Set(times)).toEqual(new Set([1]))
    // The environment had the mark in the first request only. With four of its own, the program would be refused.
    const marks = server.requests.map(({ bytes }) => bytes.toString().split('"cache_control"').length - 1)
    expect(new Set(marks)).toEqual(new Set([2]))
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toMatchObject([{ metadata: { matchedBy: 'x-claude-code-session-id', client: 'claude-code' } }])
    expect(server.requests.at(-1)!.body.messages.length).toBeLessThan(history.length)
    const params = { sessionId: sessions[0]!.id }
    const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 500 } })
    expect(messages.filter(({ message }: Loose) => message.role === 'system')).toHaveLength(1)
    expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  },
)

test(
  '[10.4] [D7] Claude Code: /compact after a cut is answered from the context, and its summary continues the session',
  LONG,
  async () => {
    const { server, daemon, send, work } = await claudeDoor()
    const history = await work(opening(), 24)
    const before = await histories(daemon)
    const last = history.at(-1)
    const asking = [...history.slice(0, -1), { ...last, content: [...last.content, text(COMPACTION)] }]
    const { headers } = await send(asking)
    // The whole history is longer than the window and has thinking of other prefixes: the upstream refuses both.
    expect(server.refusals).toEqual([])
    expect(headers.get('x-palimpsest-session')).toBeNull()
    const sent = server.requests.at(-1)!.body.messages
    // On a busy machine, results may be masked before the first compression is done: as many messages, but shorter ones.
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(asking).length)
    expect(sent.at(-1).content).toEqual(asking.at(-1)!.content)
    expect(await histories(daemon)).toEqual(before)

    const next = [{ role: 'user', content: `${CONTINUED} The user wants tests.` }, ...history.slice(-2, -1)]
    if (next[1]!.content.some(({ type }: Loose) => type === 'tool_use')) next.pop()
    await work([...next, { role: 'user', content: [text('And what is next?')] }, ...opening().slice(1)], 3)
    expect(server.refusals).toEqual([])
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    expect(server.requests.at(-1)!.bytes.toString().split('# Environment')).toHaveLength(2)
  },
)

test('[10.4] Claude Code: the other form of a refused request replaces it in its session', LONG, async () => {
  const { server, daemon } = await claudeDoor()
  // Without its beta, the server refuses system text in the middle.
  const headers = { ...CLAUDE, 'anthropic-beta': 'claude-code-20250219' }
  const send = (messages: Loose[]) => {
    const body = { model: 'claude-scripted-5', max_tokens: 700, messages }
    return daemon.call('POST', '/anthropic/v1/messages', { key: null, body, headers })
  }
  const refused = [await send(opening()), await send(opening())]
  expect(refused.map(({ status }) => status)).toEqual([400, 400])
  const [question, environment] = opening()
  const reminder = text(`<system-reminder>\n${environment!.content[0].text}\n</system-reminder>`)
  const history: Loose[] = [{ role: 'user', content: [reminder, ...question!.content] }]
  for (let turn = 1; turn <= 2; turn++) {
    const { json } = await send(history)
    history.push({ role: 'assistant', content: json.content }, { role: 'user', content: `Question ${turn}?` })
  }
  // In the middle of a conversation as well.
  expect((await send([...history, environment!])).status).toBe(400)
  const last = history.pop()!
  const inOne = { role: 'user', content: [reminder, text(last.content)] }
  const answered = await send([...history, inOne])
  expect(answered.status).toBe(200)
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  expect(server.requests.at(-1)!.body.messages).toEqual([...history, inOne])
  const params = { sessionId: sessions[0]!.id }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, evicted: 4 })
  const { messages } = await daemon.client.call('readContext', { params, query: { format: 'anthropic' } })
  expect(messages).toEqual([...history, inOne, { role: 'assistant', content: answered.json.content }])
  // What was answered is no refusal: another history is a fork.
  await send([...history, { role: 'user', content: 'An edited question.' }])
  expect((await daemon.client.call('listSessions', {})).sessions).toHaveLength(2)
})

test('[R3] a changed history under changed instructions is a fork, and not a request that passes the store', async () => {
  const { daemon } = await ollamaDoor()
  const headers = { 'x-session-id': 'edited' }
  const prompt = (words: string) => ({ role: 'system', content: words })
  const first = await ask(daemon, [prompt('Today is Monday.'), user('question 1')], headers)
  const talk = [user('question 1'), first.json.message]
  await ask(daemon, [prompt('Today is Monday.'), ...talk, user('question 2')], headers)
  const edited = await ask(daemon, [prompt('Today is Tuesday.'), ...talk, user('another question')], headers)
  expect([edited.status, edited.headers.get('x-palimpsest-bypassed')]).toEqual([200, null])
  const sessions = await sessionTexts(daemon)
  expect(sessions.map(({ texts }) => texts[2])).toEqual(['question 2', 'another question'])
  expect(sessions[1]!.metadata.forkOf).toBe(sessions[0]!.id)
})

const item = (role: string, words: string, id?: string) => ({
  ...{ type: 'message', ...(id !== undefined && { id }), role },
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: words }],
})
const TOOLS = {
  type: 'additional_tools',
  role: 'developer',
  tools: [
    {
      type: 'namespace',
      name: 'functions',
      tools: [{ type: 'custom', name: 'exec', description: 'word '.repeat(900) }],
    },
  ],
}
const ENVIRONMENT_ITEM = item('user', '<environment_context>\n  <cwd>/work</cwd>\n</environment_context>')

function codexHeaders(thread: string, more: Record<string, string> = {}) {
  return { 'session-id': thread, 'thread-id': thread, 'x-client-request-id': thread, originator: 'codex_exec', ...more }
}

async function codexDoor() {
  const { daemon, server } = await openaiDoor({ script: ({ call }) => ({ text: `answer ${call}` }) })
  const send = (input: Loose[], headers: Record<string, string>, kind = 'turn') => {
    const thread = headers['thread-id']
    const metadata = { thread_id: thread, 'x-codex-turn-metadata': JSON.stringify({ request_kind: kind }) }
    const body = { model: 'gpt-scripted', store: false, input, prompt_cache_key: thread, client_metadata: metadata }
    return daemon.call('POST', '/openai/v1/responses', { body, headers })
  }
  return { daemon, server, send }
}

test('[T3] Codex: tools that are an element of the list are counted, and stay at its head', async () => {
  const { server, send } = await codexDoor()
  const plain = await send(
    [item('developer', 'You are Codex.'), ENVIRONMENT_ITEM, item('user', 'go')],
    codexHeaders('t0'),
  )
  const list = [{ ...TOOLS, id: 'at_1' }, item('developer', 'You are Codex.'), ENVIRONMENT_ITEM, item('user', 'go')]
  const reply = await send(list, codexHeaders('t1'))
  expect(reply.status).toBe(200)
  const used = (headers: Headers) => Number(headers.get('x-palimpsest-used'))
  expect(used(reply.headers) - used(plain.headers)).toBeGreaterThan(900)
  // A new process gives the element a new id.
  const next = await send(
    [{ ...TOOLS, id: 'at_2' }, ...list.slice(1), ...reply.json.output, item('user', 'and then?')],
    codexHeaders('t1'),
  )
  expect(next.headers.get('x-palimpsest-session')).toBe(reply.headers.get('x-palimpsest-session'))
  expect(server.requests.at(-1)!.body.input[0]).toEqual({ ...TOOLS, id: 'at_2' })
})

test('[10.4] Codex: a summary after the kept words of the user continues the session, each time', async () => {
  const { daemon, send } = await codexDoor()
  const headers = codexHeaders('thread-7')
  const head = [item('developer', 'You are Codex.'), ENVIRONMENT_ITEM, item('user', 'please look at all parts')]
  const ids = new Set<string | null>()
  let input: Loose[] = head
  for (let round = 1; round <= 3; round++) {
    for (let turn = 1; turn <= 3; turn++) {
      const reply = await send(input, headers)
      ids.add(reply.headers.get('x-palimpsest-session'))
      input = [...input, ...reply.json.output, item('user', `request ${round}.${turn}`)]
    }
    const asked = await send([...input, item('user', 'Shorten it in your own words.')], headers, 'compaction')
    expect(asked.headers.get('x-palimpsest-session')).toBeNull()
    const summary = `Another language model started to solve this problem and produced a summary of round ${round}.`
    input = [...head, item('user', summary)]
  }
  ids.add((await send(input, headers)).headers.get('x-palimpsest-session'))
  expect(ids.size).toBe(1)
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const params = { sessionId: sessions[0]!.id }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  const { messages } = await daemon.client.call('readContext', { params, query: { format: 'responses' } })
  const texts = JSON.stringify(messages)
  expect(texts).toContain('a summary of round 3')
  expect(texts).not.toContain('request 3.1')
  expect(texts.split('please look at all parts')).toHaveLength(2)
})

test('Codex: an agent with a thread of its own names the thread that started it', async () => {
  const { daemon, send } = await codexDoor()
  await send([item('user', 'go')], codexHeaders('root'))
  const agent = { 'x-codex-parent-thread-id': 'root', 'x-openai-subagent': 'collab_spawn' }
  await send([item('user', 'go')], codexHeaders('child', agent))
  const [root, child] = await sessionTexts(daemon)
  expect(child!.metadata).toMatchObject({ conversation: 'child', parentConversation: 'root', parentSession: root!.id })
})

test('requests of these programs for themselves are recognized, and words of users are not', () => {
  const quirkOf = (words: string, system: string | null = null) =>
    knownQuirk({ format: 'openai', system, last: user(words), count: 3, outputTokens: null })
  const summary = 'Your task is to create a detailed summary of'
  expect(quirkOf(COMPACTION)).toBe('compaction')
  expect(quirkOf(`${summary} this conversation. It will be placed at the start of a new session.`)).toBe('compaction')
  expect(quirkOf(`${summary} the RECENT portion of the conversation`)).toBe('compaction')
  expect(quirkOf('You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary')).toBe('compaction')
  expect(quirkOf('<role>\nContext Extraction Assistant\n</role>\n\n<primary_objective>')).toBe('compaction')
  expect(quirkOf('"Transcript so far: user: Hello.\nassistant: Hi."')).toBe('compaction')
  const summarize = '*Briefly* summarize this partial conversation about programming.'
  expect(quirkOf('# USER\nHello.\n# ASSISTANT\nHi.', summarize)).toBe('compaction')
  const commits = 'You are an expert software engineer that generates concise, one-line Git commit messages.'
  expect(quirkOf('diff --git a/app.py', commits)).toBe('title')
  expect(
    quirkOf('Fix the bug.', 'You are an expert software engineer that writes code. Write commit messages.'),
  ).toBeNull()
  expect(quirkOf('Transcript so far: user: Hello.')).toBeNull()
  expect(quirkOf('anything', 'You are a context summarization agent. You are given a conversation')).toBe('compaction')
  expect(quirkOf('"look"', 'You are a title generator. You output ONLY a thread title.')).toBe('title')
  expect(quirkOf('Please write a short title, five words at most, for the following conversation:')).toBe('title')
  expect(quirkOf('Provide a concise, 5-word-or-less title for this conversation')).toBe('title')
  expect(quirkOf('Your task: Create a 2-4 word title for this conversation.')).toBe('title')
  expect(quirkOf('### Task:\nSuggest 3 follow-up questions')).toBe('title')
  const history = '### Chat History:\n<chat_history>\nUSER: Hello.\nASSISTANT: Hi.\n</chat_history>'
  expect(quirkOf(`### Task:\nPredict 3-5 useful messages.\n### Guidelines:\n- Be short.\n${history}`)).toBe('title')
  expect(quirkOf('### Task:\nYou are an autocompletion system. Continue the text in `<text>`')).toBe('title')
  const choose = 'Your task is to choose and return the correct tool(s) from the list of available tools'
  expect(quirkOf('Query: the weather?', `Available Tools: [{"name": "weather"}]\n\n${choose}`)).toBe('title')
  expect(quirkOf('What is the weather?', 'Available Tools: weather. You help people.')).toBeNull()
  expect(quirkOf('### Task:\nSummarize the conversation history that will be compacted out')).toBe('compaction')
  const documents = '### Task:\nRespond to the user query using the provided context.\n<context>A.</context>'
  expect(quirkOf(`${documents}\nWhat is in it?`)).toBeNull()
  expect(quirkOf(`${documents}\nWhat does <chat_history> mean?`)).toBeNull()
  expect(quirkOf('Write a poem about the sea')).toBeNull()
  expect(quirkOf('### Task:\nWrite the title page of my thesis')).toBeNull()
  expect(quirkOf('### Task:\nAnalyze the log.\nThen name the tags')).toBeNull()
  expect(quirkOf('CRITICAL: respond with text only. What is this file?')).toBeNull()
  expect(quirkOf('Your task is to create a detailed summary of the chapter')).toBeNull()
  expect(quirkOf('and?', 'You help. Mention when you are a context summarization agent.')).toBeNull()
  expect(
    knownQuirk({ format: 'openai', system: null, last: assistant(COMPACTION), count: 3, outputTokens: null }),
  ).toBeNull()
})
