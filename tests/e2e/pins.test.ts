import { afterEach, expect, test } from 'vitest'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Event } from '../../src/domain/event.js'
import type { Json } from '../../src/domain/message.js'
import { round, talk } from '../support/coding-talk.js'
import type { AnyJson } from '../support/client.js'
import { eventsOf, startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { migratedDatabase } from '../support/database.js'
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
const compress = async (session: TestSession) => await session.compress({ strategy: 'extractive' })
const pin = (session: TestSession, seq: number) => session.send('pinMessage', { params: { seq: String(seq) } })
const unpin = (session: TestSession, seq: number) => session.call('unpinMessage', { params: { seq: String(seq) } })
const audited = async (session: TestSession) =>
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
/** Reads what a refusal points to. */
const readAt = async (session: TestSession, path: string) =>
  (await daemon.call('GET', `/v1/sessions/${session.id}/${path}`)).json
const pinsOf = (events: Event[]) =>
  events.filter((event) => event.type === 'message-pinned' || event.type === 'message-unpinned')
const messagesOf = async (session: TestSession): Promise<Json[]> => (await session.context('openai')).messages

test('[P4] a pinned message stays whole through compressions and emergencies, with what must be beside it; unpinned it leaves', async () => {
  const database = await migratedDatabase()
  const env = { DATABASE_URL: database.url }
  daemon = await startDaemon({ works: true, env })
  const session = await daemon.openSession(PLAIN)
  const first = talk(10)
  await session.append(first)
  // An answer, and a result whose call stays with it.
  const [answer, result] = [4, 6]
  for (const seq of [answer, result]) expect((await pin(session, seq)).body).toMatchObject({ seq, pinned: true })
  expect((await pin(session, answer)).status).toBe(200)
  await session.append(talk(8, 40))
  expect((await compress(session)).status).toBe('completed')
  await session.append(talk(60, 100))
  const squeezed = await session.send('readContext', { query: { format: 'openai', reserve: 9000 } })
  expect(squeezed.body.tokens).toBeLessThanOrEqual(4_600)
  await daemon.stop()
  daemon = await startDaemon({ works: true, env })
  session.moveTo(daemon.client)
  const messages = await messagesOf(session)
  for (const kept of [first[answer - 1], first[result - 2], first[result - 1]]) expect(messages).toContainEqual(kept)
  const history = (await session.history({ to: 10 })) as { seq: number; pinned: boolean; state: string }[]
  expect(history.filter(({ pinned }) => pinned).map(({ seq, state }) => [seq, state])).toEqual([
    [answer, 'raw'],
    [result, 'raw'],
  ])
  const { entries } = await session.explain()
  expect(entries.find(({ seq }: AnyJson) => seq === answer)).toMatchObject({ rule: 'P4', reason: 'pinned' })
  await audited(session)
  for (const seq of [answer, result]) expect(await unpin(session, seq)).toMatchObject({ seq, pinned: false })
  await session.append(talk(10, 300))
  expect((await compress(session)).status).toBe('completed')
  expect(await messagesOf(session)).not.toContainEqual(first[answer - 1])
  const changes = await session.eventsWhen('4 changes of pins', (events) => pinsOf(events).length === 4)
  expect(pinsOf(changes).map(({ type, data }) => [type, data.seq])).toEqual([
    ['message-pinned', answer],
    ['message-pinned', result],
    ['message-unpinned', answer],
    ['message-unpinned', result],
  ])
  await audited(session)
  await database.drop()
})

test('[P4] what has left the context, or was partly offloaded, is not pinned any more: the refusal says where to read it', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(14))
  await compress(session)
  const covered = await pin(session, 2)
  expect([covered.status, covered.problem.code, covered.problem.state]).toEqual([
    409,
    'message_not_in_context',
    'covered',
  ])
  const originals = await readAt(session, covered.problem.read)
  expect(originals.messages.map(({ seq }: AnyJson) => seq)).toContain(2)
  const reduced = await daemon.openSession({ contextSize: '8K' })
  const big = { role: 'tool', tool_call_id: 'c', content: 'a line of text\n'.repeat(1_500) }
  const asks: Json = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  await reduced.append([{ role: 'user', content: 'Look.' }, asks, big])
  const refused = await pin(reduced, 3)
  expect([refused.status, refused.problem.state]).toEqual([409, 'reduced'])
  expect((await readAt(reduced, refused.problem.read)).messages[0].message).toEqual(big)
  for (const seq of [0, 4, 999_999]) expect((await pin(reduced, seq)).status).toBe(404)
  expect((await reduced.send('pinMessage', { params: { seq: 'x' } })).status).toBe(404)
  const { app, viewer } = await daemon.newApp()
  expect((await session.send('pinMessage', { params: { seq: '1' } }, { key: app })).problem.code).toBe(
    'session_not_found',
  )
  expect((await session.send('pinMessage', { params: { seq: '1' } }, { key: viewer })).status).toBe(403)
  await audited(session)
})

test('[P3] [P4] what would leave no free tokens for a conversation is not pinned; the refusal says how much there is', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession({ contextSize: '4K', ...PLAIN })
  const long = (n: number): Json[] => [
    { role: 'user', content: `Tell me about day ${n}.` }, // words: ok
    { role: 'assistant', content: `Day ${n} was a day like others, with words and more words. `.repeat(50) },
  ]
  for (let n = 0; n < 4; n++) await session.append(long(n))
  const replies = [await pin(session, 2), await pin(session, 4), await pin(session, 6), await pin(session, 8)]
  const refused = replies.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(4)
  for (const { status, problem } of refused) {
    expect([status, problem.code]).toEqual([422, 'message_exceeds_window'])
    expect(problem.tokens).toBeGreaterThan(problem.freeTokens)
  }
  for (let n = 4; n < 10; n++) {
    await session.append(long(n))
    const { tokens, contextStatus } = await session.context()
    expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  }
  await audited(session)
})

test('[C7] [P4] a message that is pinned while the model thinks stays; what was pending is planned again', async () => {
  ollama = await scriptedOllama({ scenario: 'honest', firstTokenMs: 500, contextLength: 32_768 })
  const options: DaemonOptions = { works: false, env: { OLLAMA_HOST: ollama.url } }
  daemon = await startDaemon(options)
  const session = await daemon.openSession(PLAIN)
  const messages = talk(28)
  await session.append(messages)
  const compressionId = (await session.compressions())[0]!.id
  const job = runCompression(daemon.ports, { sessionId: session.id, compressionId }, new AbortController().signal)
  await until('the model is asked', () => ollama!.running === 1)
  expect((await pin(session, 4)).status).toBe(200)
  await session.append(round(90))
  await job
  expect(await daemon.ports.store.compression(session.id, compressionId)).toMatchObject({
    state: { status: 'skipped', reason: 'already-covered' },
  })
  const [again] = await session.compressions()
  expect([again!.id === compressionId, again!.status]).toEqual([false, 'queued'])
  await runCompression(daemon.ports, { sessionId: session.id, compressionId: again!.id }, new AbortController().signal)
  expect(await session.checkpoints()).toHaveLength(1)
  expect(await messagesOf(session)).toContainEqual(messages[3])
  expect((await eventsOf(daemon, session.id, 3)).length).toBeGreaterThan(3)
  await audited(session)
})
