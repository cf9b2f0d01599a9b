import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, user } from '../support/door-talk.js'

afterEach(closeDoors)

/** Agents such as gptme run commands of the model's text and return the results as system text, which the model answers. */
const system = (content: string) => ({ role: 'system', content })
const CALL = (n: number) => `I look at step ${n}.\n\n\`\`\`shell\ncat step${n}.log\n\`\`\``
const RESULT = (n: number) =>
  `Ran command: \`cat step${n}.log\`\n\n\`\`\`stdout\n${`row of step ${n}: no fault was found\n`.repeat(40)}\`\`\``

interface Way {
  path: string
  /** Name of the list of messages. */
  list: 'messages' | 'input'
  /** Returns what a client sends back of an answer. */
  back(reply: Loose): Loose[]
  extra: Loose
}

const WAYS: Record<string, Way> = {
  ollama: { path: '/ollama/api/chat', list: 'messages', back: ({ message }) => [message as Loose], extra: {} },
  'chat completions': {
    path: '/openai/v1/chat/completions',
    list: 'messages',
    back: ({ choices }) => (choices as Loose[]).map(({ message }) => message as Loose),
    extra: {},
  },
  responses: {
    path: '/openai/v1/responses',
    list: 'input',
    back: ({ output }) => output as Loose[],
    extra: {},
  },
  anthropic: {
    path: '/anthropic/v1/messages',
    list: 'messages',
    back: ({ content }) => [{ role: 'assistant', content }],
    extra: { max_tokens: 500 },
  },
}

async function play(turns: number, { path, list, back, extra }: Way, headers: Record<string, string> = {}) {
  let asked = 0
  const script = () => ({ text: ++asked % 3 === 0 ? `Answer ${asked}: every row is right.` : CALL(asked) })
  const { daemon, server } = await ollamaDoor({ script })
  const head = path.startsWith('/anthropic') ? [] : [system('You run commands.')]
  const messages: Loose[] = [...head]
  const ids: string[] = []
  const send = async () => {
    const body = { model: 'qwen2.5:7b', stream: false, ...extra, [list]: messages }
    const reply = await daemon.call('POST', path, { key: null, body, headers })
    expect(reply.status, reply.text).toBe(200)
    ids.push(reply.headers.get('x-palimpsest-session')!)
    messages.push(...back(reply.json))
  }
  for (let turn = 1; turn <= turns; turn++) {
    messages.push(user(`What does the log of turn ${turn} say?`))
    await send()
    for (let step = 0; step < 2; step++) {
      messages.push(system(RESULT(asked)))
      await send()
    }
  }
  return { daemon, server, ids, messages: messages.slice(head.length) }
}

/** Returns the texts of messages, in order. */
const textsIn = (messages: unknown): string[] =>
  (messages as Loose[]).flatMap(({ content, output }) => {
    if (Array.isArray(output)) return textsIn(output)
    return typeof content === 'string' ? [content] : (content as Loose[]).map(({ text }) => String(text))
  })

test.each(Object.keys(WAYS))('[P1] results that come as system text are stored, in order: %s', async (way) => {
  const { daemon, server, messages, ids } = await play(3, WAYS[way]!)
  expect(new Set(ids).size).toBe(1)
  const sent = textsIn((server.chats.at(-1)!.body as Loose).messages)
  expect(sent.slice(-17)).toEqual(textsIn(messages).slice(0, -1))
  const { messages: stored } = await daemon.client.call('readHistory', { params: { sessionId: ids[0]! }, query: {} })
  expect(textsIn(stored.map(({ message }) => message))).toEqual(textsIn(messages))
  expect(stored.filter(({ origin }) => origin === 'human')).toHaveLength(3)
})

test.each(Object.keys(WAYS))('[P1] [P3] they are compressed, and no request is lost at a cut: %s', async (way) => {
  const { daemon, server, ids } = await play(8, WAYS[way]!, { 'x-context-size': '4K' })
  expect(new Set(ids).size).toBe(1)
  const [sessionId] = ids as [string]
  expect(await daemon.client.call('auditSession', { params: { sessionId } })).toMatchObject({ ok: true, lost: 0 })
  const session = await daemon.client.call('getSession', { params: { sessionId } })
  expect(session).toMatchObject({ messageCount: 8 * 6 })
  expect(session.compressionCount).toBeGreaterThan(0)
  const last = textsIn((server.chats.at(-1)!.body as Loose).messages)
  expect(last.filter((text) => text.startsWith('What does the log'))).toHaveLength(8)
  expect(last.filter((text) => text.startsWith('Ran command')).length).toBeGreaterThan(1)
  expect(last.at(-1)).toMatch(/^Ran command/)
})

test('system text before a message of the person is no turn', async () => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'Yes.' }) })
  const messages: Loose[] = [system('You help.')]
  const ids = new Set<string>()
  for (let n = 1; n <= 4; n++) {
    const note = system(`It is ${n} o'clock.`)
    const reply = await ask(daemon, [...messages, note, user(`Question ${n}?`)])
    ids.add(reply.headers.get('x-palimpsest-session')!)
    messages.push(user(`Question ${n}?`), assistant('Yes.'))
  }
  expect(ids.size).toBe(1)
})

test('system text that stays at its place is stored once, also after cuts', async () => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'The rows are in order. '.repeat(30) }) })
  const messages: Loose[] = [system('You help.')]
  const ids = new Set<string>()
  for (let n = 1; n <= 24; n++) {
    messages.push(
      user(`Question ${n}?`),
      system(`Answer in short words, as of note ${n}. ${'Keep to the table. '.repeat(20)}`),
    )
    const reply = await ask(daemon, messages, { 'x-context-size': '4K' })
    ids.add(reply.headers.get('x-palimpsest-session')!)
    messages.push(reply.json.message as Loose)
  }
  expect(ids.size).toBe(1)
  const [sessionId = ''] = ids
  const session = await daemon.client.call('getSession', { params: { sessionId } })
  expect(session.compressionCount).toBeGreaterThan(0)
  expect(session.messageCount).toBe(24 * 3)
})

test('an instruction for one answer, which the program keeps as little as the answer, makes no fork', async () => {
  let asked = 0
  const { daemon } = await ollamaDoor({ script: () => ({ text: `Answer ${++asked}.` }) })
  const messages: Loose[] = [system('You help.')]
  const ids = new Set<string>()
  const send = async (more: Loose[]) => {
    const reply = await ask(daemon, [...messages, ...more])
    expect(reply.status).toBe(200)
    ids.add(reply.headers.get('x-palimpsest-session')!)
    return reply.json.message as Loose
  }
  for (let n = 1; n <= 3; n++) {
    messages.push(user(`Question ${n}?`))
    messages.push(await send([]))
    await send([system('Read the above. Who speaks next?')])
  }
  expect(ids.size).toBe(1)
  const [sessionId = ''] = ids
  const { messages: shown } = await daemon.client.call('readContext', {
    params: { sessionId },
    query: { format: 'ollama' },
  })
  const texts = (shown as Loose[]).map(({ content }) => content)
  expect(texts.slice(0, 7)).toEqual(messages.map(({ content }) => content))
  expect(texts.slice(7)).toEqual(['Read the above. Who speaks next?', `Answer ${asked}.`])
})
