import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, ollamaDoor, user } from '../support/door-talk.js'

afterEach(closeDoors)

const FACT = 'My sister Runa lives in Hammerfest.'

/** Plays a client that sends the newest `window` messages only. */
async function play(
  headers: Record<string, string>,
  { turns = 12, window = 7, numCtx = 8_192, words = 4, clock = false } = {},
) {
  let turn = 0
  const text = () => `Answer ${turn}. ${'It is of iron and weighs a ton. '.repeat(words)}`
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: text() }) })
  const all: Loose[] = []
  const ids: string[] = []
  for (; turn < turns; turn++) {
    all.push(user(turn === 0 ? FACT : `What about bridge ${turn}?`))
    const system = clock ? [{ role: 'system', content: `It is ${turn} o'clock.` }] : []
    const messages = [...system, ...all.slice(-window)]
    const body = { model: 'qwen2.5:7b', stream: false, options: { num_ctx: numCtx }, messages }
    const reply = await daemon.call('POST', '/ollama/api/chat', { key: null, body, headers })
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

test('[P13] when it no longer fits, checkpoints replace what leaves, and what a person said stays', async () => {
  const { daemon, ids, sent } = await play({ 'x-session-id': 'talk-2' }, { turns: 60, words: 30 })
  expect(new Set(ids).size).toBe(1)
  expect(JSON.stringify(sent)).toContain(FACT)
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: ids[0]! } })
  expect(contextStatus.used).toBeLessThanOrEqual(contextStatus.limit)
  expect(sent.length).toBeGreaterThan(7)
})

test('[P13] it also goes on if its system text changes with each request', async () => {
  const { daemon, ids, sent } = await play({ 'x-session-id': 'talk-4' }, { clock: true })
  expect(new Set(ids).size).toBe(1)
  expect(JSON.stringify(sent)).toContain(FACT)
  const params = { sessionId: ids[0]! }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, messages: 24, lost: 0 })
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
