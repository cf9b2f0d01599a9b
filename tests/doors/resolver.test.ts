import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'
import { until } from '../support/until.js'

/** Which session a request belongs to. */

afterEach(closeDoors)

/** Answers with the number of messages, so that equal histories get equal answers. */
const COUNTING = { script: ({ call }: { call: number }) => ({ text: `answer ${call}` }) }

async function answer(reply: Promise<{ json: Loose; status: number }>): Promise<Loose> {
  const { json, status } = await reply
  expect(status).toBe(200)
  return json.message
}

test('five identical retries are one turn: one question, and the answer the client continues with', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const opening = [user('hello there, please help')]
  let last: Loose = null
  for (let attempt = 0; attempt < 5; attempt++) last = await answer(ask(daemon, opening))
  await answer(ask(daemon, [...opening, last, user('and now?')]))
  const sessions = await sessionTexts(daemon)
  expect(sessions.map(({ texts }) => texts)).toEqual([[opening[0]!.content, last.content, 'and now?', 'answer 6']])
})

test('five identical requests at once are one turn', async () => {
  const { daemon, server } = await ollamaDoor({ ...COUNTING, firstTokenMs: 30 })
  const opening = [user('hello there, please help')]
  await Promise.all(Array.from({ length: 5 }, () => answer(ask(daemon, opening))))
  expect(server.chats).toHaveLength(5)
  const [session, ...others] = await sessionTexts(daemon)
  expect(others).toEqual([])
  expect(session!.texts).toHaveLength(2)
})

test('two conversations with the same opening share a session until they differ, then the later one is a fork', async () => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'the same answer' }) })
  const opening = [user('same opening'), assistant('the same answer')]
  await answer(ask(daemon, opening.slice(0, 1)))
  await answer(ask(daemon, opening.slice(0, 1)))
  await answer(ask(daemon, [...opening, user('first way')]))
  await answer(ask(daemon, [...opening, user('second way')]))
  await answer(ask(daemon, [...opening, user('first way'), assistant('the same answer'), user('further')]))
  const sessions = await sessionTexts(daemon)
  expect(sessions.map(({ texts }) => texts)).toEqual([
    ['same opening', 'the same answer', 'first way', 'the same answer', 'further', 'the same answer'],
    ['same opening', 'the same answer', 'second way', 'the same answer'],
  ])
  expect(sessions[1]!.metadata.forkOf).toBe(sessions[0]!.id)
})

test('headers of known clients name the conversation; a sub-agent has a session of its own with a parent', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const headers = { 'x-claude-code-session-id': 'c0ffee' }
  await answer(ask(daemon, [user('the same words')], headers))
  await answer(ask(daemon, [user('the same words')], { ...headers, 'x-claude-code-agent-id': 'a1' }))
  await answer(ask(daemon, [user('the same words')], { 'x-openwebui-chat-id': 'chat-7', 'user-agent': 'open-webui/1' }))
  const [main, agent, chat] = await sessionTexts(daemon)
  expect(main!.metadata).toMatchObject({
    client: 'claude-code',
    matchedBy: 'x-claude-code-session-id',
    conversation: 'c0ffee',
  })
  expect(agent!.metadata).toMatchObject({ conversation: 'c0ffee/a1', parentSession: main!.id })
  expect(chat!.metadata).toMatchObject({ client: 'open-webui', conversation: 'chat-7' })
})

test('[PATCH] a named conversation keeps its session when the system text changes', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const named = { 'x-session-id': 'work' }
  const first = await answer(ask(daemon, [{ role: 'system', content: 'Monday' }, user('one')], named))
  const history = [user('one'), first, user('two')]
  await answer(ask(daemon, [{ role: 'system', content: 'Tuesday' }, ...history], named))
  const { sessions } = await daemon.client.call('listSessions', { query: { externalId: 'work' } })
  expect(sessions).toHaveLength(1)
  const { systemPrompt } = await daemon.client.call('getSession', { params: { sessionId: sessions[0]!.id } })
  expect(systemPrompt).toBe('Tuesday')
  expect((await sessionTexts(daemon)).map(({ texts }) => texts)).toEqual([['one', 'answer 1', 'two', 'answer 2']])
})

test('[P11] a session of another app is not found, and equal words of two apps are two sessions', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  const by = (key: string) => ({ 'x-palimpsest-key': key })
  const first = await ask(daemon, [user('secret')], by(one.app))
  const second = await ask(daemon, [user('secret')], by(two.app))
  const sessionId = first.headers.get('x-palimpsest-session')!
  expect(second.headers.get('x-palimpsest-session')).not.toBe(sessionId)
  const foreign = await ask(daemon, [user('x')], { ...by(two.app), 'x-palimpsest-session': sessionId })
  expect(foreign.status).toBe(404)
  expect(foreign.json.error).toContain(sessionId)
  expect((await ask(daemon, [user('x')], by(two.viewer))).status).toBe(403)
})

test('[P1] sixteen requests of one session at once are ordered, and none is lost', async () => {
  const { daemon, server } = await ollamaDoor(COUNTING)
  const opening = [user('start')]
  const first = await answer(ask(daemon, opening, { 'x-session-id': 'busy' }))
  const questions = Array.from({ length: 16 }, (_, at) => `question ${at}`)
  const replies = await Promise.all(
    questions.map((text) => ask(daemon, [...opening, first, user(text)], { 'x-session-id': 'busy' })),
  )
  expect(replies.map(({ status }) => status)).toEqual(questions.map(() => 200))
  expect(server.chats).toHaveLength(17)
  const stored = (await sessionTexts(daemon)).map(({ texts }) => texts)
  expect(stored.map((texts) => texts.slice(0, 2))).toEqual(questions.map(() => ['start', 'answer 1']))
  expect(stored.map((texts) => texts[2]).toSorted()).toEqual(questions.toSorted())
  expect(stored.every((texts) => texts.length === 4)).toBe(true)
})

test('an answer that the client sends back in other words is replaced by its words', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  await answer(ask(daemon, [user('one')]))
  await answer(ask(daemon, [user('one'), assistant('ANSWER, edited'), user('two')]))
  expect((await sessionTexts(daemon)).map(({ texts }) => texts)).toEqual([['one', 'ANSWER, edited', 'two', 'answer 2']])
})

test('titles, follow-ups and warm-ups of known clients pass and are no turns', async () => {
  const { daemon, server } = await ollamaDoor(COUNTING)
  await answer(ask(daemon, [user('### Task:\nGenerate a concise, 3-5 word title with an emoji.\n### Chat History: …')]))
  await answer(ask(daemon, [{ role: 'system', content: 'You are a title generator.' }, user('words')]))
  expect(server.chats).toHaveLength(2)
  expect(await sessionTexts(daemon)).toEqual([])
})

test('[R2] a client that restarts in the middle of its history continues the same session after a daemon restart', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const history: Loose[] = []
  for (let turn = 0; turn < 4; turn++) {
    history.push(user(`question ${turn}`))
    history.push(await answer(ask(daemon, history)))
  }
  // Other bytes with the same content: the memory of bodies does not help, the stored chain does.
  const spaced = history.map((message) => ({ content: `${message.content} `, role: message.role }))
  await answer(ask(daemon, [...spaced, user('question 4')]))
  await until('the answer is stored', async () => (await sessionTexts(daemon))[0]!.texts.length === 10)
  expect(await sessionTexts(daemon)).toHaveLength(1)
})

test('[S1] a request that is not stored has the window of its model, before its session opens and after', async () => {
  const title = [{ role: 'system', content: 'You are a title generator.' }, user('words')]
  const [large, small] = [{ 'x-context-size': '16K' }, { 'x-context-size': '8K' }]
  const before = await ollamaDoor(COUNTING)
  await answer(ask(before.daemon, title, large))
  await answer(ask(before.daemon, [user('hello')], large))
  const after = await ollamaDoor(COUNTING)
  await answer(ask(after.daemon, [user('hello')], large))
  await answer(ask(after.daemon, title, small))
  const body = { model: 'qwen2.5:7b', messages: title }
  const translated = await after.daemon.call('POST', '/openai/v1/chat/completions', { key: null, body, headers: small })
  expect(translated.status).toBe(200)
  // Another value would load the model again.
  for (const { server } of [before, after])
    expect(new Set(server.chats.map(({ body: { options } }) => options?.num_ctx))).toEqual(new Set([16_000]))
  expect([before, after].map(({ server }) => server.chats.length)).toEqual([2, 3])
})
