import { afterEach, expect, test } from 'vitest'
import { MODES } from '../../src/domain/session/policy.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'

let daemon: Daemon
let ollama: ScriptedOllama
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
})
/** What the model was asked last, by role. */
const asked = () => {
  const { messages = [] } = ollama.requests.findLast(({ path }) => path === '/api/chat')!.body
  return { system: messages[0]!.content, prompt: messages.at(-1)!.content }
}

async function compressed(
  body: object,
  during: (session: TestSession) => Promise<unknown> = async () => {},
): Promise<TestSession> {
  ollama = await scriptedOllama({ scenario: 'honest', contextLength: 32_768 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  const session = await daemon.openSession({ policy: { mask: null }, ...body })
  await during(session)
  await session.append(talk(14))
  expect((await session.compress()).status).toBe('completed')
  return session
}

test('[V3] [G1] the prompt that reaches the model has the goal as it is now: what to keep in detail, and what not', async () => {
  const goal = {
    description: 'Ship the importer before Friday',
    items: [
      { kind: 'step', text: 'read every room', status: 'completed' }, // words: ok
      { kind: 'step', text: 'write the parser', status: 'in-progress' },
      { kind: 'next', text: 'measure the parser' },
      { kind: 'decision', text: 'keep the old file format', locked: true },
    ],
  }
  const session = await compressed({ goal }, (session) =>
    session.call('addGoal', { body: { description: 'Tidy up later', status: 'paused' } }),
  )
  const { prompt, system } = asked()
  const [, head] = prompt.split('</conversation>')
  expect(head).toContain('Ship the importer before Friday\nwrite the parser')
  expect(head).toContain('Keep in detail what these need:\n- measure the parser')
  expect(head).toContain('- read every room\n- Tidy up later') // words: ok
  expect(system).not.toContain('importer')
  // What is in the goal's block is not noted once more.
  const { lines } = (await session.checkpoints())[0]!
  expect(JSON.stringify(lines)).not.toMatch(/importer|measure the parser/)
  expect((await session.audit()).ok).toBe(true)
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
  const session = await compressed({ mode: 'PLANNING' })
  await session.update({ mode: 'DEBUGGER' })
  await session.append(talk(14, 50))
  expect((await session.compress()).status).toBe('completed')
  expect(asked().system).toContain('root cause')
})
