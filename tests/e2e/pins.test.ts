import { afterEach, expect, test } from 'vitest'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Json } from '../../src/domain/message.js'
import { round, talk } from '../support/coding-talk.js'
import { eventsOf, newSession, startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'
import { testDatabase } from '../support/database.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama | null = null
afterEach(async () => {
  await daemon.stop()
  await ollama?.close()
  ollama = null
})

const PLAIN = { policy: { mask: null } }
const call = (method: string, path: string, body?: object) => daemon.call(method, `/v1/sessions/${path}`, { body })
const get = async (path: string) => (await call('GET', path)).json
const append = (id: string, messages: Json[]) => call('POST', `${id}/messages`, { format: 'openai', messages })
const compress = async (id: string) =>
  (await call('POST', `${id}/compress`, { strategy: 'extractive', waitMs: 30_000 })).json
const pin = (id: string, seq: number, method = 'PUT') => call(method, `${id}/messages/${seq}/pin`)
const audited = async (id: string) => expect(await get(`${id}/audit`)).toMatchObject({ ok: true, violations: [] })
const messagesOf = async (id: string): Promise<Json[]> => (await get(`${id}/context?format=openai`)).messages

test('[P4] a pinned message stays whole through compressions and emergencies, with what must stand beside it; unpinned it leaves', async () => {
  const database = await testDatabase()
  const env = { DATABASE_URL: database.url }
  daemon = await startDaemon({ works: true, env })
  const id = await newSession(daemon, PLAIN)
  const first = talk(10)
  await append(id, first)
  // An answer, and a result whose call stays with it.
  const [answer, result] = [4, 6]
  for (const seq of [answer, result]) expect((await pin(id, seq)).json).toMatchObject({ seq, pinned: true })
  expect((await pin(id, answer)).status).toBe(200)
  await append(id, talk(8, 40))
  expect((await compress(id)).status).toBe('completed')
  await append(id, talk(60, 100))
  const squeezed = await call('GET', `${id}/context?format=openai&reserve=9000`)
  expect(squeezed.json.tokens).toBeLessThanOrEqual(4_600)
  await daemon.stop()
  daemon = await startDaemon({ works: true, env })
  const messages = await messagesOf(id)
  for (const kept of [first[answer - 1], first[result - 2], first[result - 1]]) expect(messages).toContainEqual(kept)
  const history = (await get(`${id}/messages?to=10`)).messages as { seq: number; pinned: boolean; state: string }[]
  expect(history.filter(({ pinned }) => pinned).map(({ seq, state }) => [seq, state])).toEqual([
    [answer, 'raw'],
    [result, 'raw'],
  ])
  const { entries } = await get(`${id}/explain`)
  expect(entries.find(({ seq }: { seq: number }) => seq === answer)).toMatchObject({ rule: 'P4', reason: 'pinned' })
  await audited(id)
  for (const seq of [answer, result]) expect((await pin(id, seq, 'DELETE')).json).toMatchObject({ seq, pinned: false })
  await append(id, talk(10, 300))
  expect((await compress(id)).status).toBe('completed')
  expect(await messagesOf(id)).not.toContainEqual(first[answer - 1])
  const pins = await until('the log tells of the pins', async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=message-pinned,message-unpinned`))
      .json
    return events.length === 4 ? events : null
  })
  expect(pins.map(({ type, data }: { type: string; data: { seq: number } }) => [type, data.seq])).toEqual([
    ['message-pinned', answer],
    ['message-pinned', result],
    ['message-unpinned', answer],
    ['message-unpinned', result],
  ])
  await audited(id)
  await database.drop()
})

test('[P4] what has left the context, or was partly put away, is not pinned any more: the refusal says where to read it', async () => {
  daemon = await startDaemon({ works: true })
  const id = await newSession(daemon, PLAIN)
  await append(id, talk(14))
  await compress(id)
  const covered = await pin(id, 2)
  expect([covered.status, covered.json.code, covered.json.state]).toEqual([409, 'message_not_in_context', 'covered'])
  const originals = await get(`${id}/${covered.json.read}`)
  expect(originals.messages.map(({ seq }: { seq: number }) => seq)).toContain(2)
  const reduced = await newSession(daemon, { contextSize: '8K' })
  const big = { role: 'tool', tool_call_id: 'c', content: 'a line of text\n'.repeat(1_500) }
  const asks: Json = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  await append(reduced, [{ role: 'user', content: 'Look.' }, asks, big])
  const refused = await pin(reduced, 3)
  expect([refused.status, refused.json.state]).toEqual([409, 'reduced'])
  expect((await get(`${reduced}/${refused.json.read}`)).messages[0].message).toEqual(big)
  for (const seq of [0, 4, 999_999]) expect((await pin(reduced, seq)).status).toBe(404)
  expect((await call('PUT', `${reduced}/messages/x/pin`)).status).toBe(404)
  const { app, viewer } = await daemon.newApp()
  expect((await daemon.call('PUT', `/v1/sessions/${id}/messages/1/pin`, { key: app })).json.code).toBe(
    'session_not_found',
  )
  expect((await daemon.call('PUT', `/v1/sessions/${id}/messages/1/pin`, { key: viewer })).status).toBe(403)
  await audited(id)
})

test('[P3] [P4] what would leave no room for a conversation is not pinned; the refusal says how much there is', async () => {
  daemon = await startDaemon()
  const id = await newSession(daemon, { contextSize: '4K', ...PLAIN })
  const long = (n: number): Json[] => [
    { role: 'user', content: `Tell me about day ${n}.` },
    { role: 'assistant', content: `Day ${n} was a day like others, with words and more words. `.repeat(50) },
  ]
  for (let n = 0; n < 4; n++) await append(id, long(n))
  const replies = [await pin(id, 2), await pin(id, 4), await pin(id, 6), await pin(id, 8)]
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(4)
  for (const { status, json } of refused) {
    expect([status, json.code]).toEqual([422, 'message_exceeds_window'])
    expect(json.tokens).toBeGreaterThan(json.freeTokens)
  }
  for (let n = 4; n < 10; n++) {
    await append(id, long(n))
    const { tokens, contextStatus } = await get(`${id}/context`)
    expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  }
  await audited(id)
})

test('[C7] [P4] a message that is pinned while the model thinks stays; what was owed is planned anew', async () => {
  ollama = await scriptedOllama({ scenario: 'honest', firstTokenMs: 500, contextLength: 32_768 })
  const options: DaemonOptions = { works: false, env: { OLLAMA_HOST: ollama.url } }
  daemon = await startDaemon(options)
  const id = await newSession(daemon, PLAIN)
  const messages = talk(28)
  await append(id, messages)
  const [{ id: compressionId }] = (await get(`${id}/compressions`)).compressions
  const job = runCompression(daemon.ports, { sessionId: id, compressionId }, new AbortController().signal)
  await until('the model is asked', () => ollama!.running === 1)
  expect((await pin(id, 4)).status).toBe(200)
  await append(id, round(90))
  await job
  expect(await daemon.ports.store.compression(id, compressionId)).toMatchObject({
    state: { status: 'skipped', reason: 'already-covered' },
  })
  const [again] = (await get(`${id}/compressions`)).compressions
  expect([again.id === compressionId, again.status]).toEqual([false, 'queued'])
  await runCompression(daemon.ports, { sessionId: id, compressionId: again.id }, new AbortController().signal)
  expect((await get(`${id}/checkpoints`)).checkpoints).toHaveLength(1)
  expect(await messagesOf(id)).toContainEqual(messages[3])
  expect((await eventsOf(daemon, id, 3)).length).toBeGreaterThan(3)
  await audited(id)
})
