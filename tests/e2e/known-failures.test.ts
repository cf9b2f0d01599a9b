/** What was seen to break services of this kind when they were started and measured: each must hold here. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'
import { often } from '../support/long-run.js'

let daemon: Daemon
let ollama: ScriptedOllama
beforeAll(async () => {
  ollama = await scriptedOllama({ contextLength: 8_192 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

test('[P1] 16 writers with 5 appends each to one session: all 80 are stored, once, in one order', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let number = 0; number < 5; number++) {
      const reply = await session.tryAppend([{ role: 'user', content: `writer ${writer} says ${number}` }])
      expect(reply.status).toBe(201)
    }
  })
  await Promise.all(writers)
  const messages = await session.history()
  const said: string[] = messages.map(({ message }: { message: { content: string } }) => message.content)
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
  expect(new Set(said).size).toBe(80)
  for (let writer = 0; writer < 16; writer++) {
    expect(said.filter((text) => text.startsWith(`writer ${writer} `))).toEqual(
      Array.from({ length: 5 }, (_, number) => `writer ${writer} says ${number}`),
    )
  }
})

const FACTS = often(100, 200)

test(`[P1] [P3] ${FACTS} numbered facts through a window of 4,000: every context fits, every fact can be read`, async () => {
  const session = await daemon.openSession({ contextSize: '4K' })
  for (let number = 1; number <= FACTS; number++) {
    const fact = `Fact ${number}: the valve V-${1_000 + number} opens at ${number * 7} kPa and must never be left open for more than ${number} seconds.`
    const reply = await session.tryAppend([
      { role: 'user', content: fact },
      { role: 'assistant', content: `Noted: V-${1_000 + number} at ${number * 7} kPa.` },
    ])
    expect(reply.status).toBe(201)
    const { tokens, contextStatus } = await session.context()
    expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  }
  const history = JSON.stringify(await session.history())
  for (let number = 1; number <= FACTS; number++)
    expect(history).toContain(`V-${1_000 + number} opens at ${number * 7} kPa`)
  expect(await session.audit()).toMatchObject({ ok: true, messages: 2 * FACTS, violations: [] })
})

test('[P1] [P6] [V5] a model that is dead when a summary is due: the append is stored, the context fits, the cut is made without it', async () => {
  ollama.scenario = 'reset'
  const session = await daemon.openSession({ contextSize: '8K', policy: { mask: null } })
  for (let number = 0; number < 20; number++) {
    const reply = await session.tryAppend([
      { role: 'user', content: `Step ${number}, please.` },
      {
        role: 'assistant',
        content: `Step ${number}: wrote src/part${number}.ts. ${'It went as planned and nothing else had to change. '.repeat(35)}`,
      },
    ])
    expect(reply.status).toBe(201)
  }
  const compression = await until('a compression ends', async () => {
    const compressions = await session.compressions()
    return compressions.find(({ status }) => status === 'completed')
  })
  expect(compression.checkpointId).toMatch(/^cp_/)
  const { tokens, contextStatus } = await session.context()
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  expect(await session.audit()).toMatchObject({ ok: true, messages: 40, violations: [] })
  ollama.scenario = 'honest'
})

test('[P1] [C8] a real tool-calling dialogue comes back byte for byte', async () => {
  const text = readFileSync(new URL('../../examples/airline-tool-calls.json', import.meta.url), 'utf8')
  const { messages } = JSON.parse(text) as { messages: Json[] }
  const session = await daemon.openSession({ contextSize: '32K', clamp: true })
  expect((await session.tryAppend(messages)).status).toBe(201)
  const history = await session.send('readHistory', { query: { limit: 500 } })
  const given: { message: Json }[] = history.body.messages
  expect(given.map(({ message }) => JSON.stringify(message))).toEqual(
    messages.map((message) => JSON.stringify(message)),
  )
  for (const message of messages) expect(history.text).toContain(JSON.stringify(message))
})
