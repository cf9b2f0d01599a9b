import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLog } from '../../src/importers/index.js'
import type { AnyJson } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'
import { pairProblems } from '../../testing/validity.js'
import { often } from '../support/long-run.js'

let daemon: Daemon
let ollama: ScriptedOllama
beforeAll(async () => {
  ollama = await scriptedOllama({ scenario: 'honest', contextLength: 8_192 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url, SUMMARY_MODEL: 'qwen2.5:7b' } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

/** Of the conversation: until a checkpoint has aged to a line. */
const MESSAGES = often(400, 1_000)
/** Messages that arrive together: a call, its result, and what follows. */
const TOGETHER = 4

test('[C3] [C5] [V2] [V4] [P3] the real coding session of the demo is compressed through a model', async () => {
  const file = readFileSync(new URL('../../examples/claude-code-session.jsonl.gz', import.meta.url))
  const [conversation] = readLog(gunzipSync(file).toString('utf8'), 'claude-code-session.jsonl')
  const messages = conversation!.messages.slice(0, MESSAGES)
  const session = await daemon.openSession({ model: 'replayed-agent' })
  const get = async (rest: string) => (await daemon.call('GET', `/v1/sessions/${session.id}${rest}`)).json
  for (let from = 0; from < messages.length; from += TOGETHER) {
    const group = messages.slice(from, from + TOGETHER)
    const values = group.map(({ value }) => value)
    const origins = group.map(({ origin }) => origin ?? null)
    const appended = await session.append(values, { format: 'anthropic', origins })
    if (appended.contextStatus.compressor.state === 'idle') continue
    await until(
      'the compressor is done',
      async () => !['queued', 'running'].includes((await session.contextStatus()).compressor.state),
    )
    const { contextStatus, ...context } = await session.context('anthropic')
    expect(context.tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
    expect(pairProblems('anthropic', context.messages)).toEqual([])
  }
  const { checkpoints } = await get('/checkpoints?superseded=true&limit=100')
  const fresh = checkpoints.filter(({ generation }: AnyJson) => generation === 0)
  expect(fresh.length).toBeGreaterThan(4)
  expect(fresh.some(({ lines }: { lines: { by: string }[] }) => lines.some(({ by }) => by === 'model'))).toBe(true)
  expect(checkpoints.some(({ level }: AnyJson) => level === 0)).toBe(true)
  expect(await get('/audit')).toMatchObject({ ok: true, messages: messages.length, violations: [] })
  expect(ollama.calls).toBeGreaterThan(4)
})
