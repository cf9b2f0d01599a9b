import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS } from '../../src/domain/message.js'
import { eventsOf, newSession, startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const GOAL = 'Ship the importer before Friday'
const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  daemon.call(method, `/v1/sessions/${path}`, { body, headers })
const get = async (path: string) => (await call('GET', path)).json
const say = (id: string, content: string, role = 'user') =>
  call('POST', `${id}/messages`, { messages: [{ role, content }] })
/** System text and messages of a context, as one text. */
const textOf = async (id: string, format = 'openai') => {
  const { system, messages } = await get(`${id}/context?format=${format}`)
  return JSON.stringify([system, messages])
}
const audited = async (id: string) => expect(await get(`${id}/audit`)).toMatchObject({ ok: true, violations: [] })

test('[G1] [G2] a session opened with a goal has it in its very first context, in every format, counted', async () => {
  const id = await newSession(daemon, { systemPrompt: 'You are terse.', goal: GOAL })
  for (const format of FORMATS) {
    const context = await get(`${id}/context?format=${format}`)
    const system: string = context.system ?? context.messages[0].content
    expect(system).toMatch(/^You are terse\.\n\n\[Goal · medium priority · exact/)
    expect(system).toContain(`\n${GOAL}`)
    expect(context.contextStatus.breakdown.goals).toBeGreaterThan(10)
    expect(context.tokens).toBe(context.contextStatus.breakdown.system + context.contextStatus.breakdown.goals)
  }
  const { goals, tokens } = await get(`${id}/goals`)
  expect(goals).toMatchObject([
    { description: GOAL, priority: 'medium', status: 'active', inView: true, steps: [], decisions: [] },
  ])
  expect(tokens).toBe((await get(`${id}/context`)).contextStatus.breakdown.goals)
  expect((await eventsOf(daemon, id, 2)).map(({ type }) => type)).toEqual(['session-created', 'goal-updated'])
  await audited(id)
})

test('[G1] a goal with items, its items one by one, and what becomes active takes the place of what was', async () => {
  const id = await newSession(daemon)
  const items = [
    { kind: 'step', text: 'write the parser', status: 'in-progress' },
    { kind: 'decision', text: 'keep the old file format', locked: true, reason: 'customers read it' },
    { kind: 'artifact', path: 'src/parser.ts', action: 'created' },
    { kind: 'next', text: 'measure it' },
  ]
  const added = await call('POST', `${id}/goals`, { description: GOAL, priority: 'high', items })
  expect(added.status, added.text).toBe(201)
  const { goal } = added.json
  expect(goal).toMatchObject({
    priority: 'high',
    steps: [{ text: 'write the parser', status: 'in-progress', inView: true, seq: null }],
    decisions: [{ text: 'keep the old file format', locked: true, reason: 'customers read it', inView: true }],
    artifacts: [{ path: 'src/parser.ts', action: 'created' }],
    nextSteps: [{ text: 'measure it', status: 'open' }],
  })
  expect(goal.id).toMatch(/^goal_/)
  const item = await call('POST', `${id}/goals/${goal.id}/items`, { kind: 'step', text: 'write the tests' })
  expect(item.status).toBe(201)
  expect(item.json.itemId).toMatch(/^itm_/)
  const done = await call('PATCH', `${id}/goals/${goal.id}/items/${item.json.itemId}`, { status: 'completed' })
  expect(done.json.goal.steps[1]).toMatchObject({ text: 'write the tests', status: 'completed' })
  const text = await textOf(id)
  for (const line of [
    GOAL,
    '- keep the old file format (customers read it)',
    '- [in-progress] write the parser',
    '- [completed] write the tests',
    '- created src/parser.ts',
    '- measure it',
  ])
    expect(text).toContain(line)
  const second = await call('POST', `${id}/goals`, { description: 'Write the manual' })
  expect((await get(`${id}/goals`)).goals.map(({ status }: { status: string }) => status)).toEqual(['paused', 'active'])
  const after = await textOf(id)
  expect(after).toContain('Write the manual')
  expect(after).toContain('- keep the old file format (customers read it)')
  expect(after).toContain(`- [paused] ${GOAL}`)
  await call('PATCH', `${id}/goals/${goal.id}`, { status: 'active' })
  await call('PATCH', `${id}/goals/${second.json.goal.id}`, { status: 'completed' })
  expect(await textOf(id)).toContain('- [completed] Write the manual')
  await audited(id)
})

test('[I39] [C9] done is never shown as next, a newer decision hides the older, a path stands once', async () => {
  const id = await newSession(daemon, { goal: GOAL })
  const [{ id: goalId }] = (await get(`${id}/goals`)).goals
  const put = async (item: object) => (await call('POST', `${id}/goals/${goalId}/items`, item)).json
  await put({ kind: 'next', text: 'Run the tests.' })
  const old = await put({ kind: 'decision', text: 'use tabs' })
  await put({ kind: 'artifact', path: 'src/a.ts', action: 'created' })
  await put({ kind: 'artifact', path: 'src/a.ts', action: 'modified' })
  expect(await textOf(id)).toContain('- Run the tests.')
  await put({ kind: 'step', text: 'run the  tests', status: 'completed' })
  const newer = await put({ kind: 'decision', text: 'use spaces', supersedes: old.itemId })
  const text = await textOf(id)
  expect(text).toContain('- [completed] run the  tests')
  expect(text).not.toContain('- Run the tests.')
  expect(text).toContain('- use spaces')
  expect(text).not.toContain('use tabs')
  expect(text.match(/src\/a\.ts/g)).toHaveLength(1)
  expect((await get(`${id}/goals`)).goals[0].decisions).toMatchObject([
    { text: 'use tabs', supersededBy: newer.itemId, inView: false },
    { text: 'use spaces', supersededBy: null, inView: true },
  ])
  await audited(id)
})

test('[G2] [P12] after the first message a change stands as a note at its place, and what was sent before stays', async () => {
  const id = await newSession(daemon, { systemPrompt: 'You help.', goal: GOAL })
  const [{ id: goalId }] = (await get(`${id}/goals`)).goals
  await say(id, 'Let us begin.')
  const before = (await get(`${id}/context?format=openai`)).messages
  await call('POST', `${id}/goals/${goalId}/items`, { kind: 'decision', text: 'only Postgres', locked: true })
  await say(id, 'Done so far.', 'assistant')
  const after = (await get(`${id}/context?format=openai`)).messages
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after[before.length]).toEqual({
    role: 'user',
    content: '[Goal · changed by the app]\n- Locked decision, never to be changed: only Postgres',
  })
  expect(after.at(-1)).toEqual({ role: 'assistant', content: 'Done so far.' })
  const { entries } = await get(`${id}/explain`)
  expect(entries.map(({ kind, rule }: { kind: string; rule: string }) => [kind, rule])).toEqual([
    ['system', 'P4'],
    ['goal', 'G2'],
    ['message', 'P4'],
    ['goal-note', 'G2'],
    ['message', 'C2'],
  ])
  expect((await eventsOf(daemon, id, 6)).map(({ type }) => type)).toContain('decision-locked')
  // A lock binds whatever has become of its goal: it is told of as well.
  await call('POST', `${id}/goals`, { description: 'Write the manual' })
  await call('POST', `${id}/goals/${goalId}/items`, { kind: 'decision', text: 'one language', locked: true })
  await call('POST', `${id}/goals/${goalId}/items`, { kind: 'next', text: 'not now' })
  expect(await textOf(id)).toContain('Locked decision, never to be changed: one language')
  const [{ decisions, nextSteps }] = (await get(`${id}/goals`)).goals
  expect(decisions).toMatchObject([
    { text: 'only Postgres', inView: true },
    { text: 'one language', inView: true },
  ])
  expect(nextSteps).toMatchObject([{ text: 'not now', inView: false }])
  await audited(id)
})

test('[G2] a lock that does not fit is refused with the numbers, and nothing is changed', async () => {
  const id = await newSession(daemon, { contextSize: '4K', goal: GOAL })
  const [{ id: goalId }] = (await get(`${id}/goals`)).goals
  const lock = (n: number) =>
    call('POST', `${id}/goals/${goalId}/items`, {
      kind: 'decision',
      locked: true,
      text: `rule ${n}: ${'never do this, '.repeat(12)}`,
    })
  const replies = []
  for (let n = 0; n < 12; n++) replies.push(await lock(n))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(2)
  expect(refused.length).toBeLessThan(11)
  const { share, goals } = await get(`${id}/goals`)
  expect(share).toBe(340)
  for (const { status, json } of refused) {
    expect(status).toBe(422)
    expect(json).toMatchObject({ code: 'goal_exceeds_budget', freeTokens: 340, limit: 3_400 })
    expect(json.tokens).toBeGreaterThan(json.freeTokens)
  }
  expect(goals[0].decisions).toHaveLength(12 - refused.length)
  const text = await textOf(id)
  for (const decision of goals[0].decisions) expect(text).toContain(`- ${decision.text}`)
  const initialGoal = await daemon.call('POST', '/v1/sessions', {
    body: { model: 'm', contextSize: '2K', goal: 'a b '.repeat(400) },
  })
  expect([initialGoal.status, initialGoal.json.code]).toEqual([422, 'goal_exceeds_budget'])
  await audited(id)
})

test('[G1] a locked decision keeps its words until it is unlocked', async () => {
  const id = await newSession(daemon, {
    goal: { description: GOAL, items: [{ kind: 'decision', text: 'only Postgres', locked: true }] },
  })
  const [goal] = (await get(`${id}/goals`)).goals
  const [{ id: itemId }] = goal.decisions
  const patch = (body: object) => call('PATCH', `${id}/goals/${goal.id}/items/${itemId}`, body)
  for (const body of [{ text: 'only SQLite' }, { reason: 'I said so' }, { text: 'only SQLite', locked: false }]) {
    const refused = await patch(body)
    expect([refused.status, refused.json.code]).toEqual([409, 'decision_locked'])
  }
  const over = await call('POST', `${id}/goals/${goal.id}/items`, {
    kind: 'decision',
    text: 'only SQLite',
    supersedes: itemId,
  })
  expect([over.status, over.json.code]).toEqual([409, 'decision_locked'])
  expect(await textOf(id)).toContain('- only Postgres')
  expect((await patch({ locked: false })).status).toBe(200)
  expect((await patch({ text: 'only SQLite' })).json.goal.decisions).toMatchObject([
    { text: 'only SQLite', locked: false },
  ])
  await audited(id)
})

test('[G1] [13] bad goals are refused with the path; a repeated key adds once; a stale version is noticed; apps stay apart', async () => {
  const id = await newSession(daemon, { goal: GOAL })
  const [{ id: goalId }] = (await get(`${id}/goals`)).goals
  const items = `${id}/goals/${goalId}/items`
  for (const [path, body, fault] of [
    [`${id}/goals`, { description: '' }, 'description'],
    [`${id}/goals`, { description: 'x', priority: 'urgent' }, 'priority'],
    [`${id}/goals`, { description: 'x', items: [{ kind: 'next', text: 'two\nlines' }] }, 'items[0].text'],
    [items, { kind: 'wish', text: 'x' }, 'kind'],
    [items, { kind: 'artifact', path: 'a', action: 'eaten' }, 'action'],
    [items, { kind: 'next', text: 'x', locked: true }, 'locked'],
  ] as const) {
    const reply = await call('POST', path, body)
    expect([reply.status, reply.json.errors[0].path]).toEqual([400, fault])
  }
  const key = { 'Idempotency-Key': 'once' }
  const first = await call('POST', items, { kind: 'next', text: 'only once' }, key)
  const again = await call('POST', items, { kind: 'next', text: 'only once' }, key)
  expect([again.status, again.json.itemId]).toEqual([201, first.json.itemId])
  expect((await call('POST', items, { kind: 'next', text: 'another' }, key)).status).toBe(409)
  expect((await get(`${id}/goals`)).goals[0].nextSteps).toHaveLength(1)
  expect((await call('POST', items, { kind: 'next', text: 'late' }, { 'If-Match': '"1"' })).status).toBe(412)
  const { itemId } = first.json
  expect((await call('PATCH', `${items}/${itemId}`, { status: 'completed' })).json.errors[0].path).toBe('status')
  expect((await call('PATCH', `${items}/${itemId}`, { action: 'deleted' })).json.errors[0].path).toBe('action')
  expect((await call('PATCH', `${items}/itm_nothing`, { status: 'done' })).status).toBe(404)
  expect((await call('PATCH', `${id}/goals/goal_nothing`, { status: 'paused' })).status).toBe(404)
  const { app, viewer } = await daemon.newApp()
  const other = await daemon.call('GET', `/v1/sessions/${id}/goals`, { key: app })
  expect(other.status).toBe(404)
  const own = await newSession(daemon, {}, app)
  const written = await daemon.call('POST', `/v1/sessions/${own}/goals`, { key: viewer, body: { description: 'x' } })
  expect(written.status).toBe(403)
  await audited(id)
})

test('[G2] [P12] notes that weigh as much as a cut is worth go into the block, by a cut on record', async () => {
  const id = await newSession(daemon, { contextSize: '8K', goal: GOAL })
  const [{ id: goalId }] = (await get(`${id}/goals`)).goals
  await say(id, 'Let us begin.')
  for (let n = 0; n < 30; n++)
    await call('POST', `${id}/goals/${goalId}/items`, {
      kind: 'step',
      text: `step ${n} of the long way to the harbour`,
    })
  const cuts = await daemon.ports.store.cuts(id)
  expect(cuts.length).toBeGreaterThan(0)
  expect(cuts.length).toBeLessThan(6)
  expect(new Set(cuts.map(({ kind }) => kind))).toEqual(new Set(['goals']))
  const { breakdown } = (await get(`${id}/context`)).contextStatus
  expect(breakdown.goals).toBeLessThanOrEqual(680 + 340)
  await audited(id)
})
