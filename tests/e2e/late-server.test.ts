/** Sessions that were opened before the model server was there. */
import { afterEach, expect, test } from 'vitest'
import { OllamaModel } from '../../src/model/ollama.js'
import { talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
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

const say = (id: string, messages: unknown[]) =>
  daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages } })
const read = async (path: string) => (await daemon.call('GET', `/v1/sessions/${path}`)).json

const log = async (id: string) => (await daemon.call('GET', `/v1/events?sessionId=${id}&limit=500`)).json
interface Fact {
  type: string
}

/** Says small things until the session knows its model. */
async function met(id: string): Promise<any> /* eslint-disable-line @typescript-eslint/no-explicit-any -- a reply */ {
  return until('the window is known', async () => {
    await say(id, [{ role: 'user', content: 'go on' }])
    const session = await read(id)
    return session.window === 'unverified' ? null : session
  })
}

test('[S4] [Q2] the model is met with a later message: window and size are known then, and reliability says so', async () => {
  await begin()
  const id = await newSession(daemon, { model: NAME })
  await say(id, [{ role: 'user', content: 'hello' }])
  const before = await read(id)
  expect(before).toMatchObject({ window: 'unverified', limit: 13_600 })
  expect(before.contextStatus.reliability.reasons[0]).toBe('model size unknown, assumed 7B: × 0.5')
  comes(32_768)
  const session = await met(id)
  expect(session).toMatchObject({ window: 32_768, limit: 13_600 })
  expect(session.contextStatus.reliability.reasons[0]).toBe('model size 2.7B: × 0.3')
  const { events } = await log(id)
  expect(events.map(({ type }: Fact) => type)).toEqual(
    expect.arrayContaining(['reliability-changed', 'session-updated']),
  )
  expect(events.find(({ type }: Fact) => type === 'session-updated')?.data).toMatchObject({
    changed: ['window'],
    window: 32_768,
    limit: 13_600,
  })
})

test('[S4] [P3] [P2] a window smaller than what was asked for makes the limit smaller, and the next context fits it', async () => {
  await begin()
  const id = await newSession(daemon, { model: NAME, policy: { mask: null } })
  await say(id, talk(16))
  const before = await read(id)
  expect(before.contextStatus.used).toBeGreaterThan(4_096)
  comes(4_096)
  const session = await met(id)
  expect(session).toMatchObject({ window: 4_096, contextSize: 4_096, limit: 3_481 })
  expect(session.reserve).toBeLessThanOrEqual(1_740)
  const context = await read(`${id}/context?format=openai`)
  expect(context.tokens).toBeLessThanOrEqual(session.limit - session.reserve)
  expect(context.contextStatus.degraded.filter((note: string) => note.startsWith('window-exceeded'))).toEqual([])
  expect((await read(`${id}/audit`)).violations).toEqual([])
  const updated = (await log(id)).events.find(({ type }: Fact) => type === 'session-updated')
  expect(updated?.data).toMatchObject({ changed: ['window', 'limit'], limit: 3_481 })
})

test('[S4] [P4] where what must stay does not fit the window the limit stays, and every status says what is wrong', async () => {
  await begin()
  const id = await newSession(daemon, { model: NAME, systemPrompt: 'Keep every rule of this house. '.repeat(500) })
  await say(id, [{ role: 'user', content: 'hello' }])
  comes(2_048)
  const session = await met(id)
  expect(session).toMatchObject({ window: 2_048, limit: 13_600 })
  const told =
    "window-exceeded: the model's window is 2048 tokens, less than the limit of 13600; open a session of that size"
  expect(session.contextStatus.degraded).toContain(told)
  expect((await say(id, [{ role: 'user', content: 'and now?' }])).json.contextStatus.degraded).toContain(told)
})
