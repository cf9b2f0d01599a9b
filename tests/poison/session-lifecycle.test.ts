import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ports } from '../../src/ports/ports.js'
import { runAging } from '../../src/app/compression/run-aging.js'
import { auditSample } from '../../src/app/context/audit-sample.js'
import { requeuePending, requeueUpgrades } from '../../src/app/compression/requeue-pending.js'
import { drainPending } from '../../src/app/compression/drain.js'
import type { Json } from '../../src/domain/message.js'
import { wrongClock } from '../leases/held-worker.js'
import { compressionsOf, expectSound, plainTalk } from '../support/filled-session.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { quietLog } from '../support/quiet-log.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { often } from '../support/long-run.js'

/** Strings of what is hard to store: halves of pairs, NUL, controls, non-characters, what looks like an escape, what ends a string. */
const unit = fc.constantFrom(
  ...'ab "\\{}',
  '\0',
  '\ud83d',
  '\ude00',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u2028',
  '\ufffe',
  '\\u0000',
  '😀',
  '\n',
)
const anyText = fc.string({ unit, minLength: 1, maxLength: 24 })
/** Where one line of visible text is asked for. */
const oneLine = anyText.map((text) => `x${text.replace(/[\p{Cc}\u2028\u2029]/gu, '')}`)
const NEVER = new AbortController().signal
const LATER_MS = 600_000
/** Of all compressions that ran. */
const triggers = new Set<string>()

let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama()
  daemon = await startDaemon({ env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

const call = async (method: string, path: string, body?: object) => {
  const reply = await daemon.call(method, path, { body })
  expect(reply.status, `${method} ${path} ${reply.text}`).toBeLessThan(300)
  return reply.json
}

/** One message in each format with the text wherever text may be. */
function messagesWith(text: string, line: string): [format: string, messages: Json[]][] {
  const json = JSON.stringify({ [text]: text })
  const parts: Json = [
    { type: 'text', text },
    { type: 'reasoning', text },
    { type: 'tool_call', callId: text, name: line, args: { [text]: [text] } },
  ]
  const result: Json = {
    type: 'tool_result',
    callId: text,
    name: line,
    content: [{ type: 'text', text }],
    isError: false,
  }
  const fn: Json = { id: `o${text}`, type: 'function', function: { name: line, arguments: json } }
  const use: Json = { type: 'tool_use', id: `a${text}`, name: line, input: { [text]: text } }
  return [
    [
      'native',
      [
        { role: 'assistant', parts, externalId: text, metadata: { [text]: text } },
        { role: 'tool', parts: [result] },
      ],
    ],
    ['native', [{ role: 'user', content: text, externalId: text }]],
    [
      'openai',
      [
        { role: 'assistant', content: text, name: text, tool_calls: [fn] },
        { role: 'tool', tool_call_id: `o${text}`, content: text },
      ],
    ],
    [
      'anthropic',
      [
        { role: 'assistant', content: [{ type: 'text', text }, use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `a${text}`, content: text }] },
      ],
    ],
    [
      'ollama',
      [
        { role: 'assistant', content: text, tool_calls: [{ function: { name: line, arguments: { [text]: text } } }] },
        { role: 'tool', content: text, tool_name: line },
      ],
    ],
  ]
}

interface Life {
  id: string
  sent: Json[]
}

async function open(text: string, line: string): Promise<string> {
  const names = [line.slice(0, 200)]
  const { id } = await call('POST', '/v1/sessions', {
    model: text,
    contextSize: '8K',
    systemPrompt: text,
    tools: [{ name: text, description: text, [text]: text }],
    metadata: { [text]: [text] },
    policy: {
      condense: { kinds: { search: names, file: names } },
      truncateInputs: { tools: names },
      watermark: { tools: names },
      humanTools: names,
    },
    goal: {
      description: line,
      items: [
        { kind: 'decision', text: line, locked: true, reason: line },
        { kind: 'artifact', path: line, action: 'created' },
      ],
    },
  })
  await call('POST', `/v1/sessions/${id}/goals`, {
    description: line,
    status: 'paused',
    items: [{ kind: 'next', text: line }],
  })
  return id
}

async function talk({ id, sent }: Life, format: string, messages: Json[]): Promise<void> {
  await call('POST', `/v1/sessions/${id}/messages`, { format, messages })
  sent.push(...messages)
}

async function live(text: string, line: string): Promise<Life> {
  const life: Life = { id: await open(text, line), sent: [] }
  for (const [format, messages] of messagesWith(text, line)) await talk(life, format, messages)
  const said = plainTalk(24).map(({ role, content }) => ({
    role,
    content: `${content} We decided to keep src/${line}.ts. ${text}`,
  }))
  await talk(life, 'openai', said)
  await call('POST', `/v1/sessions/${life.id}/watermark`, { toolCallId: text })
  await call('POST', `/v1/sessions/${life.id}/watermark`, { toolName: line })
  await call('POST', `/v1/sessions/${life.id}/drift`, { action: `x${text}` })
  return life
}

async function compress(ports: Ports, id: string, text: string): Promise<void> {
  // It joins the one that the long talk queued already, if there is one.
  const asked = await call('POST', `/v1/sessions/${id}/compress`, { instructions: text })
  expect([text, null]).toContain(asked.instructions)
  expect(await requeuePending(ports)).toBeGreaterThan(0)
  await drainPending(ports, NEVER)
  const ended = await call('GET', `/v1/sessions/${id}/compressions/${asked.id}`)
  expect(ended).toMatchObject({ status: 'completed', instructions: asked.instructions })
  await runAging(ports, { sessionId: id, compressionId: asked.id })
}

/** Every job there is, as workers run them: first with no such model, so that there is a copy to upgrade. */
async function work({ id }: Life, text: string): Promise<void> {
  const log = quietLog()
  const withModel = (summaryModel: string): Ports => ({
    ...daemon.ports,
    log,
    settings: { ...daemon.ports.settings, summaryModel },
  })
  const copying = withModel(`absent ${text}`)
  const writing = withModel('qwen2.5:7b')
  const again = plainTalk(24).map(({ role, content }) => ({ role, content: `${content} ${text}` }))
  await compress(copying, id, text)
  // A copied checkpoint is written again once its session is quiet, and before the next compression ages it.
  const later = { ...writing, clock: wrongClock(LATER_MS) }
  expect(await requeueUpgrades(later)).toBe(true)
  await drainPending(later, NEVER)
  await call('POST', `/v1/sessions/${id}/messages`, { format: 'openai', messages: again })
  await compress(writing, id, text)
  await auditSample(writing)
  const ended = await compressionsOf(daemon, id)
  expect(ended.filter(({ status }) => status !== 'completed' && status !== 'skipped')).toEqual([])
  for (const { trigger } of ended) triggers.add(trigger)
  expect(log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
}

async function expectExact({ id, sent }: Life, text: string, line: string): Promise<void> {
  const session = await call('GET', `/v1/sessions/${id}`)
  expect(session).toMatchObject({
    model: text,
    systemPrompt: text,
    metadata: { [text]: [text] },
    tools: [{ name: text, description: text, [text]: text }],
  })
  expect(session.policy).toMatchObject({
    humanTools: [line],
    watermark: { tools: [line] },
    truncateInputs: { tools: [line] },
    condense: { kinds: { file: [line] } },
  })
  const { messages } = await call('GET', `/v1/sessions/${id}/messages?limit=1000`)
  expect(messages.slice(0, sent.length).map(({ message }: { message: Json }) => message)).toEqual(sent)
  const { goals } = await call('GET', `/v1/sessions/${id}/goals`)
  expect(goals.map(({ description }: { description: string }) => description)).toEqual([line, line])
  expect(goals[0]).toMatchObject({ decisions: [{ text: line, reason: line }], artifacts: [{ path: line }] })
  for (const path of ['ledger', 'checkpoints?superseded=true', 'offloads', 'status', 'log', 'explain', 'watermark'])
    await call('GET', `/v1/sessions/${id}/${path}`)
  for (const format of ['native', 'openai', 'anthropic', 'ollama'])
    await call('GET', `/v1/sessions/${id}/context?format=${format}`)
  await expectSound(daemon, id)
}

test('[13] [P1] any string comes back exactly after compression, aging, upgrade, upkeep and sweep', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, oneLine, async (text, line) => {
      const life = await live(text, line)
      await work(life, text)
      await expectExact(life, text, line)
      await call('DELETE', `/v1/sessions/${life.id}`)
    }),
    {
      seed: 20_261_122,
      numRuns: often(4, 8),
      examples: [
        ['\0', 'x\ud83d'],
        ['be nice \ud83d', 'x'],
        ['\ude00\ud83d\ude00\\', 'x'],
      ],
    },
  )
  expect([...triggers]).toEqual(expect.arrayContaining(['manual', 'upgrade']))
})

test('[13] the name of an app comes back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (name) => {
      const { id } = await call('POST', '/v1/apps', { name })
      const { apps } = await call('GET', '/v1/apps?limit=200')
      expect(apps.find((app: { id: string }) => app.id === id)).toMatchObject({ name })
    }),
    { seed: 20_261_122, numRuns: 40 },
  )
})
