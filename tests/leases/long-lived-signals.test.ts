import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { keepLease } from '../../src/app/compression/keep-lease.js'
import { withAnySignal } from '../../src/ports/any-signal.js'
import { OllamaModel } from '../../src/model/ollama/ollama.js'

/** The signal of a stop lives as long as the process, so work must leave nothing on it. */

let ollama: ScriptedOllama
beforeAll(async () => {
  ollama = await scriptedOllama()
})
afterAll(() => ollama.close())

/** Listeners on a signal, and combined signals that it keeps. */
function leftOn(signal: AbortSignal): number {
  const dependants = Object.getOwnPropertySymbols(signal)
    .filter((symbol) => symbol.description === 'kDependantSignals')
    .map((symbol) => (signal as unknown as Record<symbol, Set<unknown> | undefined>)[symbol]?.size ?? 0)
  return getEventListeners(signal, 'abort').length + dependants.reduce((sum, size) => sum + size, 0)
}

test('[P9] a run leaves nothing on the signal that stops its worker', async () => {
  const stopping = new AbortController()
  const needs = { store: { extendLease: async () => true }, log: { warn: () => {} } } as never
  for (let runs = 1; runs <= 50; runs++)
    await keepLease(needs, { sessionId: 'ses_1', compressionId: 'cmp_1', runs }, stopping.signal, async (signal) => {
      expect(signal.aborted).toBe(false)
      expect(leftOn(stopping.signal)).toBe(1)
    })
  expect(leftOn(stopping.signal)).toBe(0)
  // What this test looks for: it would see a combined signal. Node 24 keeps one only while someone listens.
  const combined = AbortSignal.any([stopping.signal])
  combined.addEventListener('abort', () => {})
  expect([combined.aborted, leftOn(stopping.signal)]).toEqual([false, 1])
})

test('[P6] a model call, a probe and an embedding leave nothing on the signals they end with', async () => {
  const model = new OllamaModel({ host: ollama.url })
  const closing = (model as unknown as { closing: AbortController }).closing.signal
  const job = new AbortController()
  const messages = [{ role: 'user' as const, content: 'Summarize.' }]
  for (let i = 0; i < 5; i++) {
    const call = { model: 'qwen2.5:7b', messages, windowTokens: 4_096, maxOutputTokens: 64, signal: job.signal }
    await model.chat(call as never).catch(() => null)
    await model.embed({ model: 'none', texts: ['one'], signal: job.signal }).catch(() => null)
    await model.window('qwen2.5:7b', true)
  }
  expect(ollama.calls).toBeGreaterThanOrEqual(5)
  expect([leftOn(closing), leftOn(job.signal)]).toEqual([0, 0])
  await model.close()
})

test('[P9] any of the signals ends the work, also one that had aborted before', async () => {
  const [first, second, reason] = [new AbortController(), new AbortController(), new Error('the stop')]
  const work = withAnySignal([first.signal, second.signal], async (signal) => {
    second.abort(reason)
    return [signal.aborted, signal.reason]
  })
  expect(await work).toEqual([true, reason])
  expect(await withAnySignal([first.signal, second.signal], async ({ aborted }) => aborted)).toBe(true)
  expect(leftOn(first.signal)).toBe(0)
})
