import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body } from '../support/client.js'
import type { Event } from '../../src/domain/event.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

test('[S1] a label becomes a limit of 85 %, a number too, and contextLimit is taken as it is', async () => {
  const limits = await Promise.all(
    [{ contextSize: '16K' }, { contextSize: '8K' }, { contextSize: 4000 }, { contextLimit: 5000 }].map(
      async (size) => (await daemon.client.call('createSession', { body: { model: 'm', ...size } })).limit,
    ),
  )
  expect(limits).toEqual([13_600, 6_800, 3_400, 5_000])
})

test('[S1] a session shows the first words of the first message of a person, in the list too, and a fork keeps them', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const listed = async () => {
    const { sessions } = await daemon.client.call('listSessions', { query: { limit: 200 } })
    return sessions.find(({ id }) => id === session.id)!.opening
  }
  expect(await listed()).toBeNull()
  await daemon.client.call('appendMessages', {
    params: { sessionId: session.id },
    body: { format: 'openai', messages: [{ role: 'user', content: 'Reminder of the app.' }], origins: ['app'] },
  })
  await session.append([{ role: 'assistant', content: 'Hello.' }])
  expect(await listed()).toBeNull()
  await session.append([{ role: 'user', content: `  Where\n is the violin? ${'word '.repeat(40)}` }])
  await session.append([{ role: 'user', content: 'And the bow?' }])
  expect(await listed()).toMatch(/^Where is the violin\? (word )+…$/)
  expect((await listed())!.length).toBeLessThanOrEqual(82)
  // What shows a picture alone begins without words; a later message does not begin it.
  const shown = await daemon.openSession({ contextSize: '8K' })
  const image_url = { url: 'data:image/png;base64,iVBORw0KGgo=' }
  await shown.append([{ role: 'user', content: [{ type: 'image_url', image_url }] }])
  await shown.append([{ role: 'user', content: 'What is it?' }])
  expect(await daemon.client.call('getSession', { params: { sessionId: shown.id } })).toMatchObject({ opening: null })
  const params = { sessionId: session.id }
  const fork = await daemon.client.call('forkSession', { params, body: {} })
  expect(fork).toMatchObject({ opening: await listed() })
})

test('[S2] [S3] tier and reserve follow the size; a long system prompt is kept and flagged', async () => {
  const systemPrompt = 'You must follow every rule of this house. '.repeat(40) // words: ok
  const session = await daemon.client.call('createSession', { body: { model: 'm', contextSize: '4K', systemPrompt } })
  expect(session).toMatchObject({
    tier: 'TIER_1_MINIMAL',
    reserve: 510,
    limit: 3_400,
    systemPrompt,
    window: 'unverified',
  })
  const events = await eventsOf(daemon, session.id, 2)
  expect(events.map((event) => event.type)).toEqual(['session-created', 'system-prompt-over-budget'])
  expect(events[1]?.data).toMatchObject({ tokens: session.contextStatus.breakdown.system })
})

test.each([
  ['4K', 'TIER_1_MINIMAL', 200],
  ['8K', 'TIER_2_BASIC', 500],
  ['16K', 'TIER_3_STANDARD', 1_000],
  ['32K', 'TIER_4_PREMIUM', 1_500],
  [33_000, 'TIER_5_ULTRA', 1_500],
])(
  '[S2] a session of %s is of %s, and a system prompt of more than %d tokens is flagged',
  async (size, tier, budget) => {
    for (const [tokens, flags] of [
      [budget - 20, []],
      [budget + 20, [budget]],
    ] as const) {
      const body = { model: 'm', contextSize: size, systemPrompt: ' word'.repeat(tokens) }
      const session = await daemon.client.call('createSession', { body })
      expect(session.tier).toBe(tier)
      const events = await eventsOf(daemon, session.id, 1 + flags.length)
      const budgets = events.flatMap((event) => (event.type === 'system-prompt-over-budget' ? event.data.budget : []))
      expect(budgets).toEqual(flags)
    }
  },
)

const flagsOf = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'fixed-part-over-budget' ? event.data : []))

test('[S4] [T2] a fixed part of more than half of the limit is flagged with its parts, in tokens of the model', async () => {
  const goal = { description: `Rewrite it all. ${' goal'.repeat(100)}` }
  const tools = [{ type: 'function', function: { name: 'read', description: ' tool'.repeat(400), parameters: {} } }]
  const body = { model: 'mistral:7b', contextSize: '4K', tools, goal, systemPrompt: ' word'.repeat(750) }
  const session = await daemon.client.call('createSession', { body })
  const { breakdown, ratio, limit } = session.contextStatus
  expect(ratio).toBeGreaterThan(1.2)
  const events = await eventsOf(daemon, session.id, 2)
  // Parts of a budget are rounded so that they add up, those of an event one by one: they differ by one at most.
  const about = (tokens: number) => expect.closeTo(tokens, -0.6)
  const names = ['system', 'tools', 'goals'] as const
  const parts = names.map((name) => ({ name, tokens: about(breakdown[name]) }))
  const sum = names.reduce((tokens, name) => tokens + breakdown[name], 0)
  expect(flagsOf(events)).toEqual([{ tokens: about(sum), budget: limit / 2, parts }])

  // A prompt that changes is flagged when it passes the half, not again above it.
  const small = await daemon.client.call('createSession', { body: { model: 'm', contextSize: '4K' } })
  for (const tokens of [1_600, 1_900, 2_000, 100, 1_900])
    await daemon.client.call('updateSession', {
      params: { sessionId: small.id },
      body: { systemPrompt: ' word'.repeat(tokens) },
    })
  const later = flagsOf(await eventsOf(daemon, small.id, 8))
  expect(later.map(({ tokens, budget }) => [Math.floor(tokens / 100), budget])).toEqual([
    [19, 1_700],
    [19, 1_700],
  ])
})

test('[S4] [G2] goals and system messages that take the fixed part past the half are flagged once', async () => {
  // The half is 1,700 tokens. Exact blocks of goals may take 340.
  const near = { contextSize: '4K', systemPrompt: ' word'.repeat(1_580) }
  const description = `Rewrite it all. ${' goal'.repeat(200)}`
  const texts = ['Fix the parser.', description, 'Measure it.']
  const byApp = await daemon.openSession(near)
  for (const text of texts) await byApp.call('addGoal', { body: { description: text } })
  const bySystem = await daemon.openSession(near)
  for (const text of texts) await bySystem.append([{ role: 'system', content: text }])
  for (const [{ id }, type] of [
    [byApp, 'goal-updated'],
    [bySystem, 'message-appended'],
  ] as const) {
    const events = await until('all changes are in the log', async () => {
      const page = await daemon.client.call('readEvents', { query: { sessionId: id, limit: 100 } })
      return page.events.filter((event) => event.type === type).length === texts.length && page.events
    })
    const flags = flagsOf(events)
    expect(flags).toMatchObject([{ budget: 1_700 }])
    expect(flags[0]!.tokens).toBeGreaterThan(1_700)
    expect(flags[0]!.tokens).toBe(flags[0]!.parts.reduce((sum, { tokens }) => sum + tokens, 0))
  }
})

test('[I24] [S4] a session larger than the model’s real window is refused with both numbers, or clamped', async () => {
  const small = await startDaemon({
    ports: (ports) => ({
      ...ports,
      model: { ...ports.model, window: async () => ({ tokens: 8_192, parameters: 3, family: null, digest: null }) },
    }),
  })
  try {
    const refused = await small.client.send('createSession', { body: { model: 'm', contextSize: '16K' } })
    expect(refused.status).toBe(422)
    expect(refused.problem).toMatchObject({ code: 'window_exceeded', askedTokens: 16_000, windowTokens: 8_192 })
    const clamped = await small.client.send('createSession', { body: { model: 'm', contextSize: '16K', clamp: true } })
    expect(clamped.body).toMatchObject({ contextSize: 8_192, limit: 6_963, window: 8_192 })
  } finally {
    await small.stop()
  }
})

test('[P3] fixed parts that leave no free tokens for a conversation are refused with their numbers', async () => {
  const reply = await daemon.client.send('createSession', {
    body: { model: 'm', contextSize: '2K', systemPrompt: 'word '.repeat(2_000) },
  })
  expect(reply.status).toBe(422)
  expect(reply.problem).toMatchObject({ code: 'system_prompt_exceeds_window', limit: 1_700 })
  expect(reply.problem.tokens).toBeGreaterThan(reply.problem.allowed)
})

test('[P4] system prompt, tools and metadata come back exactly, whatever is in them', async () => {
  const tools = '[ {"name":"f", "n":1.00, "big":12345678901234567890} ]'
  const metadata = '{"b":1,"a":{"x":1e400},"nul":"\\u0000","half":"\\ud800"}'
  const body = `{"model":"m","systemPrompt":"a\\u0000b\\ud800c 語","tools":${tools},"metadata":${metadata}}`
  const created = await daemon.call('POST', '/v1/sessions', { body })
  expect(created.status).toBe(201)
  const read = await daemon.client.send('getSession', { params: { sessionId: created.json.id } })
  expect(read.text).toContain(`"tools":${tools}`)
  expect(read.text).toContain(`"metadata":${metadata}`)
  expect(read.body.systemPrompt).toBe('a\u0000b\ud800c 語')
})

test('[10.3] policy overrides are laid over the preset, null switches a rule off, and nonsense is refused with its path', async () => {
  const { id } = await daemon.openSession({ policy: { tail: { messages: 9 }, mask: null } })
  const { policy } = await daemon.client.call('getSession', { params: { sessionId: id } })
  expect(policy).toMatchObject({
    tail: { tokens: 2_048, messages: 9 },
    mask: null,
    summarize: { at: 0.8, of: 'available' },
  })
  const bad = await daemon.client.send('createSession', { body: { model: 'm', policy: { summarize: { at: 3 } } } })
  expect(bad.status).toBe(400)
  expect(bad.problem.errors).toEqual([{ path: 'policy.summarize.at', expected: 'at most 1', received: '3' }])
})

test('[S1] PATCH changes what may change, says so in an event, and obeys If-Match', async () => {
  const { id } = await daemon.openSession({ systemPrompt: 'short' })
  const first = await daemon.client.send('getSession', { params: { sessionId: id } })
  const etag = first.headers.get('etag') ?? ''
  const patched = await daemon.client.send(
    'updateSession',
    {
      params: { sessionId: id },
      body: { mode: 'DEBUGGER', systemPrompt: 'a rather longer system prompt than before', metadata: { a: 1 } },
    },
    { headers: { 'if-match': etag } },
  )
  expect(patched.status).toBe(200)
  expect(patched.body).toMatchObject({ mode: 'DEBUGGER', metadata: { a: 1 }, limit: 13_600 })
  expect(patched.body.contextStatus.breakdown.system).toBeGreaterThan(first.body.contextStatus.breakdown.system)
  const stale = await daemon.client.send(
    'updateSession',
    { params: { sessionId: id }, body: { mode: 'PLANNING' } },
    { headers: { 'if-match': etag } },
  )
  expect(stale.status).toBe(412)
  expect(stale.problem).toMatchObject({ code: 'version_mismatch' })
  expect((await eventsOf(daemon, id, 4)).map((event) => event.type)).toEqual([
    'session-created',
    'context-rewritten',
    'session-updated',
    'budget-updated',
  ])
})

test('[P1] the same Idempotency-Key makes one session, with another body it is refused', async () => {
  const headers = { 'idempotency-key': 'make-one' }
  const first = await daemon.client.send('createSession', { body: { model: 'm' } }, { headers })
  const again = await daemon.client.send('createSession', { body: { model: 'm' } }, { headers })
  expect(again.body.id).toBe(first.body.id)
  const other = await daemon.client.send('createSession', { body: { model: 'n' } }, { headers })
  expect(other.status).toBe(409)
  expect(other.problem.code).toBe('idempotency_conflict')
})

test('[P1] a deleted session is removed with all that belongs to it, and only an event reports it', async () => {
  const { id } = await daemon.openSession()
  await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { messages: [{ role: 'user', content: 'hello' }] },
  })
  expect((await daemon.client.send('deleteSession', { params: { sessionId: id } })).status).toBe(200)
  expect((await daemon.client.send('getSession', { params: { sessionId: id } })).problem.code).toBe('session_not_found')
  expect((await daemon.client.send('readHistory', { params: { sessionId: id } })).status).toBe(404)
  expect((await daemon.client.send('deleteSession', { params: { sessionId: id } })).status).toBe(404)
  await until('the event', async () =>
    (await eventsOf(daemon, id, 1)).some((event) => event.type === 'session-deleted'),
  )
  expect(await eventsOf(daemon, id, 1)).toHaveLength(1)
})

test('[10.1] lists page without losing or repeating anyone', async () => {
  const { app } = await daemon.newApp()
  const made = new Set<string>()
  for (let i = 0; i < 7; i++) made.add((await daemon.openSession({}, { key: app })).id)
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const query = { limit: 3, after }
    const page: Body<'listSessions'> = await daemon.client.call('listSessions', { query }, { key: app })
    seen.push(...page.sessions.map((session) => session.id))
    after = page.nextAfter
  }
  expect(seen).toHaveLength(7)
  expect(new Set(seen)).toEqual(made)
})
