/** When a model is asked for titles, and what becomes of them. */
import { afterEach, expect, test } from 'vitest'
import { offerTitle } from '../../src/app/titles/offer-title.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { MovedClock } from '../support/filled-session.js'

let daemon: Daemon
let ollama: ScriptedOllama
const clock = new MovedClock()
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

async function start(answer: () => string): Promise<void> {
  ollama = await scriptedOllama({ script: () => ({ text: answer() }) })
  const env = { OLLAMA_HOST: ollama.url, SUMMARY_MODEL: ollama.models[0]!.name }
  daemon = await startDaemon({ works: false, env, ports: (ports) => ({ ...ports, clock }) })
}

async function session(policy: object): Promise<string> {
  const { id } = await daemon.client.call('createSession', { body: { model: 'gpt-4o', policy } })
  const messages = [
    { role: 'user', content: 'We plan a trip to Rome with Ann. Where do we sleep?' },
    { role: 'assistant', content: 'In the hotel near the station.' },
  ]
  await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages } })
  return id
}

const titleOf = async (sessionId: string) => (await daemon.client.call('getSession', { params: { sessionId } })).title
const offer = () => offerTitle(daemon.ports, new AbortController().signal)

test('[V11] [P6] an idle session whose policy asks for it gets a checked title, once, and an event', async () => {
  let answer = 'Trip to Rome with Ann'
  await start(() => answer)
  await session({})
  const named = await session({ titles: 'auto' })
  expect(await offer()).toBe(false)
  expect(ollama.calls).toBe(0)
  clock.forward(300_001)
  expect(await offer()).toBe(true)
  expect(await titleOf(named)).toBe('Trip to Rome with Ann')
  const { events } = await daemon.client.call('readEvents', { query: { sessionId: named, limit: 100 } })
  const updates = events.filter(({ type }) => type === 'session-updated').map(({ data }) => data)
  expect(updates).toMatchObject([{ changed: ['title'] }])
  const context = await daemon.client.call('readContext', { params: { sessionId: named }, query: { format: 'openai' } })
  expect(JSON.stringify(context.messages)).not.toContain('Trip to Rome with Ann')
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions.map(({ title }) => title)).toEqual(['Trip to Rome with Ann', null])
  // Neither the session that has one nor the one that wants none is asked about.
  expect(await offer()).toBe(false)
  expect(ollama.calls).toBe(1)

  answer = 'Bob visits Paris'
  const refused = await session({ titles: 'auto' })
  clock.forward(300_001)
  expect(await offer()).toBe(true)
  expect(await offer()).toBe(false)
  expect(await titleOf(refused)).toBeNull()
  expect(ollama.calls).toBe(2)
  expect(await daemon.client.call('auditSession', { params: { sessionId: named } })).toMatchObject({ ok: true })
})

test('[V8] a model whose titles are refused five times in a row is asked for none, and may still write summaries', async () => {
  await start(() => 'Bob visits Paris')
  for (let at = 0; at < 7; at++) await session({ titles: 'auto' })
  clock.forward(300_001)
  for (let at = 0; at < 5; at++) expect(await offer()).toBe(true)
  expect(await offer()).toBe(false)
  expect(ollama.calls).toBe(5)
  const { models } = await daemon.client.call('listModels', {})
  const [model] = models.filter(({ record }) => record !== null)
  expect(model!.record).toMatchObject({ titles: { asked: 5, accepted: 0, refusedInARow: 5 }, unfit: null })
})

test('[V6] a server that is down costs no title', async () => {
  await start(() => 'Trip to Rome')
  const id = await session({ titles: 'auto' })
  clock.forward(300_001)
  const { url } = ollama
  await ollama.close()
  expect(await offer()).toBe(false)
  ollama = await scriptedOllama({ script: () => ({ text: 'Trip to Rome' }) })
  expect(ollama.url).not.toBe(url)
  expect(await titleOf(id)).toBeNull()
  const stored = await daemon.ports.store.session(id, null)
  expect(stored).not.toHaveProperty('title')
})
