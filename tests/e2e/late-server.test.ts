/** Sessions that were opened before the model server was there. */
import { afterEach, expect, test } from 'vitest'
import { OllamaModel } from '../../src/model/ollama/ollama.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Body } from '../support/client.js'
import type { TestSession } from '../support/session.js'
import { until } from '../support/until.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

const NAME = 'phi-without-a-size:latest'

async function begin(): Promise<void> {
  ollama = await scriptedOllama()
  daemon = await startDaemon({
    ports: (ports) => ({ ...ports, model: new OllamaModel({ host: ollama.url, unavailableMs: 0 }) }),
  })
}

function comes(contextLength: number): void {
  ollama.models.push({ name: NAME, contextLength, parameterSize: '2.7B', family: 'phi', digest: 'f'.repeat(64) })
}

/** Returns the events once the update of the session is among them: a transaction elsewhere may withhold newer events. */
const log = (id: string) =>
  until('the session-updated event', async () => {
    const page = await daemon.client.call('readEvents', { query: { sessionId: id, limit: 500 } })
    return page.events.some(({ type }) => type === 'session-updated') && page
  })
interface Fact {
  type: string
}

/** Says small things until the session knows its model. */
function met(session: TestSession): Promise<Body<'getSession'>> {
  return until('the window is known', async () => {
    await session.append([{ role: 'user', content: 'go on' }])
    const now = await session.read()
    return now.window === 'unverified' ? null : now
  })
}

test('[S4] [Q2] the model is met with a later message: window and size are known then, and reliability says so', async () => {
  await begin()
  const session = await daemon.openSession({ model: NAME })
  await session.append([{ role: 'user', content: 'hello' }])
  const before = await session.read()
  expect(before).toMatchObject({ window: 'unverified', limit: 13_600 })
  expect(before.contextStatus.reliability.reasons[0]).toBe('model size unknown, assumed 7B: × 0.5')
  comes(32_768)
  const now = await met(session)
  expect(now).toMatchObject({ window: 32_768, limit: 13_600 })
  expect(now.contextStatus.reliability.reasons[0]).toBe('model size 2.7B: × 0.3')
  const { events } = await log(session.id)
  expect(events.map(({ type }: Fact) => type)).toEqual(
    expect.arrayContaining(['reliability-changed', 'session-updated']),
  )
  expect(events.find(({ type }: Fact) => type === 'session-updated')?.data).toMatchObject({
    changed: ['window'],
    window: 32_768,
    limit: 13_600,
  })
})

test('[S4] a window that turns out smaller flags a fixed part of more than its half, once', async () => {
  await begin()
  const session = await daemon.openSession({ model: NAME, systemPrompt: ' word'.repeat(1_800) })
  await session.append([{ role: 'user', content: 'hello' }])
  comes(4_096)
  expect(await met(session)).toMatchObject({ limit: 3_481 })
  await session.append([{ role: 'user', content: 'go on' }])
  const appended = (await session.history()).length
  const events = await until('every message is in the log', async () => {
    const page = await log(session.id)
    return page.events.filter(({ type }) => type === 'message-appended').length === appended && page.events
  })
  const flags = events.filter(({ type }) => type === 'fixed-part-over-budget')
  expect(flags).toMatchObject([{ data: { budget: 1_740, parts: [{ name: 'system' }, {}, {}] } }])
})

test('[S4] [P3] [P2] a window smaller than what was asked for makes the limit smaller, and the next context fits it', async () => {
  await begin()
  const session = await daemon.openSession({ model: NAME, policy: { mask: null } })
  await session.append(talk(16))
  const before = await session.read()
  expect(before.contextStatus.used).toBeGreaterThan(4_096)
  comes(4_096)
  const now = await met(session)
  expect(now).toMatchObject({ window: 4_096, contextSize: 4_096, limit: 3_481 })
  expect(now.reserve).toBeLessThanOrEqual(1_740)
  const context = await session.context('openai')
  expect(context.tokens).toBeLessThanOrEqual(now.limit - now.reserve)
  expect(context.contextStatus.degraded.filter((note: string) => note.startsWith('window-exceeded'))).toEqual([])
  expect((await session.audit()).violations).toEqual([])
  const updated = (await log(session.id)).events.find(({ type }: Fact) => type === 'session-updated')
  expect(updated?.data).toMatchObject({ changed: ['window', 'limit'], limit: 3_481 })
})

test('[S4] [P4] where what must stay does not fit the window the limit stays, and every status says what is wrong', async () => {
  await begin()
  const session = await daemon.openSession({ model: NAME, systemPrompt: 'Keep every rule of this house. '.repeat(500) }) // words: ok
  await session.append([{ role: 'user', content: 'hello' }])
  comes(2_048)
  const now = await met(session)
  expect(now).toMatchObject({ window: 2_048, limit: 13_600 })
  const note =
    "window-exceeded: the model's window is 2048 tokens, less than the limit of 13600; open a session of that size"
  expect(now.contextStatus.degraded).toContain(note)
  expect((await session.tryAppend([{ role: 'user', content: 'and now?' }])).body.contextStatus.degraded).toContain(note)
})
