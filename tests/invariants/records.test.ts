/** What is written down of every compression, what arrives meanwhile, and that the same comes of the same. */
import { afterEach, expect, test } from 'vitest'
import { runAging } from '../../src/app/compression/run-aging.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Job, Ports } from '../../src/ports/ports.js'
import type { Json } from '../../src/domain/message.js'
import { seqsOf } from '../../src/domain/ranges.js'
import { round, talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

const PLAIN = { policy: { mask: null } }

/** A daemon whose jobs are run by the test, in order. */
async function byHand(
  options: ScriptedOllamaOptions = {},
  around: (ports: Ports) => Ports = (ports) => ports,
): Promise<() => Promise<void>> {
  const jobs: Job[] = []
  ollama = await scriptedOllama({ contextLength: 16_384, ...options })
  daemon = await startDaemon({
    env: { OLLAMA_HOST: ollama.url },
    ports: (ports) => around({ ...ports, queue: { ...ports.queue, enqueue: async (job) => void jobs.push(job) } }),
  })
  return async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const subject = { sessionId: job.sessionId, compressionId: job.subjectId }
      if (job.name === 'compression') await runCompression(daemon.ports, subject, new AbortController().signal)
      if (job.name === 'aging') await runAging(daemon.ports, subject)
    }
  }
}

test('[I10] [I45] [C3] [I19] [I21] [I27] every compression leaves a record, and the records add up: counters, covered messages, tokens, events', async () => {
  const work = await byHand()
  const session = await daemon.openSession(PLAIN)
  for (let turn = 0; turn < 6; turn++) {
    await session.append(talk(24, turn * 30 + 1))
    await work()
    const live = await session.checkpoints()
    expect(live.length).toBeLessThanOrEqual(12)
    expect(
      live.reduce((sum: number, { currentTokens }: { currentTokens: number }) => sum + currentTokens, 0),
      // A third more than 25% of the limit: an agent works in this session.
    ).toBeLessThanOrEqual((4 / 3) * 3_400)
  }
  const { contextStatus } = await session.read()
  const compressions = await session.compressions()
  const all = await session.checkpoints({ superseded: true })
  const fresh = all.filter(({ generation }) => generation === 0)
  expect(compressions.length).toBeGreaterThan(4)
  expect(contextStatus.compressions).toBe(compressions.length)
  expect(fresh.length).toBe(compressions.length)
  const cuts = await daemon.ports.store.cuts(session.id)
  const covered: number[] = []
  for (const one of compressions) {
    expect(one).toMatchObject({ status: 'completed', trigger: 'budget', strategy: 'auto' })
    expect(one.stages.map(({ durationMs }) => durationMs).every((ms: number) => ms >= 0)).toBe(true)
    for (const { model, promptTokens, outputTokens, durationMs, verdict } of one.attempts) {
      expect([model, verdict]).toEqual(['gpt-4o:7b', expect.any(String)])
      expect(promptTokens).toBeGreaterThan(0)
      expect(outputTokens).toBeGreaterThan(0)
      expect(durationMs).toBeGreaterThan(0)
    }
    const checkpoint = fresh.find((made: { id: string }) => made.id === one.checkpointId)
    expect(checkpoint!.covered).toEqual(one.covered)
    expect(seqsOf(checkpoint!.covered)).toHaveLength(one.messages)
    covered.push(...seqsOf(checkpoint!.covered))
    const [cut, ...others] = cuts.filter(
      ({ compressionId, kind }) => compressionId === one.id && kind === 'compression',
    )
    expect(others).toEqual([])
    expect(cut).toMatchObject({ tokensBefore: expect.any(Number), tokensAfter: one.tokensAfter })
    // What it was made for. [I10]
    expect(one.tokensBefore! - one.tokensAfter!).toBeGreaterThanOrEqual(680)
  }
  expect(new Set(covered).size).toBe(covered.length)
  // One break of the prefix for the compression, one for the aging that follows as its own job; nothing else.
  expect(cuts.filter(({ kind }) => kind === 'compression')).toHaveLength(compressions.length)
  expect(cuts.length).toBeLessThanOrEqual(2 * compressions.length)
  const events = await until('the events', async () => {
    const page = (
      await daemon.client.call('readEvents', {
        query: { sessionId: session.id, types: 'compressed,checkpoint-created', limit: 500 },
      })
    ).events
    return page.length >= 2 * compressions.length ? page : null
  })
  expect(events.filter(({ type }) => type === 'compressed')).toHaveLength(compressions.length)
  expect(events.filter(({ type }) => type === 'checkpoint-created')).toHaveLength(compressions.length)
  // No summary was ever shown to the summarizer: every one is made of the originals.
  const prompts = ollama.requests
    .filter(({ path }) => path === '/api/chat')
    .map(({ body }) => JSON.stringify(body.messages))
  expect(prompts.length).toBeGreaterThanOrEqual(compressions.length)
  for (const prompt of prompts)
    expect(prompt).not.toMatch(/\[Checkpoint \d|written by qwen|copied from the conversation/)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I31] [C7] what arrives while the model thinks is in the next context once, in its place; another session does not wait', async () => {
  ollama = await scriptedOllama({ contextLength: 16_384, scenario: 'honest', firstTokenMs: 1_500 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  const session = await daemon.openSession(PLAIN)
  const first = talk(28)
  await session.append(first)
  await until('the model is asked', () => ollama.running === 1)
  const late = round(90)
  await session.append(late)
  const other = await daemon.openSession(PLAIN)
  await other.append(talk(2))
  expect((await other.context('openai')).messages).toEqual(talk(2))
  expect(ollama.running).toBe(1)
  await until('it is done', async () => (await session.compressions())[0]!.status === 'completed')
  const { messages } = await session.context('openai')
  expect(messages.slice(-late.length)).toEqual(late)
  for (const message of late)
    expect(messages.filter((shown: Json) => JSON.stringify(shown) === JSON.stringify(message))).toHaveLength(1)
  expect((await session.history()).map(({ message }) => message)).toEqual([...first, ...late])
  expect(await session.compressions()).toHaveLength(1)
})

test('[I46] the same log, the same answers and the same ids give the same contexts, byte for byte', async () => {
  const play = async () => {
    let made = 0
    const ids = {
      make: (prefix: string) => `${prefix}_${String(++made).padStart(26, '0')}`,
      secret: () => 'x'.repeat(43),
    }
    const work = await byHand({}, (ports) => ({ ...ports, ids }))
    const session = await daemon.openSession()
    const seen: string[] = []
    for (let turn = 0; turn < 9; turn++) {
      await session.append(talk(24, turn * 30 + 1))
      await work()
      seen.push((await session.send('readContext', { query: { format: 'openai' } })).text)
    }
    return seen
  }
  const once = await play()
  expect(once.join('')).toContain('[Checkpoint 2 ')
  await daemon.stop()
  await ollama.close()
  expect(await play()).toEqual(once)
})

test('[I46] an append counts its own words and no others, however long the history is', async () => {
  let counted = 0
  const work = await byHand({}, (ports) => ({
    ...ports,
    tokenizer: {
      ...ports.tokenizer,
      count: (text) => ((counted += text.length), ports.tokenizer.count(text)),
      countAll: (texts) => ((counted += texts.join('').length), ports.tokenizer.countAll(texts)),
      close: () => ports.tokenizer.close(),
    },
  }))
  const session = await daemon.openSession({ contextSize: '128K', model: 'elsewhere' })
  const cost = async () => {
    const before = counted
    await session.append([{ role: 'user', content: 'The same few words as ever.' }])
    return counted - before
  }
  const fresh = await cost()
  expect(fresh).toBeGreaterThan(10)
  for (let part = 0; part < 3; part++) await session.append(talk(40, part * 40 + 1))
  await work()
  expect(await cost()).toBe(fresh)
  const before = counted
  await session.context()
  expect(counted).toBe(before)
})
