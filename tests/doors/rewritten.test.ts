import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, ollamaDoor, user } from '../support/door-talk.js'

afterEach(closeDoors)

const QUESTION = (n: number) => `When was the boiler of building ${n} installed?`
/** The newest question with a page that the chat program found for it. */
const decorated = (n: number) =>
  `Use this page.\n<context>\nThe boiler of building ${n} is from 195${n}. Never open valve ${n}.\n</context>\n\n${QUESTION(n)}`

/** Plays a chat whose program adds a page to the newest message of each request only. */
async function play(headers: Record<string, string>, turns: number) {
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'See the page.' }) })
  const plain: Loose[] = []
  const ids: string[] = []
  for (let n = 0; n < turns; n++) {
    const messages = [...plain, user(decorated(n))]
    const body = { model: 'qwen2.5:7b', stream: false, messages }
    const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers })
    expect(reply.status).toBe(200)
    expect((server.chats.at(-1)!.body as Loose).messages).toEqual(messages)
    ids.push(reply.headers.get('x-palimpsest-session')!)
    plain.push(user(QUESTION(n)), assistant('See the page.'))
  }
  return { daemon, server, plain, ids }
}

test('[P14] a program that adds pages to the newest message only stays in one session', async () => {
  const { daemon, ids } = await play({ 'x-openwebui-chat-id': 'chat-7' }, 6)
  expect(new Set(ids).size).toBe(1)
  const sessionId = ids[0]!
  const { messages } = await daemon.client.call('readContext', { params: { sessionId }, query: { format: 'ollama' } })
  const texts = (messages as Loose[]).map(({ content }) => String(content))
  expect(texts.filter((text) => text.includes('<context>'))).toEqual([decorated(5)])
  expect(texts).toHaveLength(12)
  // History keeps every form: five pages and their answers were sent again.
  expect(await daemon.client.call('getSession', { params: { sessionId } })).toMatchObject({ messageCount: 22 })
  expect(await daemon.client.call('auditSession', { params: { sessionId } })).toMatchObject({ ok: true, lost: 0 })
})

test('[P14] without a name, only the first question stays apart', async () => {
  const { daemon, ids } = await play({}, 6)
  expect(new Set(ids).size).toBe(2)
  expect(new Set(ids.slice(1)).size).toBe(1)
  expect((await daemon.client.call('listSessions', {})).sessions).toHaveLength(2)
})

test('[P14] an edit of the newest message is a fork, as is one of an older message', async () => {
  const { daemon, plain, ids } = await play({ 'x-openwebui-chat-id': 'chat-8' }, 3)
  const send = async (messages: Loose[]) => {
    const body = { model: 'qwen2.5:7b', stream: false, messages }
    const headers = { 'x-openwebui-chat-id': 'chat-8' }
    return (await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers })).headers.get(
      'x-palimpsest-session',
    )
  }
  expect(await send([...plain.slice(0, 4), user('Who owns building 2?')])).not.toBe(ids[0])
  expect(await send([...plain.slice(0, 2), user('Who owns building 1?'), ...plain.slice(3), user('Thanks.')])).not.toBe(
    ids[0],
  )
})

test('[P14] another question that got the same answer is not the same message', async () => {
  const { daemon, plain, ids } = await play({}, 3)
  const before = ids.at(-1)!
  const body = {
    model: 'qwen2.5:7b',
    stream: false,
    // The turn of another person, which the service did not see, after an opening in equal words.
    messages: [...plain.slice(0, 4), user('Who owns building 2?'), assistant('See the page.'), user('Thanks.')],
  }
  const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body })
  expect(reply.headers.get('x-palimpsest-session')).not.toBe(before)
  const { messages } = await daemon.client.call('readContext', {
    params: { sessionId: before },
    query: { format: 'ollama' },
  })
  expect(JSON.stringify(messages)).toContain(QUESTION(2))
  expect(JSON.stringify(messages)).not.toContain('Who owns')
})

/** A program that shows the files of the chat before the newest message, with a reminder in it, and moves both behind the answer with the next
 * request. Every conversation of it begins with an example. */
async function editor(answer: (n: number) => string, headers: Record<string, string> = {}) {
  let asked = 0
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: answer(++asked) }) })
  const run = (file: string, lines = 1) => {
    const plain: Loose[] = []
    const ids: string[] = []
    const turn = async (question: string) => {
      const files = [
        user(`These are the files of the chat, as they are now:\n${file} ${'x = 1\n'.repeat(lines + ids.length)}`),
      ]
      const reminder = '\n\nAnswer with blocks of changes.'
      const messages = [
        ...[user('Rename the function.'), assistant('It has another name now.'), ...plain, ...files],
        ...[assistant('I will change these only.'), user(question + reminder)],
      ]
      const body = { model: 'qwen2.5:7b', stream: false, messages }
      const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers })
      expect(reply.status).toBe(200)
      ids.push(reply.headers.get('x-palimpsest-session')!)
      plain.push(user(question), assistant(answer(asked)), user(`Committed as c${asked}.`), assistant('Ok.'))
      return messages
    }
    return { turn, ids }
  }
  return { daemon, server, run }
}

test('[P14] a program that moves its files behind each answer stays in one session', async () => {
  const { daemon, server, run } = await editor((n) => `Change ${n} is made.`)
  const { turn, ids } = run('app.py')
  for (let n = 1; n <= 5; n++) {
    const messages = await turn(`Add function ${n}.`)
    expect((server.chats.at(-1)!.body as Loose).messages).toEqual(messages)
  }
  expect(new Set(ids).size).toBe(1)
  const sessionId = ids[0]!
  const { messages } = await daemon.client.call('readContext', { params: { sessionId }, query: { format: 'ollama' } })
  const texts = (messages as Loose[]).map(({ content }) => String(content))
  expect(texts.filter((text) => text.startsWith('These are the files'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('blocks of changes'))).toHaveLength(1)
  expect(texts).toHaveLength(22)
  expect(await daemon.client.call('auditSession', { params: { sessionId } })).toMatchObject({ ok: true, lost: 0 })
})

test('[P14] two runs of such a program with equal openings and questions are two sessions', async () => {
  const { daemon, run } = await editor((n) => `Change ${n} is made.`)
  const [one, other] = [run('app.py'), run('secret.py')]
  await one.turn('Add function 1.')
  for (let n = 1; n <= 4; n++) await other.turn(`Add function ${n}.`)
  await one.turn('Add function 2.')
  expect(new Set(one.ids).size).toBe(1)
  expect(new Set(other.ids).size).toBe(1)
  expect(one.ids[0]).not.toBe(other.ids[0])
  const sessionId = one.ids[0]!
  const { messages } = await daemon.client.call('readContext', { params: { sessionId }, query: { format: 'ollama' } })
  expect(JSON.stringify(messages)).not.toContain('secret.py')
})

test('[P14] [P3] it stays in one session after cuts, which cover part of a turn', async () => {
  const { daemon, run } = await editor((n) => `Change ${n} is made. ${'The caller needs its result. '.repeat(70)}`, {
    'x-context-size': '4K',
  })
  const { turn, ids } = run('app.py', 350)
  for (let n = 1; n <= 16; n++) await turn(`Add function ${n}.`)
  expect(new Set(ids).size).toBe(1)
  const sessionId = ids[0]!
  expect(await daemon.client.call('auditSession', { params: { sessionId } })).toMatchObject({ ok: true, lost: 0 })
  const { checkpoints } = await daemon.client.call('listCheckpoints', { params: { sessionId } })
  expect(checkpoints.length).toBeGreaterThan(0)
})
