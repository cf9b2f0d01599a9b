import { withoutQuotation } from '../../src/domain/compression/draft.js'
import { afterEach, expect, test } from 'vitest'
import { STAGES } from '../../src/domain/compression/compression.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Json } from '../../src/domain/message.js'
import { countText } from '../../src/model/encoding.js'
import { question, round, talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'
import {
  scriptedOllama,
  type ChatBody,
  type ScriptedOllama,
  type ScriptedOllamaOptions,
} from '../../testing/scripted-ollama.js'
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

/** No masking: the conversation itself must reach the trigger. */
/** Just over the trigger of a window of 16K. */
const ROUNDS = 28
const PLAIN = { policy: { mask: null } }

test('[C3] [C7] [P8] [P10] a conversation over its trigger becomes a checkpoint, in six stages, by exact range', async () => {
  await start({ scenario: 'honest' })
  const session = await daemon.openSession(PLAIN)
  const messages = talk(ROUNDS)
  const status = (await session.append(messages)).contextStatus
  expect(status.compressor.state).toBe('queued')
  const compression = await session.compressionEnded()
  expect(compression).toMatchObject({ status: 'completed', trigger: 'budget' })
  expect(compression.stages.map(({ stage }) => stage)).toEqual(STAGES)
  expect(compression.attempts.some(({ verdict }) => verdict === 'accepted')).toBe(true)
  expect(compression.tokensAfter).toBeLessThan(compression.tokensBefore!)
  const checkpoints = await session.checkpoints()
  const [checkpoint] = checkpoints
  expect(checkpoint!.lines.some(({ by }) => by === 'model')).toBe(true)
  expect(checkpoint!.currentTokens).toBeLessThanOrEqual(1_200)
  // The originals behind it are the bytes that were sent.
  const originals = (
    await session.call('readCheckpointMessages', { params: { checkpointId: checkpoint!.id }, query: { limit: 500 } })
  ).messages
  expect(originals.map(({ message }) => message)).toEqual(originals.map(({ seq }) => messages[seq - 1]))
  const types = (await session.eventsWith('compressed')).map(({ type }) => type)
  const order = (['compression-queued', 'compression-started', 'checkpoint-created', 'compressed'] as const).map(
    (type) => types.indexOf(type),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I31] [C7] [P6] messages that arrive while the model thinks are answered at once and stay raw', async () => {
  await start({ scenario: 'hang' })
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(ROUNDS))
  await until('the model is asked', () => ollama.running === 1)
  const said = round(90)
  await session.append(said)
  const context = await session.context('openai')
  expect(context.messages.slice(-said.length)).toEqual(said)
  expect(ollama.running).toBe(1)
  expect((await session.compressions())[0]!.status).toBe('running')
})

test('[I31] [C7] a job that is started twice at once makes one checkpoint', async () => {
  await start({ scenario: 'honest', firstTokenMs: 300 }, { works: false })
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(ROUNDS))
  const compressionId = (await session.compressions())[0]!.id
  const never = new AbortController().signal
  const job = () => runCompression(daemon.ports, { sessionId: session.id, compressionId }, never)
  await Promise.all([job(), job(), job()])
  await job()
  expect(await session.checkpoints({ superseded: true })).toHaveLength(1)
  expect((await session.compressions())[0]).toMatchObject({ status: 'completed', runs: 1 })
})

test('[P12] [C7] a checkpoint that frees nothing, because its messages were reduced while the model thought, is not used', async () => {
  await start({ scenario: 'honest', firstTokenMs: 2_000 }, { works: false })
  const session = await daemon.openSession(PLAIN)
  const said = (n: number, row: number) =>
    `The part with number ${row} of chapter ${n} keeps what came in until it is read.`
  const look = (n: number): Json[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'read_chapter', arguments: `{"n":${n}}` } }],
    },
    { role: 'tool', tool_call_id: `c${n}`, content: Array.from({ length: 60 }, (_, row) => said(n, row)).join(' ') },
  ]
  await session.append([question(1), ...Array.from({ length: 12 }, (_, n) => look(n)).flat()])
  const compressionId = (await session.compressions())[0]!.id
  const job = runCompression(daemon.ports, { sessionId: session.id, compressionId }, new AbortController().signal)
  await until('the model is asked', () => ollama.running === 1)
  await session.update({ policy: { mask: { above: 0.05, keepGroups: 0 } } })
  await session.append(look(12))
  const { tokens } = await session.context()
  await job
  expect(await daemon.ports.store.compression(session.id, compressionId)).toMatchObject({
    state: { status: 'skipped', reason: 'gain-too-small' },
  })
  expect((await session.context()).tokens).toBe(tokens)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I31] [C7] messages taken by an emergency while the model thinks are not covered twice', async () => {
  await start({ scenario: 'honest', firstTokenMs: 2_000 }, { works: false })
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(ROUNDS))
  const compressionId = (await session.compressions())[0]!.id
  const job = runCompression(daemon.ports, { sessionId: session.id, compressionId }, new AbortController().signal)
  await until('the model is asked', () => ollama.running === 1)
  await session.append(talk(8, 50))
  const { tokens, contextStatus } = await session.context()
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  await job
  expect(await daemon.ports.store.compression(session.id, compressionId)).toMatchObject({
    state: { status: 'skipped', reason: 'already-covered' },
  })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I9] [P9] a daemon that stops while the model thinks leaves the compression pending', async () => {
  await start({ scenario: 'hang' }, { works: false })
  const session = await daemon.openSession(PLAIN)
  await session.append(talk(ROUNDS))
  const compressionId = (await session.compressions())[0]!.id
  const stop = new AbortController()
  const job = runCompression(daemon.ports, { sessionId: session.id, compressionId }, stop.signal)
  await until('the model is asked', () => ollama.running === 1)
  stop.abort()
  await job
  expect(await daemon.ports.store.compression(session.id, compressionId)).toMatchObject({
    state: { status: 'queued' },
    runs: 1,
    givenBack: 1,
  })
  ollama.scenario = 'honest'
  await runCompression(daemon.ports, { sessionId: session.id, compressionId }, new AbortController().signal)
  expect(await daemon.ports.store.compression(session.id, compressionId)).toMatchObject({
    state: { status: 'completed' },
  })
})

test('[I20] [I21] [C4] [C5] further compressions age the older checkpoints when the line budget is full', async () => {
  await start({ scenario: 'honest' })
  const session = await daemon.openSession(PLAIN)
  for (let turn = 0; turn < 7; turn++) {
    await session.append(talk(22, turn * 30 + 1))
    await until('the compressor is idle', async () => {
      const { compressor } = (await session.read()).contextStatus
      return compressor.state !== 'queued' && compressor.state !== 'running'
    })
  }
  const { checkpoints } = await until('the checkpoints have aged', async () => {
    const found = await session.call('listCheckpoints', {})
    const levels = found.checkpoints.map(({ level }) => level)
    return levels.some((level: number) => level < 3) ? found : null
  })
  const ceilings: Record<number, number> = { 3: 1_200, 2: 600, 1: 300 }
  // Only the total bounds the ultra checkpoint.
  for (const { level, currentTokens } of checkpoints)
    expect(currentTokens).toBeLessThanOrEqual(ceilings[level] ?? (4 / 3) * 3_400)
  const total = checkpoints.reduce(
    (sum: number, { currentTokens }: { currentTokens: number }) => sum + currentTokens,
    0,
  )
  expect(total).toBeLessThanOrEqual((4 / 3) * 0.25 * 13_600)
  // Whole lines leave or return from the reserve; none is rewritten.
  const all = await daemon.ports.store.checkpoints(session.id, { limit: 100, superseded: true })
  const byId = new Map(all.map((checkpoint) => [checkpoint.id, checkpoint]))
  for (const aged of all.filter(({ supersedes }) => supersedes.length > 0)) {
    const before = aged.supersedes.flatMap((old) => {
      const { lines, reserve = [] } = byId.get(old)!
      return [...lines, ...reserve].map(({ text }) => withoutQuotation(text))
    })
    for (const { text, kind } of aged.lines) if (kind !== 'code') expect(before).toContain(withoutQuotation(text))
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I16] [I17] [V2] a session of 128K summarized by a model of 8K: every message of the span is in some prompt', async () => {
  await start(
    { scenario: 'honest', model: 'small:7b', contextLength: 8_192, parameterSize: '7B' },
    { works: true, env: { SUMMARY_MODEL: 'small:7b' } },
  )
  const session = await daemon.openSession({ ...PLAIN, model: 'elsewhere', contextSize: '128K' })
  for (let part = 0; part < 4; part++) await session.append(talk(60, part * 60 + 1))
  const compression = await session.compressionEnded()
  expect(compression.status).toBe('completed')
  const chats: ChatBody[] = ollama.chats.map(({ body }) => body)
  expect(chats.length).toBeGreaterThan(5)
  const asked = chats.map(({ messages }) => JSON.stringify(messages)).join('\n')
  for (let number = 1; number <= 60; number++) expect(asked).toContain(`src/room${number}/store${number}.ts`) // words: ok
  const seqs: number[] = compression.covered.flatMap(({ from, to }) =>
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
  await start({ scenario: 'honest' })
  const session = await daemon.openSession()
  await session.append(talk(1))
  const reply = await session.send('requestCompression', { body: { waitMs: 20_000 } })
  expect(reply.body).toMatchObject({ status: 'skipped', reason: 'nothing-to-compress' })
  expect(ollama.calls).toBe(0)
})

test('[P9] a session that nothing can bring under its trigger says so once and asks no model', async () => {
  await start({ scenario: 'honest' })
  const session = await daemon.openSession(PLAIN)
  const words = Array.from({ length: 10 }, (_, index) => ({
    role: 'user',
    content: `Note ${index}: ${'remember every single word of this '.repeat(185)}`,
  }))
  for (const message of words) await session.append([message])
  const status = (await session.append([{ role: 'user', content: 'One more.' }])).contextStatus
  expect(status.compressor.state).toBe('stuck')
  const stuck = await session.eventsOf('compression-stuck')
  expect(stuck).toHaveLength(1)
  expect(stuck[0]!.data.filledBy).toHaveLength(3)
  expect(ollama.calls).toBe(0)
})

test('[P7] [V5] strategy truncate sets the span aside without a summary, and it stays readable', async () => {
  await start({ scenario: 'honest' })
  const session = await daemon.openSession(PLAIN)
  const messages = talk(12)
  await session.append(messages)
  const reply = await session.send('requestCompression', { body: { strategy: 'truncate', waitMs: 20_000 } })
  expect(reply.body).toMatchObject({ status: 'completed', checkpointId: null })
  const audit = await session.audit()
  expect(audit).toMatchObject({ ok: true, covered: 0 })
  expect(audit.evicted).toBeGreaterThan(10)
  const history = await session.history()
  expect(history.map(({ message }) => message)).toEqual(messages)
  expect(ollama.calls).toBe(0)
})

/** Compresses three times without running any other job. */
async function compressThrice(policy: object) {
  await start({ scenario: 'honest' }, { works: false })
  const session = await daemon.openSession({ ...PLAIN, policy: { ...PLAIN.policy, ...policy } })
  for (let turn = 0; turn < 3; turn++) {
    await session.append(talk(ROUNDS, turn * 40 + 1))
    const queued = (await session.compressions()).find(({ status }) => status === 'queued')
    await runCompression(
      daemon.ports,
      { sessionId: session.id, compressionId: queued!.id },
      new AbortController().signal,
    )
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  return (await session.checkpoints()).map(({ level }) => level)
}

test('[C5] [P12] while the line budget has free tokens, older checkpoints stay as they are', async () => {
  expect(await compressThrice({})).toEqual([3, 3, 3])
})

test('[C5] aging for a model whose job was lost is made up for by the next compression', async () => {
  expect(await compressThrice({ aging: 'llm' })).toEqual([3, 3, 2])
})
