import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { readContext } from '../../src/app/context/read-context.js'
import type { Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

/** No model server and no worker: what must fit is made to fit on the road. */
let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const path = (id: string, rest: string) => `/v1/sessions/${id}/${rest}`
const get = async (id: string, rest: string) => (await daemon.call('GET', path(id, rest))).json
const append = (id: string, messages: Json[]) =>
  daemon.call('POST', path(id, 'messages'), { body: { format: 'openai', messages } })
const say = (words: string) => ({ role: 'user', content: words })

test(
  '[R4] [P3] [P4] 2,000 turns of human text in a window of 8K: never over its limit, every word readable',
  { timeout: 120_000 },
  async () => {
    const sessionId = await newSession(daemon, { contextSize: '8K' })
    const words = (turn: number) =>
      `Turn ${turn}: the lamp in room ${turn} must stay on. ${'And we talked about the weather for a while. '.repeat(2)}`
    for (let turn = 1; turn <= 2_000; turn++) {
      const value: Json = say(words(turn))
      const { contextStatus } = await appendMessages(daemon.ports, {
        appId: null,
        sessionId,
        format: 'openai',
        raw: [JSON.stringify(value)],
        values: [value],
      })
      if (contextStatus.used <= contextStatus.limit - contextStatus.reserve && turn % 50 !== 0) continue
      const context = JSON.parse((await readContext(daemon.ports, { appId: null, sessionId, format: 'openai' })).body)
      expect(context.tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
      expect(context.messages.at(-1)).toEqual(value)
    }
    const audit = await get(sessionId, 'audit')
    expect(audit).toMatchObject({ ok: true, messages: 2_000, violations: [] })
    expect(audit.evicted).toBeGreaterThan(1_500)
    // Set aside in batches, not one at a time: a prefix that breaks at every turn is of no use to a prompt cache. [P12]
    expect((await daemon.ports.store.cuts(sessionId)).length).toBeLessThan(200)
    const oldest = (await get(sessionId, 'messages?from=1&to=3')).messages
    expect(oldest.map(({ message }: { message: Json }) => message)).toEqual([1, 2, 3].map((turn) => say(words(turn))))
  },
)

test('[I27] [B4] [P3] a context that would not fit is shrunk before it is handed out, and says so as an event', async () => {
  const id = await newSession(daemon, { policy: { mask: null } })
  const reply = await append(id, talk(60))
  expect(reply.json.contextStatus.used).toBeGreaterThan(13_600)
  expect(reply.json.contextStatus.degraded.join()).toContain('over-limit')
  const context = await get(id, 'context?format=openai')
  expect(context.tokens).toBeLessThanOrEqual(12_600)
  const { events } = await until('the emergency is told', async () => {
    const page = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=emergency,checkpoint-created`)).json
    return page.events.some(({ type }: { type: string }) => type === 'emergency') ? page : null
  })
  const emergency = events.find(({ type }: { type: string }) => type === 'emergency')
  expect(emergency.data.tokensAfter).toBeLessThan(emergency.data.tokensBefore)
  expect((await get(id, 'compressions')).compressions[0]).toMatchObject({ trigger: 'emergency', status: 'completed' })
  // Asked again at once it is the same, byte for byte.
  expect((await daemon.call('GET', path(id, 'context?format=openai'))).json.messages).toEqual(context.messages)
})

test('[B4] [S3] a reply that needs more room gets it', async () => {
  const id = await newSession(daemon)
  await append(id, talk(14))
  const context = await get(id, 'context?reserve=9000')
  expect(context.tokens).toBeLessThanOrEqual(13_600 - 9_000)
  expect(await get(id, 'audit')).toMatchObject({ ok: true })
})

test('[I7] [P3] one message that no rule can make fit is refused with its numbers, and nothing of its batch is stored', async () => {
  const id = await newSession(daemon, { contextSize: '8K' })
  const reply = await append(id, [say('short'), say('far too much to keep word for word. '.repeat(1_500))])
  expect(reply.status).toBe(422)
  expect(reply.json).toMatchObject({ code: 'message_exceeds_window', limit: 6_800, reserve: 1_000 })
  expect(reply.json.tokens).toBeGreaterThan(5_800)
  expect((await get(id, 'audit')).messages).toBe(0)
  // The same as a tool's result, or as an answer, is no trouble: there it may shrink.
  const answer = { role: 'assistant', content: 'far too much to keep word for word. '.repeat(1_500) }
  expect((await append(id, [say('short'), answer])).status).toBe(201)
  expect((await get(id, 'context')).tokens).toBeLessThanOrEqual(5_800)
})

test('[B5] every reply about a session carries its budget', async () => {
  const made = await daemon.call('POST', '/v1/sessions', {
    body: { model: 'qwen2.5:7b', contextSize: '16K', systemPrompt: 'Be terse.' },
  })
  const id = made.json.id
  const replies = [
    made,
    await append(id, talk(2)),
    await daemon.call('GET', `/v1/sessions/${id}`),
    await daemon.call('GET', path(id, 'context')),
  ]
  for (const { json } of replies) {
    expect(json.contextStatus).toMatchObject({
      limit: 13_600,
      reserve: 1_000,
      level: 'GREEN',
      compressions: 0,
      checkpoints: 0,
      compressor: { state: 'idle' },
    })
    const { used, available, trigger, untilCompression, breakdown, display } = json.contextStatus
    const { user, assistant, tool } = breakdown
    expect(used).toBe(Object.values<number>(breakdown).reduce((sum, tokens) => sum + tokens, 0))
    expect(available).toBe(13_600 - breakdown.system)
    expect(trigger).toBe(Math.floor(0.8 * available))
    expect(untilCompression).toBe(trigger - user - assistant - tool)
    expect(display).toMatch(/^Context: [\d,]+\/13,600 {2}🟢 \d+% {2}\(0 compressions\)$/)
  }
})

test('[C6] a checkpoint records what it stands for, what it says and who wrote it', async () => {
  const id = await newSession(daemon, { policy: { mask: null } })
  await append(id, talk(60))
  await get(id, 'context')
  const { checkpoints } = await get(id, 'checkpoints')
  const newest = checkpoints[0]
  expect(newest).toMatchObject({
    level: 3,
    generation: 0,
    compressions: 1,
    summarizer: { kind: 'extractive' },
    supersedes: [],
    supersededBy: null,
    recompressedAt: null,
  })
  expect(newest.covered.at(-1).to).toBe(newest.range.to)
  expect(newest.sourceDigest).toMatch(/^[0-9a-f]{64}$/)
  expect(newest.summary).toContain(`Checkpoint ${newest.number}`)
  expect(newest.lines.length).toBeGreaterThan(0)
  for (const name of ['keyDecisions', 'filesModified', 'nextSteps', 'exactFacts'])
    expect(newest[name]).toBeInstanceOf(Array)
  expect(newest.currentTokens).toBeLessThan(newest.originalTokens)
  expect(newest.verification.invented).toBe(0)
})

test('[I26] [I28] [D6] [D5] a size that swings around the mark causes one cut, not many', async () => {
  const id = await newSession(daemon)
  for (let number = 0; number < 24; number++) {
    const callId = `c${number}`
    await append(id, [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: callId, type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: callId, content: 'a row of the table that was asked for, '.repeat(55) },
    ])
  }
  const cuts = await daemon.ports.store.cuts(id)
  expect(cuts.length).toBeGreaterThan(0)
  for (const { tokensBefore, tokensAfter } of cuts)
    expect(tokensBefore - tokensAfter).toBeGreaterThanOrEqual(0.09 * 13_600)
})

test('[R4] where no word may be set aside, the one that would need it is refused', async () => {
  const id = await newSession(daemon, { contextSize: '8K', policy: { overflow: 'reject' } })
  let refused = 0
  for (let turn = 0; turn < 40; turn++) {
    const reply = await append(id, [
      say(`Turn ${turn}. ${'And then we talked about it at length. '.repeat(25)}`),
      { role: 'assistant', content: 'Yes. '.repeat(100) },
    ])
    if (reply.status === 422) refused += 1
    else expect(reply.status).toBe(201)
    expect((await get(id, 'context')).tokens).toBeLessThanOrEqual(5_800)
  }
  expect(refused).toBeGreaterThan(5)
  const audit = await get(id, 'audit')
  expect(audit).toMatchObject({ ok: true })
  const shown = JSON.stringify((await get(id, 'context')).messages)
  for (const { message } of (await get(id, 'messages?limit=500')).messages)
    if (message.role === 'user') expect(shown).toContain(message.content)
})

test('[P3] preset truncate: the oldest answers and results leave without a summary, the words of the user stay', async () => {
  const id = await newSession(daemon, { preset: 'truncate' })
  await append(id, talk(50))
  expect((await get(id, 'context')).tokens).toBeLessThanOrEqual(12_600)
  const audit = await get(id, 'audit')
  expect(audit).toMatchObject({ ok: true, covered: 0 })
  expect(audit.evicted).toBeGreaterThan(50)
  expect((await get(id, 'explain')).entries.some(({ role }: { role?: string }) => role === 'user')).toBe(true)
})
