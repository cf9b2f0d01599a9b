import { afterEach, expect, test } from 'vitest'
import { MODES } from '../../src/domain/session/policy.js'
import { talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})

const call = async (method: string, path: string, body?: object) =>
  (await daemon.call(method, `/v1/sessions/${path}`, { body })).json
/** What the model was asked last, by role. */
const asked = () => {
  const { messages = [] } = ollama.requests.findLast(({ path }) => path === '/api/chat')!.body
  return { system: messages[0]!.content, prompt: messages.at(-1)!.content }
}

async function compressed(body: object, during: (id: string) => Promise<unknown> = async () => {}): Promise<string> {
  ollama = await scriptedOllama({ scenario: 'honest', contextLength: 32_768 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  const id = await newSession(daemon, { policy: { mask: null }, ...body })
  await during(id)
  await call('POST', `${id}/messages`, { format: 'openai', messages: talk(14) })
  expect((await call('POST', `${id}/compress`, { waitMs: 30_000 })).status).toBe('completed')
  return id
}

test('[V3] [G1] the prompt that reaches the model tells the goal as it is now: what to keep in detail, and what not', async () => {
  const goal = {
    description: 'Ship the importer before Friday',
    items: [
      { kind: 'step', text: 'read every room', status: 'completed' },
      { kind: 'step', text: 'write the parser', status: 'in-progress' },
      { kind: 'next', text: 'measure the parser' },
      { kind: 'decision', text: 'keep the old file format', locked: true },
    ],
  }
  const id = await compressed({ goal }, (session) =>
    call('POST', `${session}/goals`, { description: 'Tidy up later', status: 'paused' }),
  )
  const { prompt, system } = asked()
  const [head] = prompt.split('<conversation>')
  expect(head).toContain('Ship the importer before Friday\nwrite the parser')
  expect(head).toContain('Keep in detail what these need:\n- measure the parser')
  expect(head).toContain('- read every room\n- Tidy up later')
  expect(system).not.toContain('importer')
  // What stands in the goal's block is not noted once more.
  const [{ lines }] = (await call('GET', `${id}/checkpoints`)).checkpoints
  expect(JSON.stringify(lines)).not.toMatch(/importer|measure the parser/)
  expect((await call('GET', `${id}/audit`)).ok).toBe(true)
})

test.each(MODES)('[G5] mode %s reaches the model', async (mode) => {
  await compressed({ mode })
  const words = { DEVELOPER: 'file paths', PLANNING: 'trade-offs', DEBUGGER: 'stack traces', ASSISTANT: 'preferences' }[
    mode
  ]
  expect(asked().system).toMatch(new RegExp(`Keep above all: [^.]*${words}[^.]*\\. Decisions always\\.`))
  expect(asked().prompt).not.toContain('serves this goal')
})

test('[G5] a mode that is changed holds for the next summary', async () => {
  const id = await compressed({ mode: 'PLANNING' })
  await call('PATCH', id, { mode: 'DEBUGGER' })
  await call('POST', `${id}/messages`, { format: 'openai', messages: talk(14, 50) })
  expect((await call('POST', `${id}/compress`, { waitMs: 30_000 })).status).toBe('completed')
  expect(asked().system).toContain('root cause')
})
