import { afterEach, expect, test } from 'vitest'
import { ageCheckpoints } from '../../src/app/compression/age-checkpoints.js'
import { offerUpgrade } from '../../src/app/compression/rewrite/offer-upgrade.js'
import { runUpgrade } from '../../src/app/compression/rewrite/run-upgrade.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import { seqsOf } from '../../src/domain/ranges.js'
import { scriptedOllama, type ScriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { MovedClock } from '../support/filled-session.js'
import type { TestSession } from '../support/session.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama
let clock: MovedClock
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

async function start(options: ScriptedOllamaOptions = {}): Promise<void> {
  clock = new MovedClock()
  ollama = await scriptedOllama({ contextLength: 32_768, scenario: 'honest', ...options })
  daemon = await startDaemon({
    works: false,
    env: { OLLAMA_HOST: ollama.url },
    ports: (ports) => ({ ...ports, clock }),
  })
}

/** With this ceiling, a span is small below 6,600 tokens, and two of them fit one call. */
const SMALL = { policy: { mask: null, summarize: { at: 0.55 }, checkpoints: { detailed: 2_000 } } }
const FIRST = talk(20)
const SECOND = talk(15, 50)
const NEVER = new AbortController().signal
const DAY_MS = 86_400_000

/** A session whose first compression is pending, over about 5,600 tokens. */
async function filled(body: object = SMALL): Promise<TestSession> {
  const session = await daemon.openSession(body)
  await session.append(FIRST)
  return session
}

const pendingOf = async (session: TestSession) =>
  (await session.compressions()).find(({ status }) => status === 'queued' || status === 'running')!.id
const run = async (session: TestSession, signal = NEVER) => {
  const compressionId = await pendingOf(session)
  await runCompression(daemon.ports, { sessionId: session.id, compressionId }, signal)
  return (await session.compressions()).find(({ id }) => id === compressionId)!
}

/** A session with a provisional checkpoint and a pending compression. */
async function waiting(): Promise<TestSession> {
  const session = await filled()
  expect(await run(session)).toMatchObject({ withoutModel: 'small-span' })
  await session.append(SECOND)
  return session
}

const covered = (ranges: { from: number; to: number }[]) => seqsOf(ranges)
const prompts = () => ollama.chats.map(({ body }) => JSON.stringify(body.messages)).join('\n')

test('[V5] [P2] [P8] [P12] a small span is extractive at once, and the next call of the model is about both spans', async () => {
  await start()
  const session = await filled()
  const first = await run(session)
  expect(first).toMatchObject({ status: 'completed', withoutModel: 'small-span', attempts: [] })
  const [provisional] = await session.checkpoints()
  expect(provisional).toMatchObject({ summarizer: { kind: 'extractive' }, number: 1 })
  expect(ollama.calls).toBe(0)
  const before = await session.context('openai')

  const said = [...FIRST, ...SECOND]
  await session.append(SECOND)
  const second = await run(session)
  expect(second).toMatchObject({ status: 'completed', replaces: provisional!.id })
  expect(second).not.toHaveProperty('withoutModel')
  expect(second.attempts.map(({ verdict }) => verdict)).toEqual(['accepted'])
  expect(second.validation).toMatchObject({ covered: second.messages, uncovered: 0 })
  const checkpoints = await session.checkpoints()
  expect(checkpoints).toHaveLength(1)
  const [checkpoint] = checkpoints
  expect(checkpoint).toMatchObject({ number: 2, supersedes: [provisional!.id], summarizer: { kind: 'llm' } })
  expect(covered(checkpoint!.covered)).toEqual(covered(second.covered))
  expect(covered(checkpoint!.covered)).toEqual(expect.arrayContaining(covered(provisional!.covered)))
  expect(covered(checkpoint!.covered).length).toBeGreaterThan(covered(provisional!.covered).length)
  expect(checkpoint!.originalTokens).toBeGreaterThan(provisional!.originalTokens)
  // The model has read every message, those of the provisional checkpoint included.
  for (const seq of covered(checkpoint!.covered)) expect(prompts()).toContain(`--- message ${seq} · `)
  // No message before the provisional checkpoint moved.
  const after = await session.context('openai')
  expect(after.messages[0]).toEqual(before.messages[0])
  const params = { checkpointId: checkpoint!.id }
  const { messages } = await session.call('readCheckpointMessages', { params, query: { limit: 500 } })
  expect(messages.map(({ message }) => message)).toEqual(messages.map(({ seq }) => said[seq - 1]))
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[P10] [R5] events and the session log say that a model is asked later, and what a checkpoint replaces', async () => {
  await start()
  const session = await waiting()
  const [provisional] = await session.checkpoints()
  await run(session)
  const events = await session.events()
  const ended = events.flatMap((event) => (event.type === 'compressed' ? [event.data] : []))
  expect(ended).toMatchObject([
    { withoutModel: 'small-span', modelCalls: 0 },
    { withoutModel: null, modelCalls: 1 },
  ])
  const replaces = events.flatMap((event) =>
    event.type === 'checkpoint-created' || event.type === 'compression-started' ? [event.data.replaces] : [],
  )
  expect(replaces).toEqual([undefined, undefined, provisional!.id, provisional!.id])
  expect(JSON.stringify(await session.call('readLog', {}))).toContain('a model summarizes it with the next one')
})

test('[V5] a compression that an app requests asks the model about a small span, with its instructions', async () => {
  await start()
  const session = await daemon.openSession({ policy: { ...SMALL.policy, summarize: { at: 0.95 } } })
  await session.append(FIRST)
  await session.send('requestCompression', { body: { instructions: 'Keep the names of the rooms.' } }) // words: ok
  const compression = await run(session)
  expect(compression).toMatchObject({ trigger: 'manual', status: 'completed' })
  expect(compression).not.toHaveProperty('withoutModel')
  expect(ollama.calls).toBe(1)
  expect(prompts()).toContain('Keep the names of the rooms.') // words: ok
})

test('[V5] a request that finds a small span queued has the model asked', async () => {
  await start()
  const session = await filled()
  const reply = await session.send('requestCompression', { body: {} })
  expect(reply.status).toBe(200)
  expect(await run(session)).toMatchObject({ trigger: 'budget', requested: true, status: 'completed' })
  expect(ollama.calls).toBe(1)
})

test('[V5] with nothing new to compress, a request has the model rewrite the provisional checkpoint', async () => {
  await start()
  const session = await filled()
  await run(session)
  const [provisional] = await session.checkpoints()
  await session.send('requestCompression', { body: { instructions: 'Keep the limits.' } })
  const compressionId = await pendingOf(session)
  await runUpgrade(daemon.ports, { sessionId: session.id, compressionId }, NEVER)
  expect((await session.compressions())[0]).toMatchObject({ status: 'completed', upgrades: provisional!.id })
  const checkpoints = await session.checkpoints()
  expect(checkpoints).toMatchObject([{ supersedes: [provisional!.id], summarizer: { kind: 'llm' } }])
  expect(prompts()).toContain('Keep the limits.')
  expect(ollama.calls).toBe(1)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[P9] [C7] a call about both spans that is interrupted leaves everything as it was, and runs again', async () => {
  await start()
  const session = await waiting()
  const [provisional] = await session.checkpoints()
  ollama.scenario = 'hang'
  const stop = new AbortController()
  const interrupted = run(session, stop.signal)
  await until('the model is asked', () => ollama.running === 1)
  stop.abort()
  expect(await interrupted).toMatchObject({ status: 'queued', replaces: provisional!.id })
  expect(await session.checkpoints()).toMatchObject([{ id: provisional!.id }])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })

  ollama.scenario = 'honest'
  expect(await run(session)).toMatchObject({ status: 'completed', replaces: provisional!.id })
  expect(await session.checkpoints()).toMatchObject([{ supersedes: [provisional!.id], summarizer: { kind: 'llm' } }])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[V5] [V6] if the call about both spans fails, one extractive checkpoint covers them, and one call rewrites it', async () => {
  await start()
  const session = await waiting()
  ollama.scenario = 'error500'
  expect(await run(session)).toMatchObject({ status: 'completed', withoutModel: 'model-unavailable' })
  const [both, ...more] = await session.checkpoints()
  expect(more).toEqual([])
  expect(both).toMatchObject({ summarizer: { kind: 'extractive' } })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })

  ollama.scenario = 'honest'
  clock.forward(600_000)
  const before = ollama.calls
  await until('the upgrade is offered', () => offerUpgrade(daemon.ports))
  await runUpgrade(daemon.ports, { sessionId: session.id, compressionId: await pendingOf(session) }, NEVER)
  expect(ollama.calls - before).toBe(1)
  const [rewritten] = await session.checkpoints()
  expect(rewritten).toMatchObject({ supersedes: [both!.id], summarizer: { kind: 'llm' }, covered: both!.covered })
})

test('[V5] [V6] without a model that could be asked later, a small span is not provisional', async () => {
  await start()
  await ollama.close()
  const session = await filled()
  expect(await run(session)).toMatchObject({ status: 'completed', withoutModel: 'model-unavailable' })
  await session.append(SECOND)
  const second = await run(session)
  expect(second).toMatchObject({ status: 'completed', withoutModel: 'model-unavailable' })
  expect(second).not.toHaveProperty('replaces')
  expect(await session.checkpoints()).toHaveLength(2)
})

test('[V5] a provisional checkpoint gets a call of its own only in a session idle for a day', async () => {
  await start()
  const session = await filled()
  await run(session)
  for (const ms of [600_000, 3_600_000]) {
    clock.forward(ms)
    expect(await offerUpgrade(daemon.ports)).toBe(false)
  }
  expect(ollama.calls).toBe(0)
  clock.forward(DAY_MS)
  expect(await offerUpgrade(daemon.ports)).toBe(true)
  await runUpgrade(daemon.ports, { sessionId: session.id, compressionId: await pendingOf(session) }, NEVER)
  expect(await session.checkpoints()).toMatchObject([{ summarizer: { kind: 'llm' } }])
  expect(ollama.calls).toBe(1)
})

test('[C7] [P2] a provisional checkpoint that ages while the model is asked is covered once', async () => {
  await start({ firstTokenMs: 2_000 })
  const session = await waiting()
  const asked = run(session)
  await until('the model is asked', () => ollama.running === 1)
  await daemon.ports.store.change(session.id, null, async (tx) => {
    const [{ id, tokens } = { id: '', tokens: 0 }] = await tx.checkpoints()
    await ageCheckpoints(tx, daemon.ports, { totalTokens: Math.floor(tokens / 2) })
    expect((await tx.checkpoints()).map((one) => one.id)).not.toContain(id)
  })
  expect(await asked).toMatchObject({ status: 'skipped', reason: 'already-covered' })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  // What is pending now starts from the checkpoint as it has become.
  expect(await run(session)).toMatchObject({ status: 'completed' })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[R2] [R3] the context before both spans were covered together can be read and restored', async () => {
  await start()
  const session = await waiting()
  const [provisional] = await session.checkpoints()
  const at = await session.context('openai')
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const seq = FIRST.length + SECOND.length
  await session.append(talk(1, 90))
  await run(session)
  expect((await session.call('readContext', { query: { format: 'openai', at: seq } })).messages).toEqual(at.messages)
  await session.call('restoreSnapshot', { params: { snapshotId } })
  expect((await session.context('openai')).messages).toEqual(at.messages)
  expect(await session.checkpoints()).toMatchObject([{ id: provisional!.id }])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})
