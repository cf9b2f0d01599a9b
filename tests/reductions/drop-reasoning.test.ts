import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_TOKENS, usedTokens } from '../../src/domain/session/budget.js'
import { policyOf } from '../../src/domain/session/policy-overrides.js'
import { PRESETS } from '../../src/domain/session/policy.js'
import { planPass } from '../../src/domain/reductions/pass.js'
import { recount } from '../../src/domain/context/token-counts.js'
import { NO_WATERMARK } from '../../src/domain/session/watermark.js'
import type { Format } from '../../src/domain/message.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { takeLog } from '../support/random-log.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
const append = (id: string, messages: object[], format: Format = 'anthropic') =>
  daemon.client.send('appendMessages', { params: { sessionId: id }, body: { format, messages } })

/** About `tokens` tokens of text. */
const thoughts = (tokens: number, name: string) =>
  Array.from({ length: tokens / 4 }, (_, at) => `${name} thinks ${at % 9}.`).join(' ')
const thinking = (tokens: number, name: string) => ({
  type: 'thinking',
  thinking: thoughts(tokens, name),
  signature: `sig-${name}+/==`,
})
const said = (text: string) => ({ type: 'text', text })
const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: { room: id } }) // words: ok
const user = (text: string) => ({ role: 'user', content: text })
const assistant = (...content: object[]) => ({ role: 'assistant', content })

/** Two closed turns and an open tool loop, with reasoning in each. */
const CONVERSATION = [
  user('Look at room 1.'), // words: ok
  assistant(thinking(1_200, 'one'), { type: 'redacted_thinking', data: 'c2VhbGVk' }, said('I look.'), use('a')),
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a lamp' }] },
  assistant(thinking(1_200, 'two')),
  user('Look at room 2.'), // words: ok
  assistant(thinking(1_200, 'three'), said('There is a chair.')),
  user('Look at room 3.'), // words: ok
  assistant(thinking(800, 'open'), use('b')),
]

async function isSound(id: string, messages: number): Promise<void> {
  expect(await get(id, 'audit')).toMatchObject({ ok: true, messages, violations: [] })
}

test('[D7] [D6] reasoning of closed turns leaves before any other reduction, if that is enough', () => {
  const native = (name: string) => ({
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: thoughts(400, name) },
      { type: 'tool_call', callId: name, name: 'Read', args: {} },
    ],
  })
  const result = (callId: string) => ({
    role: 'tool',
    parts: [{ type: 'tool_result', callId, content: 'x y '.repeat(150) }],
  })
  const typed = { role: 'user', parts: [{ type: 'text', text: 'go on' }] }
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const { session: state, entries } = takeLog([
    typed,
    ...names.flatMap((name) => [native(name), result(name)]),
    typed,
    native('open'),
  ])
  const tokenCounts = recount({ tokenCounts: NO_TOKENS, lastSpokenSeq: state.lastSpokenSeq }, entries, [])
  const pass = (limit: number, reasoning?: 'auto' | 'keep' | 'drop') => {
    const policy = policyOf('checkpointed', reasoning && { reasoning })
    const session = {
      ...state,
      scale: EXACT_SCALE,
      limit,
      reserve: 0,
      ledger: null,
      policy,
      tokenCounts,
      watermark: NO_WATERMARK,
    }
    return planPass(session, entries, [])?.steps.map(({ kind, candidates }) => [kind, candidates.map(({ seq }) => seq)])
  }
  const used = usedTokens(tokenCounts)
  expect(pass(Math.floor(used * 1.9))).toEqual([['reasoning', [2, 4, 6, 8, 10, 12]]])
  expect(pass(Math.floor(used * 0.5))?.map(([kind]) => kind)).toEqual(['reasoning', 'mask'])
  expect(pass(Math.floor(used * 0.5), 'keep')?.map(([kind]) => kind)).toEqual(['mask'])
  // Below the mark only `drop` makes a cut.
  expect(pass(used * 10)).toBeUndefined()
  expect(pass(used * 10, 'drop')).toEqual([['reasoning', [2, 4, 6, 8, 10, 12]]])
})

test('[D7] [10.3] presets that reduce nothing keep reasoning; the others drop it', () => {
  expect(PRESETS.map((preset) => [preset, policyOf(preset).reasoning])).toEqual([
    ['checkpointed', 'auto'],
    ['simple', 'auto'],
    ['tiered', 'auto'],
    ['watermark', 'auto'],
    ['truncate', 'keep'],
    ['off', 'keep'],
  ])
})

test('[D7] [P2] [P8] a cut removes the thinking of closed turns, keeps that of the open loop byte for byte, and reports it', async () => {
  const session = await daemon.openSession({ contextSize: 9_000 })
  const { id } = session
  const { contextStatus } = (await append(id, CONVERSATION)).body
  expect(contextStatus.used).toBeLessThan(1_500)
  const { messages } = await get(id, 'context?format=anthropic')
  expect(messages).toEqual(
    [
      CONVERSATION[0],
      assistant(said('I look.'), use('a')),
      CONVERSATION[2],
      // The assistant message of thinking alone is dropped, and the neighbors in the user role are joined.
      CONVERSATION[4],
      assistant(said('There is a chair.')),
      CONVERSATION[6],
      CONVERSATION[7],
    ].flatMap((message, at) => (at === 2 || at === 3 ? (at === 2 ? [joined()] : []) : [message])),
  )
  await isSound(id, 8)
  const [event] = await session.eventsOf('reasoning-dropped')
  expect(event!.data.parts.map(({ seq, tokensAfter }) => [seq, tokensAfter])).toEqual(
    [2, 2, 4, 6].map((seq) => [seq, 0]),
  )
  const { lines } = await get(id, 'log')
  expect(lines.map(({ line }: { line: string }) => line).join('\n')).toMatch(
    /Dropped 4 reasoning parts \(messages 2 to 6\), saved ~\d,\d{3} tokens/,
  )
  const { entries } = await get(id, 'explain')
  const rules = entries.map(({ seq, rule }: { seq?: number; rule: string }) => [seq, rule])
  expect(rules).toContainEqual([2, 'D7'])
  expect(rules).toContainEqual([8, 'C2'])
  const original = await get(id, `offloads/${event!.data.parts[0]!.id}?as=json&limit=100000`)
  expect(JSON.parse(original.content)).toEqual(thinking(1_200, 'one'))
})

/** The result and the words after it, as one message of the user. */
function joined(): object {
  const [result] = CONVERSATION[2]!.content as object[]
  return { role: 'user', content: [result, said('Look at room 2.')] } // words: ok
}

test('[D7] `drop` removes the reasoning of a turn when it closes, `auto` waits for a cut', async () => {
  const turns = CONVERSATION.slice(0, 4)
  const ids = { drop: '', auto: '', keep: '' }
  for (const reasoning of ['drop', 'auto', 'keep'] as const) {
    const { id } = await daemon.openSession({ contextSize: '32K', policy: { reasoning } })
    ids[reasoning] = id
    await append(id, turns)
    expect(JSON.stringify(await get(id, 'context?format=anthropic'))).toContain('sig-one')
    await append(id, [CONVERSATION[4]!])
  }
  const dropped = await get(ids.drop, 'context?format=anthropic')
  expect(JSON.stringify(dropped)).not.toMatch(/sig-|c2VhbGVk/)
  await isSound(ids.drop, 5)
  for (const id of [ids.auto, ids.keep])
    expect(JSON.stringify(await get(id, 'context?format=anthropic'))).toContain('sig-one')
  // Any cut takes the reasoning along under `auto`, and leaves it under `keep`.
  for (const id of [ids.auto, ids.keep]) {
    await append(id, [
      assistant(use('z')),
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'z', content: 'ok' }] },
    ])
    await daemon.client.send('updateSession', {
      params: { sessionId: id },
      body: { policy: { minGain: { tokens: 1, share: 0 } } },
    })
    await daemon.client.send('markBoundary', { params: { sessionId: id }, body: { seq: 6 } })
    await append(id, [user('Next.')])
    await isSound(id, 8)
  }
  expect(JSON.stringify(await get(ids.auto, 'context?format=anthropic'))).not.toContain('sig-one')
  expect(JSON.stringify(await get(ids.keep, 'context?format=anthropic'))).toContain('sig-one')
})

test.each(['auto', 'keep', 'drop'] as const)(
  '[D7] [P3] with `%s` no assistant message is refused because of its reasoning, even in the open loop',
  async (reasoning) => {
    const { id } = await daemon.openSession({ contextSize: '8K', policy: { reasoning } })
    const huge = assistant(thinking(24_000, 'huge'), said('I look.'), use('a'))
    expect((await append(id, [user('Look at room 1.'), huge])).status).toBe(201) // words: ok
    const context = await get(id, 'context?format=anthropic')
    expect(context.tokens).toBeLessThanOrEqual(context.limit - 1_000)
    expect(context.messages).toEqual([user('Look at room 1.'), assistant(said('I look.'), use('a'))]) // words: ok
    await isSound(id, 2)
  },
)

test.each<[Format, object, string]>([
  ['openai', { role: 'assistant', content: 'A lamp.', reasoning_content: 'hm '.repeat(600) }, 'reasoning_content'],
  ['ollama', { role: 'assistant', content: 'A lamp.', thinking: 'hm '.repeat(600) }, 'thinking'],
  [
    'native',
    { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm '.repeat(600) }, said('A lamp.')] },
    'reasoning',
  ],
])('[D7] in the format %s the message stays without its reasoning', async (format, message, key) => {
  const { id } = await daemon.openSession({ policy: { reasoning: 'drop' } })
  const say = format === 'native' ? { role: 'user', parts: [said('And?')] } : user('And?')
  await append(id, [say, message, say], format)
  const { messages } = await get(id, `context?format=${format}`)
  expect(messages).toHaveLength(3)
  expect(JSON.stringify(messages[1])).toContain('A lamp.')
  expect(JSON.stringify(messages[1])).not.toContain(key)
  await isSound(id, 3)
})
