/** A restore that meets something else: a compression, another restore, appends, newer settings, aged checkpoints. */
import { afterEach, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { daemonByHand, sentOf } from './played.js'

let daemon: Daemon
let ollama: ScriptedOllama | null = null
afterEach(async () => {
  await daemon.stop()
  await ollama?.close()
  ollama = null
})

const PLAIN = { policy: { mask: null } }

test('[R2] [C7] [P9] a restore while the model thinks ends that compression; its summary is dropped, and a later one is planned from scratch', async () => {
  ollama = await scriptedOllama({ contextLength: 16_384, scenario: 'honest', firstTokenMs: 1_500 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(20))
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const sent = await sentOf(session)
  await session.append(talk(8, 40))
  await until('the model is asked', () => ollama!.running === 1)
  await session.call('restoreSnapshot', { params: { snapshotId } })
  const [compression] = await session.compressions()
  expect(compression).toMatchObject({ status: 'skipped', reason: 'session-restored' })
  await until('the model is done', () => ollama!.running === 0)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  expect(await sentOf(session)).toEqual(sent)
  // The trigger is reached again: a compression of the restored messages.
  await session.append(talk(9, 60))
  await until('another compression', async () => (await session.compressions())[0]!.status === 'completed')
  const compressions = await session.compressions()
  expect(compressions.map(({ status }) => status)).toEqual(['completed', 'skipped'])
  // Messages 62 to 86 are evicted.
  expect(compressions[0]!.covered.filter(({ from, to }) => from <= 86 && to >= 62)).toEqual([])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[R2] two restores at once come one after the other, each with a snapshot of the state before', async () => {
  ;({ daemon } = await daemonByHand())
  const session = await daemon.openSession()
  await session.append(talk(2))
  const { id: first } = await session.call('createSnapshot', { body: {} })
  const firstSent = await sentOf(session)
  await session.append(talk(2, 10))
  const { id: second } = await session.call('createSnapshot', { body: {} })
  const secondSent = await sentOf(session)
  await session.append(talk(2, 20))
  const lastSent = await sentOf(session)
  const replies = await Promise.all(
    [first, second].map((snapshotId) => session.call('restoreSnapshot', { params: { snapshotId } })),
  )
  const [earlier, later] = replies.toSorted((a, b) => a.version - b.version)
  expect(later!.version).toBe(earlier!.version + 1)
  const sentBy = (snapshotId: string) => (snapshotId === first ? firstSent : secondSent)
  expect(await sentOf(session)).toEqual(sentBy(later!.snapshotId))
  expect(await session.audit()).toMatchObject({ ok: true })
  await session.call('restoreSnapshot', { params: { snapshotId: later!.rollbackId! } })
  expect(await sentOf(session)).toEqual(sentBy(earlier!.snapshotId))
  await session.call('restoreSnapshot', { params: { snapshotId: earlier!.rollbackId! } })
  expect(await sentOf(session)).toEqual(lastSent)
  const stale = await session.send(
    'restoreSnapshot',
    { params: { snapshotId: first } },
    { headers: { 'if-match': `"${earlier!.version}"` } },
  )
  expect(stale.status).toBe(412)
})

test('[R2] [P1] messages that are appended meanwhile are evicted by the restore or come after it, none is lost', async () => {
  ;({ daemon } = await daemonByHand())
  const session = await daemon.openSession({ contextSize: '32K' })
  await session.append(talk(2))
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const { messages: before } = await session.context('openai')
  const texts = Array.from({ length: 12 }, (_, at) => `message ${at}`)
  const [restored] = await Promise.all([
    session.call('restoreSnapshot', { params: { snapshotId } }),
    ...texts.map((content) => session.append([{ role: 'user', content }])),
  ])
  const cut = (await daemon.ports.store.cuts(session.id)).find(({ version }) => version === restored.version)!
  const evicted = cut.evicted.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const { messages } = await session.context('openai')
  expect(messages.slice(0, 7)).toEqual(before)
  expect(messages.length).toBe(7 + 12 - evicted)
  const history = (await session.received()).map(({ content }) => content)
  expect(new Set(history.slice(7))).toEqual(new Set(texts))
  expect(messages.slice(7).map((message: { content: string }) => message.content)).toEqual(history.slice(7 + evicted))
  expect(await session.audit()).toMatchObject({ ok: true, violations: [], evicted })
})

test('[R2] [PATCH] the prompt and the tools of then return; policy, mode and metadata stay as they are now', async () => {
  ;({ daemon } = await daemonByHand())
  const tools = [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }]
  const session = await daemon.openSession({ systemPrompt: 'The first prompt.', tools, metadata: { step: 1 } })
  await session.append(talk(2))
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const sent = await sentOf(session)
  const policy = { tail: { messages: 9 } }
  await session.update({ systemPrompt: 'A second one.', tools: null, policy, mode: 'DEBUGGER', metadata: { step: 2 } })
  const { rollbackId } = await session.call('restoreSnapshot', { params: { snapshotId } })
  expect(await sentOf(session)).toEqual(sent)
  const now = await session.read()
  expect(now).toMatchObject({ systemPrompt: 'The first prompt.', tools, mode: 'DEBUGGER', metadata: { step: 2 } })
  expect(now.policy.tail.messages).toBe(9)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  await session.call('restoreSnapshot', { params: { snapshotId: rollbackId! } })
  expect(await session.read()).toMatchObject({ systemPrompt: 'A second one.', tools: null })
})

test('[R2] [C5] [G4] checkpoints that aged and goals that changed since are as they were', async () => {
  const hand = await daemonByHand()
  daemon = hand.daemon
  const session = await daemon.openSession({ ...PLAIN, goal: { description: 'Ship the parser' } })
  const grow = async (from: number) => {
    await session.append(talk(28, from))
    await hand.work()
  }
  await grow(1)
  await session.call('pinMessage', { params: { seq: '80' } })
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const checkpoints = await session.checkpoints()
  expect(checkpoints).toHaveLength(1)
  const sent = await sentOf(session)
  const { goals } = await session.goals()
  await session.call('addGoalItem', {
    params: { goalId: goals[0]!.id },
    body: { kind: 'decision', text: 'Keep the old syntax', locked: true },
  })
  await session.call('addGoal', { body: { description: 'Write the manual' } })
  await grow(40)
  await grow(80)
  const aged = await session.checkpoints()
  expect(aged.some(({ generation }) => generation > 0)).toBe(true)
  await session.call('restoreSnapshot', { params: { snapshotId } })
  expect(await sentOf(session)).toEqual(sent)
  expect(await session.checkpoints()).toEqual(checkpoints)
  expect((await session.goals()).goals).toEqual(goals)
  expect((await session.read()).contextStatus).toMatchObject({ checkpoints: 1, compressions: 1 })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  const kinds = (await session.events()).map(({ type }) => type)
  expect(kinds).toContain('message-pinned')
  // The goals and checkpoints go on from there.
  await session.call('addGoalItem', {
    params: { goalId: goals[0]!.id },
    body: { kind: 'step', text: 'Read the grammar', status: 'pending' },
  })
  await grow(120)
  await grow(150)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[R2] [P9] a restore ends the state stuck: what could not be compressed left the context', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(4))
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const state = async () => (await session.read()).contextStatus.compressor.state
  const words = Array.from({ length: 1_500 }, (_, at) => `word${at}`).join(' ')
  for (let at = 0; at < 8 && (await state()) !== 'stuck'; at++) await session.append([{ role: 'user', content: words }])
  expect(await state()).toBe('stuck')
  await session.call('restoreSnapshot', { params: { snapshotId } })
  expect(await state()).toBe('idle')
})
