import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preset } from '../../src/domain/session/policy.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { question, round } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama({ model: 'gpt-4o', contextLength: 16_384 })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

interface Status {
  limit: number
  reserve: number
  used: number
  untilCompression: number | null
  breakdown: Record<'user' | 'assistant' | 'tool' | 'checkpoints', number>
  available: number
  compressor: { state: string }
}
interface Step {
  /** After the append, before any compression of it. */
  status: Status
  /** Whether the append made a compression pending. */
  pending: boolean
  /** Chats with the model because of the append. */
  calls: number
}

const APPENDS = 30

/** Plays a session with a long system prompt, two rounds at a time; a compression ends before the next round. */
async function play(preset: Preset, contextSize = '8K'): Promise<Step[]> {
  const id = await newSession(daemon, {
    preset,
    model: 'gpt-4o',
    contextSize,
    systemPrompt: 'You are careful. '.repeat(250),
  })
  const steps: Step[] = []
  for (let number = 1; number <= APPENDS; number++) {
    const before = ollama.calls
    const messages = [...(number % 5 === 1 ? [question(number)] : []), ...round(2 * number), ...round(2 * number + 1)]
    const reply = await daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages } })
    const status: Status = reply.json.contextStatus
    await until('the compressor rests', async () => {
      const { compressor } = (await daemon.call('GET', `/v1/sessions/${id}`)).json.contextStatus
      return compressor.state !== 'queued' && compressor.state !== 'running'
    })
    steps.push({ status, pending: status.compressor.state === 'queued', calls: ollama.calls - before })
  }
  return steps
}

test.each([
  ['simple', 0.5, '16K'],
  ['tiered', 0.75, '8K'],
] as const)(
  '[10.3] [B2] preset %s asks the model when %d of the limit is used, for the whole session',
  async (preset, at, contextSize) => {
    const steps = await play(preset, contextSize)
    for (const { status, pending } of steps) {
      // A plan that frees too little for a cut is reported instead. [P9]
      const due = pending || status.compressor.state === 'stuck'
      expect(due, `${status.used} of ${status.limit} used`).toBe(status.used >= at * status.limit)
    }
    // Not only before the first checkpoints: the model is asked in the last third as well.
    const late = steps.slice((2 * APPENDS) / 3)
    expect(late.some(({ calls }) => calls > 0)).toBe(true)
    expect(steps.filter(({ pending }) => pending).length).toBeGreaterThan(3)
  },
)

test('[10.3] preset tiered asks no model while offloading, masking and truncating keep it below 75 %', async () => {
  const id = await newSession(daemon, { preset: 'tiered', model: 'gpt-4o', contextSize: '16K' })
  const before = ollama.calls
  let rawTokens = 0
  let peak = 0
  for (let number = 1; number <= 40; number++) {
    const callId = `c${number}`
    const call = { id: callId, type: 'function', function: { name: 'read_page', arguments: `{"page":${number}}` } }
    const body = {
      format: 'openai',
      messages: [
        ...(number === 1 ? [question(1)] : []),
        { role: 'assistant', content: `Page ${number}.`, tool_calls: [call] },
        { role: 'tool', tool_call_id: callId, content: `A row of page ${number} that was asked for, `.repeat(60) },
      ],
    }
    const { json } = await daemon.call('POST', `/v1/sessions/${id}/messages`, { body })
    for (const { tokens } of json.messages) rawTokens += tokens
    const { used, limit, compressor } = json.contextStatus
    peak = Math.max(peak, used / limit)
    expect(compressor.state).toBe('idle')
  }
  // The results alone would fill the window twice; masking them was enough each time.
  expect(rawTokens).toBeGreaterThan(2 * 13_600)
  expect(peak).toBeLessThan(0.75)
  expect(ollama.calls).toBe(before)
  const { json } = await daemon.call(
    'GET',
    `/v1/events?sessionId=${id}&types=compression-queued,tool-result-masked&limit=500`,
  )
  const types = new Set(json.events.map(({ type }: { type: string }) => type))
  expect([...types]).toEqual(['tool-result-masked'])
})

test('[10.3] [B2] [M4] preset checkpointed asks the model at 80 % of what is left, or when recall would find too few tokens', async () => {
  const steps = await play('checkpointed')
  for (const { status, pending } of steps) {
    const { user, assistant, tool } = status.breakdown
    const isFull = user + assistant + tool >= Math.floor(0.8 * status.available)
    const isTight = status.used > status.limit - status.reserve - 0.075 * status.limit
    if (isFull) expect(pending).toBe(true)
    if (pending) expect(isFull || isTight).toBe(true)
  }
  expect(steps.slice((2 * APPENDS) / 3).some(({ calls }) => calls > 0)).toBe(true)
})

test.each(['watermark', 'truncate', 'off'] as const)('[10.3] preset %s never asks the model', async (preset) => {
  const steps = await play(preset)
  expect(steps.every(({ pending, calls }) => !pending && calls === 0)).toBe(true)
  expect(Math.max(...steps.map(({ status }) => status.used / status.limit))).toBeGreaterThan(0.8)
})
