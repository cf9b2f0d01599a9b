import { afterEach, expect, test } from 'vitest'
import { STAGES } from '../../src/domain/compression/compression.js'
import type { Json } from '../../src/domain/message.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import { countText } from '../../src/model/encoding.js'
import { round, talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

async function start(model: ScriptedOllamaOptions, options: DaemonOptions = { works: true }): Promise<void> {
  ollama = await scriptedOllama({ contextLength: 32_768, ...model })
  daemon = await startDaemon({ ...options, env: { OLLAMA_HOST: ollama.url, ...options.env } })
}

async function append(sessionId: string, messages: Json[]) {
  const reply = await daemon.call('POST', `/v1/sessions/${sessionId}/messages`, {
    body: { format: 'openai', messages },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.contextStatus
}

const get = async (sessionId: string, path: string) =>
  (await daemon.call('GET', `/v1/sessions/${sessionId}/${path}`)).json

/** The newest compression, once it has ended. */
function ended(sessionId: string) {
  return until('the compression ends', async () => {
    const [newest] = (await get(sessionId, 'compressions')).compressions
    return newest && newest.status !== 'queued' && newest.status !== 'running' ? newest : null
  })
}

/** The session's events once one of the type is among them: what was just written becomes visible within moments. */
function eventsUntil(sessionId: string, wanted: string): Promise<{ type: string; data: { filledBy?: unknown[] } }[]> {
  return until(`event ${wanted}`, async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${sessionId}&limit=500`)).json
    return events.some(({ type }: { type: string }) => type === wanted) ? events : null
  })
}

/** No masking: the conversation itself must reach the trigger. */
/** Just over the trigger of a window of 16K. */
const ROUNDS = 28
const PLAIN = { policy: { mask: null } }

test('[C3] [C7] [P8] [P10] a conversation over its trigger becomes a checkpoint, in six stages, by exact range', async () => {
  await start({ mood: 'honest' })
  const id = await newSession(daemon, PLAIN)
  const messages = talk(ROUNDS)
  const status = await append(id, messages)
  expect(status.compressor.state).toBe('queued')
  const compression = await ended(id)
  expect(compression).toMatchObject({ status: 'completed', trigger: 'budget' })
  expect(compression.stages.map(({ stage }: { stage: string }) => stage)).toEqual(STAGES)
  expect(compression.attempts.some(({ verdict }: { verdict: string }) => verdict === 'accepted')).toBe(true)
  expect(compression.tokensAfter).toBeLessThan(compression.tokensBefore)
  const { checkpoints } = await get(id, 'checkpoints')
  const [checkpoint] = checkpoints
  expect(checkpoint.lines.some(({ by }: { by: string }) => by === 'model')).toBe(true)
  expect(checkpoint.currentTokens).toBeLessThanOrEqual(1_200)
  // The originals behind it are the bytes that were sent.
  const originals = (await get(id, `checkpoints/${checkpoint.id}/messages?limit=500`)).messages
  expect(originals.map(({ message }: { message: Json }) => message)).toEqual(
    originals.map(({ seq }: { seq: number }) => messages[seq - 1]),
  )
  const types = (await eventsUntil(id, 'compressed')).map(({ type }) => type)
  const order = ['compression-queued', 'compression-started', 'checkpoint-created', 'compressed'].map((type) =>
    types.indexOf(type),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})

test('[I31] [C7] [P6] messages that arrive while the model thinks are answered at once and stay raw', async () => {
  await start({ mood: 'hang' })
  const id = await newSession(daemon, PLAIN)
  await append(id, talk(ROUNDS))
  await until('the model is asked', () => ollama.running === 1)
  const said = round(90)
  await append(id, said)
  const context = await get(id, 'context?format=openai')
  expect(context.messages.slice(-said.length)).toEqual(said)
  expect(ollama.running).toBe(1)
  expect((await get(id, 'compressions')).compressions[0].status).toBe('running')
})

test('[I31] [C7] a job that is taken up twice at once makes one checkpoint', async () => {
  await start({ mood: 'honest', firstTokenMs: 300 }, { works: false })
  const id = await newSession(daemon, PLAIN)
  await append(id, talk(ROUNDS))
  const [{ id: compressionId }] = (await get(id, 'compressions')).compressions
  const never = new AbortController().signal
  const job = () => runCompression(daemon.ports, { sessionId: id, compressionId }, never)
  await Promise.all([job(), job(), job()])
  await job()
  expect((await get(id, 'checkpoints?superseded=true')).checkpoints).toHaveLength(1)
  expect((await get(id, 'compressions')).compressions[0]).toMatchObject({ status: 'completed', runs: 1 })
})

test('[I31] [C7] messages taken by an emergency while the model thinks are not covered twice', async () => {
  await start({ mood: 'honest', firstTokenMs: 2_000 }, { works: false })
  const id = await newSession(daemon, PLAIN)
  await append(id, talk(ROUNDS))
  const [{ id: compressionId }] = (await get(id, 'compressions')).compressions
  const job = runCompression(daemon.ports, { sessionId: id, compressionId }, new AbortController().signal)
  await until('the model is asked', () => ollama.running === 1)
  await append(id, talk(8, 50))
  const { tokens, contextStatus } = await get(id, 'context')
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  await job
  expect(await daemon.ports.store.compression(id, compressionId)).toMatchObject({
    state: { status: 'skipped', reason: 'already-covered' },
  })
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})

test('[I9] [P9] a daemon that stops while the model thinks leaves the compression owed', async () => {
  await start({ mood: 'hang' }, { works: false })
  const id = await newSession(daemon, PLAIN)
  await append(id, talk(ROUNDS))
  const [{ id: compressionId }] = (await get(id, 'compressions')).compressions
  const stop = new AbortController()
  const job = runCompression(daemon.ports, { sessionId: id, compressionId }, stop.signal)
  await until('the model is asked', () => ollama.running === 1)
  stop.abort()
  await job
  expect(await daemon.ports.store.compression(id, compressionId)).toMatchObject({
    state: { status: 'queued' },
    runs: 1,
    givenBack: 1,
  })
  ollama.mood = 'honest'
  await runCompression(daemon.ports, { sessionId: id, compressionId }, new AbortController().signal)
  expect(await daemon.ports.store.compression(id, compressionId)).toMatchObject({ state: { status: 'completed' } })
})

test('[I20] [I21] [C4] [C5] each further compression ages the older checkpoints a step, and the oldest join', async () => {
  await start({ mood: 'honest' })
  const id = await newSession(daemon, PLAIN)
  for (let turn = 0; turn < 7; turn++) {
    await append(id, talk(22, turn * 30 + 1))
    await until('the compressor is idle', async () => {
      const { compressor } = (await daemon.call('GET', `/v1/sessions/${id}`)).json.contextStatus
      return compressor.state !== 'queued' && compressor.state !== 'running'
    })
  }
  const { checkpoints } = await until('the checkpoints have aged', async () => {
    const found = await get(id, 'checkpoints')
    const levels = found.checkpoints.map(({ level }: { level: number }) => level)
    return levels.includes(0) && levels.filter((level: number) => level === 3).length === 1 ? found : null
  })
  const ceilings: Record<number, number> = { 3: 1_200, 2: 600, 1: 300 }
  // Only the total bounds the ultra checkpoint.
  for (const { level, currentTokens } of checkpoints)
    expect(currentTokens).toBeLessThanOrEqual(ceilings[level] ?? 3_400)
  const total = checkpoints.reduce(
    (sum: number, { currentTokens }: { currentTokens: number }) => sum + currentTokens,
    0,
  )
  expect(total).toBeLessThanOrEqual(0.25 * 13_600)
  // Whole lines leave or return from the reserve; none is rewritten.
  const all = await daemon.ports.store.checkpoints(id, { limit: 100, superseded: true })
  const byId = new Map(all.map((checkpoint) => [checkpoint.id, checkpoint]))
  for (const aged of all.filter(({ supersedes }) => supersedes.length > 0)) {
    const before = aged.supersedes.flatMap((old) => {
      const { lines, reserve = [] } = byId.get(old)!
      return [...lines, ...reserve].map(({ text }) => text)
    })
    for (const { text, kind } of aged.lines) if (kind !== 'code') expect(before).toContain(text)
  }
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})

test('[I16] [I17] [V2] a session of 128K summarized by a model of 8K: every message of the span is in some prompt', async () => {
  await start(
    { mood: 'honest', model: 'small:7b', contextLength: 8_192, parameterSize: '7B' },
    { works: true, env: { SUMMARY_MODEL: 'small:7b' } },
  )
  const id = await newSession(daemon, { ...PLAIN, model: 'elsewhere', contextSize: '128K' })
  for (let part = 0; part < 4; part++) await append(id, talk(60, part * 60 + 1))
  const compression = await ended(id)
  expect(compression.status).toBe('completed')
  const chats = ollama.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body)
  expect(chats.length).toBeGreaterThan(5)
  const asked = chats.map(({ messages }) => JSON.stringify(messages)).join('\n')
  for (let number = 1; number <= 60; number++) expect(asked).toContain(`src/room${number}/store${number}.ts`)
  const seqs: number[] = compression.covered.flatMap(({ from, to }: { from: number; to: number }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  )
  expect(seqs.length).toBe(compression.messages)
  expect(seqs.filter((seq) => !asked.includes(`--- message ${seq} · `))).toEqual([])
  // Prompt and answer together within the model's own window, every time.
  for (const { messages, options } of chats) {
    const promptTokens = (messages ?? []).reduce((sum, { content }) => sum + countText(content), 0)
    expect(promptTokens + (options?.num_predict ?? Infinity)).toBeLessThanOrEqual(options?.num_ctx ?? 0)
    expect(options?.num_ctx).toBeLessThanOrEqual(8_192)
  }
})

test('[I13] [P9] [C2] asking for a compression of nothing ends as skipped with its reason', async () => {
  await start({ mood: 'honest' })
  const id = await newSession(daemon)
  await append(id, talk(1))
  const reply = await daemon.call('POST', `/v1/sessions/${id}/compress`, { body: { waitMs: 20_000 } })
  expect(reply.json).toMatchObject({ status: 'skipped', reason: 'nothing-to-compress' })
  expect(ollama.calls).toBe(0)
})

test('[P9] a session that nothing can bring under its trigger says so once and asks no model', async () => {
  await start({ mood: 'honest' })
  const id = await newSession(daemon, PLAIN)
  const words = Array.from({ length: 10 }, (_, index) => ({
    role: 'user',
    content: `Note ${index}: ${'remember every single word of this '.repeat(185)}`,
  }))
  for (const message of words) await append(id, [message])
  const status = await append(id, [{ role: 'user', content: 'One more.' }])
  expect(status.compressor.state).toBe('stuck')
  const stuck = (await eventsUntil(id, 'compression-stuck')).filter(({ type }) => type === 'compression-stuck')
  expect(stuck).toHaveLength(1)
  expect(stuck[0]!.data.filledBy).toHaveLength(3)
  expect(ollama.calls).toBe(0)
})

test('[P7] [V5] strategy truncate sets the span aside without a summary, and it stays readable', async () => {
  await start({ mood: 'honest' })
  const id = await newSession(daemon, PLAIN)
  const messages = talk(12)
  await append(id, messages)
  const reply = await daemon.call('POST', `/v1/sessions/${id}/compress`, {
    body: { strategy: 'truncate', waitMs: 20_000 },
  })
  expect(reply.json).toMatchObject({ status: 'completed', checkpointId: null })
  const audit = await get(id, 'audit')
  expect(audit).toMatchObject({ ok: true, covered: 0 })
  expect(audit.evicted).toBeGreaterThan(10)
  const history = (await get(id, 'messages?limit=500')).messages
  expect(history.map(({ message }: { message: Json }) => message)).toEqual(messages)
  expect(ollama.calls).toBe(0)
})

test('[C5] aging whose job was lost is made up for by the next compression', async () => {
  await start({ mood: 'honest' }, { works: false })
  const id = await newSession(daemon, PLAIN)
  for (let turn = 0; turn < 3; turn++) {
    await append(id, talk(ROUNDS, turn * 40 + 1))
    const queued = (await get(id, 'compressions')).compressions.find(
      ({ status }: { status: string }) => status === 'queued',
    )
    await runCompression(daemon.ports, { sessionId: id, compressionId: queued.id }, new AbortController().signal)
  }
  const { checkpoints } = await get(id, 'checkpoints')
  expect(checkpoints.map(({ level }: { level: number }) => level)).toEqual([3, 3, 2])
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})
