import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { CANARY, sightings } from '../support/canaries.js'
import { scriptedOllama, type Scenario, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama()
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

/** Talk long enough for a compression, with the canary in every message. */
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, i) => [
    { role: 'user', content: `Question ${i} about the ${CANARY}.` },
    { role: 'assistant', content: `We decided in round ${i} that src/${CANARY}-${i}.ts stays. `.repeat(10) },
  ]).flat()

test('[13] a scanner finds the text of a conversation in a log line', () => {
  expect(sightings(['{"msg":"fine"}', `{"msg":"bad ${CANARY}"}`])).toEqual([`{"msg":"bad ${CANARY}"}`])
})

test('[13] compressions log no conversation text, whatever the model server does', async () => {
  const scenarios: Scenario[] = [
    'honest',
    'garbage',
    'obeying-injection',
    'reset',
    'error-midway',
    'rejecting',
    'error500',
  ]
  for (const scenario of scenarios) {
    ollama.scenario = scenario
    const { id } = await daemon.openSession({ contextSize: '4K', systemPrompt: `Never mention the ${CANARY}.` })
    const reply = await daemon.client.send('appendMessages', {
      params: { sessionId: id },
      body: { messages: talk(22) },
    })
    expect(reply.status).toBe(201)
    await until(`the end of a compression with ${scenario}`, async () => {
      const { compressions } = await daemon.client.call('listCompressions', { params: { sessionId: id } })
      return (
        compressions.length > 0 &&
        compressions.every(({ status }: { status: string }) => status !== 'queued' && status !== 'running')
      )
    })
  }
  expect(sightings(daemon.logged())).toEqual([])
})

test('[13] refused requests log no conversation text', async () => {
  const { id } = await daemon.openSession({ contextSize: '4K' })
  const path = `/v1/sessions/${id}/messages`
  for (const body of [
    `{"messages": [${CANARY}`,
    { messages: [{ role: CANARY, content: CANARY }] },
    { [CANARY]: CANARY },
  ]) {
    const { status } = await daemon.call('POST', path, { body })
    expect([status, status < 500]).toEqual([status, true])
  }
  await daemon.call('GET', `/v1/sessions/${id}/search?q=${CANARY}`)
  expect(sightings(daemon.logged())).toEqual([])
})
