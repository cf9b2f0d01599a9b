import { TestSession } from '../support/session.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { readContext } from '../../src/app/context/read-context.js'
import type { Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { often } from '../support/long-run.js'

/** No model server and no worker: what must fit is made to fit on the road. */
let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const say = (words: string) => ({ role: 'user', content: words })

const TURNS = often(300, 600)

test(`[R4] [P3] [P4] ${TURNS} turns of human text in a window of 8K: never over its limit, every word readable`, async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const words = (turn: number) =>
    `Turn ${turn}: the lamp in room ${turn} must stay on. ${'And we talked about the weather for a while. '.repeat(2)}` // words: ok
  for (let turn = 1; turn <= TURNS; turn++) {
    const value: Json = say(words(turn))
    const { contextStatus } = await appendMessages(daemon.ports, {
      appId: null,
      sessionId: session.id,
      format: 'openai',
      raw: [JSON.stringify(value)],
      values: [value],
    })
    if (contextStatus.used <= contextStatus.limit - contextStatus.reserve && turn % 50 !== 0) continue
    const context = JSON.parse(
      (await readContext(daemon.ports, { appId: null, sessionId: session.id, format: 'openai' })).body,
    )
    expect(context.tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
    expect(context.messages.at(-1)).toEqual(value)
  }
  const audit = await session.audit()
  expect(audit).toMatchObject({ ok: true, messages: TURNS, violations: [] })
  expect(audit.evicted).toBeGreaterThan(TURNS - 200)
  // Evicted in batches, not one at a time: a prefix that breaks at every turn is of no use to a prompt cache. [P12]
  expect((await daemon.ports.store.cuts(session.id)).length).toBeLessThan(60)
  const oldest = await session.history({ from: 1, to: 3 })
  expect(oldest.map(({ message }) => message)).toEqual([1, 2, 3].map((turn) => say(words(turn))))
})

test('[I27] [B4] [P3] a context that would not fit is shrunk before it is handed out, and says so as an event', async () => {
  const session = await daemon.openSession({ policy: { mask: null } })
  const reply = await session.tryAppend(talk(60))
  const { used, waiting } = reply.body.contextStatus
  expect(used + waiting).toBeGreaterThan(13_600)
  expect(used).toBeLessThanOrEqual(12_600)
  expect(reply.body.contextStatus.degraded.join()).toContain('over-limit')
  const context = await session.context('openai')
  expect(context.tokens).toBeLessThanOrEqual(12_600)
  const [emergency] = await session.eventsOf('emergency')
  expect(emergency!.data.tokensAfter).toBeLessThan(emergency!.data.tokensBefore)
  expect((await session.compressions())[0]).toMatchObject({ trigger: 'emergency', status: 'completed' })
  // Read again at once it is the same, byte for byte.
  expect((await session.context('openai')).messages).toEqual(context.messages)
})

test('[B4] [S3] a reply that needs more tokens gets them', async () => {
  const session = await daemon.openSession()
  await session.append(talk(14))
  const context = await session.context('native', { reserve: 9000 })
  expect(context.tokens).toBeLessThanOrEqual(13_600 - 9_000)
  expect(await session.audit()).toMatchObject({ ok: true })
})

test('[I7] [P3] one message that no rule can make fit is refused with its numbers, and nothing of its batch is stored', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const reply = await session.tryAppend([say('short'), say('far too much to keep word for word. '.repeat(1_500))]) // words: ok
  expect(reply.status).toBe(422)
  expect(reply.problem).toMatchObject({ code: 'message_exceeds_window', limit: 6_800, reserve: 1_000 })
  expect(reply.problem.tokens).toBeGreaterThan(5_800)
  expect((await session.audit()).messages).toBe(0)
  // The same as a tool's result, or as an answer, it is accepted: there it may shrink.
  const answer = { role: 'assistant', content: 'far too much to keep word for word. '.repeat(1_500) } // words: ok
  expect((await session.tryAppend([say('short'), answer])).status).toBe(201)
  expect((await session.context()).tokens).toBeLessThanOrEqual(5_800)
})

test('[B5] every reply about a session carries its budget', async () => {
  // What recall needs stays free, so with it a compression may be due before the trigger.
  const policy = { recall: { mode: 'off' as const } }
  const made = await daemon.client.send('createSession', {
    body: { model: 'qwen2.5:7b', contextSize: '16K', systemPrompt: 'Be terse.', policy },
  })
  const session = new TestSession(daemon.client, made.body.id)
  const replies = [
    made,
    await session.tryAppend(talk(2)),
    await session.send('getSession', {}),
    await session.send('readContext', {}),
  ]
  for (const { body } of replies) {
    expect(body.contextStatus).toMatchObject({
      limit: 13_600,
      reserve: 1_000,
      level: 'GREEN',
      compressions: 0,
      checkpoints: 0,
      compressor: { state: 'idle' },
    })
    const { used, available, trigger, untilCompression, breakdown, display } = body.contextStatus
    const { user, assistant, tool } = breakdown
    expect(used).toBe(Object.values<number>(breakdown).reduce((sum, tokens) => sum + tokens, 0))
    expect(available).toBe(13_600 - breakdown.system)
    expect(trigger).toBe(Math.floor(0.8 * available))
    expect(untilCompression).toBe(trigger! - user - assistant - tool)
    expect(display).toMatch(
      /^Context: [\d,]+\/13,600 \(\d+%\) · 0 compressions · (\d) stored, 0 lost · \1 in view, 0 readable$/,
    )
  }
})

test('[C6] a checkpoint records what it replaces, what it says and who wrote it', async () => {
  const session = await daemon.openSession({ policy: { mask: null } })
  const write = { name: 'write_file', arguments: JSON.stringify({ path: 'src/importer.ts', content: 'x' }) }
  await session.append([
    { role: 'assistant', content: null, tool_calls: [{ id: 'w1', type: 'function', function: write }] },
    { role: 'tool', tool_call_id: 'w1', content: 'written' },
    ...talk(60),
  ])
  await session.context()
  const checkpoints = await session.checkpoints()
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
  expect(newest!.covered.at(-1)!.to).toBe(newest!.range.to)
  expect(newest!.sourceDigest).toMatch(/^[0-9a-f]{64}$/)
  expect(newest!.summary).toContain(`Checkpoint ${newest!.number}`)
  expect(newest!.lines.length).toBeGreaterThan(0)
  for (const name of ['keyDecisions', 'filesModified', 'nextSteps', 'exactFacts'] as const)
    expect(newest![name]).toBeInstanceOf(Array)
  // The ledger took it from the span, so no line repeats it.
  expect(checkpoints.flatMap(({ filesModified }) => filesModified).join()).toContain('src/importer.ts')
  expect(newest!.compressionRatio).toBeCloseTo(newest!.currentTokens / newest!.originalTokens, 3)
  expect(newest!.currentTokens).toBeLessThan(newest!.originalTokens)
  expect(newest!.verification.invented).toBe(0)
})

test('[I26] [I28] [D6] [D5] a size that swings around the mark causes one cut, not many', async () => {
  const session = await daemon.openSession()
  for (let number = 0; number < 24; number++) {
    const callId = `c${number}`
    await session.append([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: callId, type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: callId, content: 'a row of the table that was asked for, '.repeat(55) },
    ])
  }
  const cuts = await daemon.ports.store.cuts(session.id)
  expect(cuts.length).toBeGreaterThan(0)
  for (const { tokensBefore, tokensAfter } of cuts)
    expect(tokensBefore - tokensAfter).toBeGreaterThanOrEqual(0.09 * 13_600)
})

test('[R4] where no word may be evicted, the one that would need it is refused', async () => {
  const session = await daemon.openSession({ contextSize: '8K', policy: { overflow: 'reject' } })
  let refused = 0
  for (let turn = 0; turn < 40; turn++) {
    const reply = await session.tryAppend([
      say(`Turn ${turn}. ${'And then we talked about it at length. '.repeat(25)}`),
      { role: 'assistant', content: 'Yes. '.repeat(100) },
    ])
    if (reply.status === 422) refused += 1
    else expect(reply.status).toBe(201)
    expect((await session.context()).tokens).toBeLessThanOrEqual(5_800)
  }
  expect(refused).toBeGreaterThan(5)
  const audit = await session.audit()
  expect(audit).toMatchObject({ ok: true })
  const shown = JSON.stringify((await session.context()).messages)
  for (const { message } of await session.history())
    if (message.role === 'user') expect(shown).toContain(message.content)
})

test('[P3] preset truncate: the oldest answers and results leave without a summary, the words of the user stay', async () => {
  const session = await daemon.openSession({ preset: 'truncate' })
  await session.append(talk(50))
  expect((await session.context()).tokens).toBeLessThanOrEqual(12_600)
  const audit = await session.audit()
  expect(audit).toMatchObject({ ok: true, covered: 0 })
  expect(audit.evicted).toBeGreaterThan(50)
  expect((await session.explain()).entries.some(({ role }: { role?: string }) => role === 'user')).toBe(true)
})
