/** Prompts that a worker changed are read by the model server before the user speaks. [P12] */
import { afterEach, expect, test } from 'vitest'
import { scriptedOllama, type ChatBody, type Scenario, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Format } from '../../src/domain/message.js'
import { chatter } from '../support/chatter.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

async function start(evaluation: () => Scenario = () => 'honest', contextLength = 8_192): Promise<void> {
  ollama = await scriptedOllama({
    contextLength,
    scenario: (body) => (isEvaluation(body) ? evaluation() : 'honest'),
  })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
}

const isEvaluation = ({ options }: ChatBody) => options?.num_predict === 1
const evaluations = (): ChatBody[] => ollama.chats.map(({ body }) => body).filter(isEvaluation)
const evaluated = (count = 1) =>
  until(`${count} evaluations`, async () => (evaluations().length >= count ? evaluations() : null))

/** A session that a client reads in a format, and that a compression waits for. Ends with an answer. */
async function open(policy: object = { warmUp: true }, format: Format = 'ollama'): Promise<TestSession> {
  const session = await daemon.openSession({
    ...{ model: 'qwen2.5:7b', contextSize: '4K', systemPrompt: 'Answer briefly.' },
    policy: { snapshots: { enabled: false }, ...policy },
  })
  await session.append(chatter(2))
  await session.context(format)
  await session.append(chatter(20, 2))
  return session
}

/** Whether the messages of one prompt begin the other. */
function beginsWith(prompt: readonly unknown[], start: readonly unknown[]): boolean {
  return start.every((message, at) => JSON.stringify(message) === JSON.stringify(prompt[at]))
}

/** Without waiting for one. */
async function evaluatedEvents(session: TestSession): Promise<number> {
  return (await session.events()).filter(({ type }) => type === 'prompt-evaluated').length
}

async function metric(result: string): Promise<number> {
  const { text } = await daemon.call('GET', '/metrics')
  return Number(new RegExp(`palimpsest_warm_ups_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

test('[P12] [S1] after a background cut the server reads the prompt that the next request begins with', async () => {
  await start()
  const session = await open()
  const [body] = await evaluated()
  expect(body!.model).toBe('qwen2.5:7b')
  const [event] = await session.eventsOf('prompt-evaluated')
  expect(event!.data.promptTokens).toBeGreaterThan(100)
  expect(await metric('evaluated')).toBe(1)
  await session.append([{ role: 'user', content: 'And the login form, round 3: what did you decide?' }])
  const next = await session.context('ollama')
  expect(next.version).toBeGreaterThan(event!.data.version)
  expect(body!.messages!.length).toBeGreaterThan(5)
  expect(next.messages.length).toBeGreaterThan(body!.messages!.length)
  expect(beginsWith(next.messages, body!.messages!)).toBe(true)
  // Of 44 messages, the covered ones left.
  expect(body!.messages!.length).toBeLessThan(40)
  expect(body!.options!.num_ctx).toBe((next as { options?: { num_ctx: number } }).options!.num_ctx)
  // The summaries loaded the model with the same window.
  expect(new Set(ollama.chats.map(({ body: chat }) => (chat as ChatBody).options!.num_ctx)).size).toBe(1)
  expect(evaluations()).toHaveLength(1)
  expect(await session.audit()).toMatchObject({ ok: true })
})

test('[P12] nothing is evaluated early by default, or for a context that is read in another format', async () => {
  await start()
  const plain = await open({})
  const other = await open({ warmUp: true }, 'anthropic')
  await Promise.all([plain.compressionsEnded(), other.compressionsEnded()])
  const last = await open()
  await evaluated()
  await last.eventsOf('prompt-evaluated')
  for (const session of [plain, other]) expect(await evaluatedEvents(session)).toBe(0)
  expect(evaluations()).toHaveLength(1)
})

test('[P12] [V7] the evaluation gives way to a compression, and is made after it', async () => {
  let hangs = true
  await start(() => (hangs ? 'hang' : 'honest'))
  const first = await open()
  await evaluated()
  hangs = false
  const second = await open({})
  const ended = await second.compressionsEnded()
  expect(ended.every(({ status }) => status === 'completed')).toBe(true)
  await first.eventsOf('prompt-evaluated')
  expect(ollama.abandoned).toBe(1)
  expect(ollama.maxConcurrent).toBe(1)
  expect(await metric('gave-way')).toBe(1)
  const [abandoned, whole] = evaluations()
  expect(whole!.messages).toEqual(abandoned!.messages)
})

test('[P12] a prompt whose answer is pending is evaluated once the answer arrives; one that was read is not', async () => {
  await start()
  const session = await daemon.openSession({
    ...{ model: 'qwen2.5:7b', contextSize: '4K', policy: { warmUp: true } },
  })
  await session.append(chatter(2))
  await session.context('ollama')
  await session.append([...chatter(20, 2), { role: 'user', content: 'Which version did we keep in the end?' }])
  await session.compressionsEnded()
  const other = await open({ warmUp: true })
  await other.eventsOf('prompt-evaluated')
  expect(evaluations()).toHaveLength(1)
  await session.append([{ role: 'assistant', content: 'Version 4.12.2.' }])
  await session.eventsOf('prompt-evaluated')
  expect(evaluations()[1]!.messages!.at(-1)).toMatchObject({ role: 'assistant', content: 'Version 4.12.2.' })

  const read = await daemon.openSession({ model: 'qwen2.5:7b', contextSize: '4K', policy: { warmUp: true } })
  await read.append(chatter(2))
  await read.context('ollama')
  await read.append([...chatter(20, 2), { role: 'user', content: 'Which version did we keep in the end?' }])
  await read.compressionsEnded()
  await read.context('ollama')
  await read.append([{ role: 'assistant', content: 'Version 4.12.2.' }])
  const last = await open({ warmUp: true })
  await last.eventsOf('prompt-evaluated')
  expect(await evaluatedEvents(read)).toBe(0)
})

test.each([
  ['error500' as const, 'unavailable'],
  ['rejecting' as const, 'rejected'],
])('[V6] a server that answers %s costs one call, and the context is as before', async (scenario, result) => {
  await start(() => scenario)
  const session = await open()
  await until('the failed evaluation', async () => (await metric(result)) === 1)
  expect(evaluations()).toHaveLength(1)
  expect(await evaluatedEvents(session)).toBe(0)
  expect(await session.audit()).toMatchObject({ ok: true })
  await session.append([{ role: 'user', content: 'And now?' }])
  expect((await session.context('ollama')).messages.at(-1)).toMatchObject({ content: 'And now?' })
})
