import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, ollamaDoor, user } from '../support/door-talk.js'

afterEach(closeDoors)

const FACT = 'My sister Runa lives in Hammerfest.'

/** Plays a client that sends the newest `window` messages only. */
async function play(
  headers: Record<string, string>,
  {
    turns = 12,
    window = 7,
    numCtx = 8_192,
    words = 4,
    clock = false,
    system = '',
    page = (_: number): string => '',
    path = '/ollama',
    ask = (turn: number): string => `What about bridge ${turn}?`,
  } = {},
) {
  let turn = 0
  const text = () => `Answer ${turn}. ${'It is of iron and weighs a ton. '.repeat(words)}`
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: text() }) })
  const all: Loose[] = []
  const ids: string[] = []
  for (; turn < turns; turn++) {
    all.push(user(turn === 0 ? FACT : ask(turn)))
    const instructions = clock ? `It is ${turn} o'clock.` : system
    const head = instructions === '' ? [] : [{ role: 'system', content: instructions }]
    const shown = all.slice(-window)
    const added = page(turn)
    if (added !== '') shown[shown.length - 1] = user(`${added}\n\n${String(shown.at(-1)!.content)}`)
    const messages = [...head, ...shown]
    const body = { model: 'qwen2.5:7b', stream: false, options: { num_ctx: numCtx }, messages }
    const reply = await daemon.call('POST', `${path}/api/chat`, { key: null, body, headers })
    expect(reply.status).toBe(200)
    ids.push(reply.headers.get('x-palimpsest-session')!)
    all.push(assistant(text().trim()))
  }
  const sent = (server.chats.at(-1)!.body as Loose).messages as Loose[]
  return { daemon, ids, sent, all }
}

test('[P13] [P14] a named conversation of which a client sends the newest messages goes on, and keeps the others', async () => {
  const { daemon, ids, sent, all } = await play({ 'x-session-id': 'talk-1' })
  expect(new Set(ids).size).toBe(1)
  // All of it fits, so the model gets all of it.
  expect(sent.map(({ content }) => String(content).trim())).toEqual(all.slice(0, -1).map(({ content }) => content))
  const params = { sessionId: ids[0]! }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, messages: 24, lost: 0 })
})

test('[P13] the name may be in the path, for a client that can set no header', async () => {
  const { daemon, ids, sent } = await play({}, { path: '/in-session/the%20hall/ollama' })
  expect(new Set(ids).size).toBe(1)
  expect(JSON.stringify(sent)).toContain(FACT)
  const { metadata } = await daemon.client.call('getSession', { params: { sessionId: ids[0]! } })
  expect(metadata).toMatchObject({ conversation: 'the hall', matchedBy: 'x-palimpsest-session' })
  expect(daemon.logged().join('\n')).not.toContain('hall')
})

test('[P13] it also goes on if a question is repeated, so that two windows begin alike', async () => {
  const { daemon, ids, sent } = await play({ 'x-session-id': 'talk-9' }, { ask: () => 'Do another one.' })
  expect(new Set(ids).size).toBe(1)
  expect(JSON.stringify(sent)).toContain(FACT)
  const params = { sessionId: ids[0]! }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, messages: 24, lost: 0 })
})

test('[P13] when it no longer fits, checkpoints replace what leaves, and what a person said stays', async () => {
  const { daemon, ids, sent } = await play({ 'x-session-id': 'talk-2' }, { turns: 60, words: 30 })
  expect(new Set(ids).size).toBe(1)
  expect(JSON.stringify(sent)).toContain(FACT)
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: ids[0]! } })
  expect(contextStatus.used).toBeLessThanOrEqual(contextStatus.limit)
  expect(sent.length).toBeGreaterThan(7)
})

test('[P13] it also goes on below a system text that stays the same', async () => {
  for (const page of [() => '', (turn: number) => `A page about bridge ${turn}.`]) {
    const { ids, sent } = await play({ 'x-session-id': 'talk-6' }, { system: 'Be brief.', page })
    expect(new Set(ids).size).toBe(1)
    expect(JSON.stringify(sent)).toContain(FACT)
  }
})

test('[P13] it also goes on if its system text changes with each request', async () => {
  const { daemon, ids, sent } = await play({ 'x-session-id': 'talk-4' }, { clock: true })
  expect(new Set(ids).size).toBe(1)
  expect(JSON.stringify(sent)).toContain(FACT)
  const params = { sessionId: ids[0]! }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, messages: 24, lost: 0 })
})

for (const window of [3, 7])
  test(`[P13] a client that adds pages to the newest of ${window} messages stays in one session, which keeps what it left out`, async () => {
    const page = (turn: number) => `Use this page: ${`bridge ${turn} is of stone. `.repeat(60)}`
    for (const headers of [{ 'x-openwebui-chat-id': `pages-${window}` }, {}] as Record<string, string>[]) {
      const { daemon, ids, sent, all } = await play(headers, { window, turns: 16, numCtx: 16_384, page })
      const isNamed = headers['x-openwebui-chat-id'] !== undefined
      expect(new Set(ids).size === 1).toBe(isNamed)
      expect(JSON.stringify(sent).includes(FACT)).toBe(isNamed)
      if (!isNamed) continue
      // Each message once, as the client sent it last.
      const plain = all.slice(0, -2).map(({ content }) => content)
      expect(sent.slice(0, -1).map(({ content }) => String(content).trim())).toEqual(plain)
      expect(String(sent.at(-1)!.content)).toContain('bridge 15 is of stone')
      const params = { sessionId: ids[0]! }
      expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, lost: 0 })
    }
  })

test('[P13] it also goes on if the client asks something else under the same name in between', async () => {
  const { daemon, ids, all } = await play({ 'x-session-id': 'talk-7' }, { turns: 6 })
  const send = async (messages: Loose[]) => {
    const body = { model: 'qwen2.5:7b', stream: false, options: { num_ctx: 8_192 }, messages }
    const reply = await daemon.call('POST', '/ollama/api/chat', {
      ...{ key: null, body },
      headers: { 'x-session-id': 'talk-7' },
    })
    return reply.headers.get('x-palimpsest-session')
  }
  for (const question of ['Three words for what this is about?', 'Which language is it in?']) {
    expect(await send([user(question)])).not.toBe(ids[0])
    all.push(user(`Go on after: ${question}`))
    expect(await send(all.slice(-7))).toBe(ids[0])
    const params = { sessionId: ids[0]! }
    const { messages } = await daemon.client.call('readContext', { params, query: { format: 'ollama' } })
    expect(JSON.stringify(messages)).toContain(FACT)
    all.push(assistant(String((messages as Loose[]).at(-1)!.content)))
  }
})

test('[P13] it also goes on after a question about an older part, which is a session of its own', async () => {
  const name = { 'x-session-id': 'talk-10' }
  const { daemon, ids, all } = await play(name, { window: 17 })
  const send = async (messages: Loose[]) => {
    const body = { model: 'qwen2.5:7b', stream: false, options: { num_ctx: 8_192 }, messages }
    const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers: name })
    return reply.headers.get('x-palimpsest-session')
  }
  // A person replies to an older message of a channel.
  expect(await send([...all.slice(0, 12), user('And what was the third?')])).not.toBe(ids[0])
  expect(await send([...all, user('What about bridge 12?')].slice(-17))).toBe(ids[0])
})

test('[P13] it also goes on if the client continues an answer, asks for another, or edits its question', async () => {
  const name = { 'x-session-id': 'talk-8' }
  const { daemon, ids, all } = await play(name, { turns: 8 })
  const send = async (messages: Loose[]) => {
    const body = { model: 'qwen2.5:7b', stream: false, options: { num_ctx: 8_192 }, messages }
    const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers: name })
    return { id: reply.headers.get('x-palimpsest-session'), answer: String(reply.json.message.content) }
  }
  // The window moves with the request to go on, and the answer comes back as one message.
  const more = await send([...all.slice(-6), { role: 'system', content: 'Continue your last message.' }])
  expect(more.id).toBe(ids[0])
  all.push(assistant(`${String(all.pop()!.content)} ${more.answer}`), user('What about bridge 9?'))
  expect((await send(all.slice(-7))).id).toBe(ids[0])
  // Another answer is asked for, after the window has moved.
  const again = await send(all.slice(-5))
  expect(again.id).toBe(ids[0])
  all.push(assistant(again.answer), user('What about bridge 10?'))
  expect((await send(all.slice(-7))).id).toBe(ids[0])
  // An edited question is another branch, which has everything before it.
  all.push(user(`${String(all.pop()!.content)} Or bridge 11?`), assistant('It is old.'), user('And bridge 12?'))
  const [, , edited] = all.slice(-3)
  const branch = await send([...all.slice(-7, -3), user('Is bridge 10 of wood?'), assistant('No.'), edited!])
  expect(branch.id).not.toBe(ids[0])
  const { messages } = await daemon.client.call('readContext', {
    params: { sessionId: branch.id! },
    query: { format: 'ollama' },
  })
  expect(JSON.stringify(messages)).toContain(FACT)
  for (const sessionId of [ids[0]!, branch.id!])
    expect(await daemon.client.call('auditSession', { params: { sessionId } })).toMatchObject({ ok: true, lost: 0 })
})

test('[P14] another question with an equal answer is no other form of the same one, also under a name', async () => {
  const { daemon, ids, all } = await play({ 'x-session-id': 'talk-5' }, { turns: 6, window: 5 })
  const newest = all.slice(-4)
  const messages = [newest[0]!, newest[1]!, user('Who owns it?'), newest[3]!, user('Thanks.')]
  const body = { model: 'qwen2.5:7b', stream: false, options: { num_ctx: 8_192 }, messages }
  const headers = { 'x-session-id': 'talk-5' }
  const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers })
  expect(reply.headers.get('x-palimpsest-session')).not.toBe(ids[0])
})

test('[P14] without a name, equal newest messages prove nothing about older ones', async () => {
  const { ids, sent } = await play({})
  expect(new Set(ids).size).toBeGreaterThan(1)
  expect(JSON.stringify(sent)).not.toContain(FACT)
})

test('[P14] a new beginning under the same name is a new session', async () => {
  const { daemon, ids } = await play({ 'x-session-id': 'talk-3' }, { turns: 3 })
  const body = {
    model: 'qwen2.5:7b',
    stream: false,
    messages: [user('Hello.'), assistant('Hi.'), user('What about bridge 2?')],
  }
  const reply = await daemon.call('POST', '/ollama/api/chat', {
    key: null,
    body,
    headers: { 'x-session-id': 'talk-3' },
  })
  expect(reply.headers.get('x-palimpsest-session')).not.toBe(ids[0])
})
