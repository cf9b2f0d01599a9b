import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS, type Format } from '../../src/domain/message.js'
import type { AnyJson } from '../support/client.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import type { RequestBody, TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const GOAL = 'Ship the importer before Friday'
const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  daemon.call(method, `/v1/sessions/${path}`, { body, headers })
const say = (session: TestSession, content: string, role = 'user') =>
  session.send('appendMessages', { body: { messages: [{ role, content }] } })
/** System text and messages of a context, as one text. */
const textOf = async (session: TestSession, format: Format = 'openai') => {
  const { system, messages } = await session.context(format)
  return JSON.stringify([system, messages])
}
const audited = async (session: TestSession) =>
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })

test('[G1] [G2] a session opened with a goal has it in its very first context, in every format, counted', async () => {
  const session = await daemon.openSession({ systemPrompt: 'You are terse.', goal: GOAL })
  for (const format of FORMATS) {
    const context = await session.context(format)
    const system: string = context.system ?? context.messages[0].content
    expect(system).toMatch(/^You are terse\.\n\n\[Goal · medium priority · exact/)
    expect(system).toContain(`\n${GOAL}`)
    expect(context.contextStatus.breakdown.goals).toBeGreaterThan(10)
    expect(context.tokens).toBe(context.contextStatus.breakdown.system + context.contextStatus.breakdown.goals)
  }
  const { goals, tokens } = await session.goals()
  expect(goals).toMatchObject([
    { description: GOAL, priority: 'medium', status: 'active', inView: true, steps: [], decisions: [] },
  ])
  expect(tokens).toBe((await session.context()).contextStatus.breakdown.goals)
  expect((await eventsOf(daemon, session.id, 2)).map(({ type }) => type)).toEqual(['session-created', 'goal-updated'])
  await audited(session)
})

test('[G1] a goal with items, its items one by one, and what becomes active takes the place of what was', async () => {
  const session = await daemon.openSession()
  const items = [
    { kind: 'step', text: 'write the parser', status: 'in-progress' },
    { kind: 'decision', text: 'keep the old file format', locked: true, reason: 'customers read it' },
    { kind: 'artifact', path: 'src/parser.ts', action: 'created' },
    { kind: 'next', text: 'measure it' },
  ] as const
  const added = await session.send('addGoal', { body: { description: GOAL, priority: 'high', items } })
  expect(added.status, added.text).toBe(201)
  const { goal } = added.body
  expect(goal).toMatchObject({
    priority: 'high',
    steps: [{ text: 'write the parser', status: 'in-progress', inView: true, seq: null }],
    decisions: [{ text: 'keep the old file format', locked: true, reason: 'customers read it', inView: true }],
    artifacts: [{ path: 'src/parser.ts', action: 'created' }],
    nextSteps: [{ text: 'measure it', status: 'open' }],
  })
  expect(goal.id).toMatch(/^goal_/)
  const item = await session.send('addGoalItem', {
    params: { goalId: goal.id },
    body: { kind: 'step', text: 'write the tests' },
  })
  expect(item.status).toBe(201)
  expect(item.body.itemId).toMatch(/^itm_/)
  const done = await session.send('updateGoalItem', {
    params: { goalId: goal.id, itemId: item.body.itemId! },
    body: { status: 'completed' },
  })
  const [first, finished] = done.body.goal.steps
  expect(finished).toMatchObject({ text: 'write the tests', status: 'completed' })
  expect(first!.completedAt).toBeNull()
  expect(Date.parse(finished!.completedAt!)).toBeGreaterThan(Date.now() - 60_000)
  const text = await textOf(session)
  for (const line of [
    GOAL,
    '- keep the old file format (customers read it)',
    '- [in-progress] write the parser',
    '- [completed] write the tests',
    '- created src/parser.ts',
    '- measure it',
  ])
    expect(text).toContain(line)
  const second = await session.send('addGoal', { body: { description: 'Write the manual' } })
  expect((await session.goals()).goals.map(({ status }) => status)).toEqual(['paused', 'active'])
  const after = await textOf(session)
  expect(after).toContain('Write the manual')
  expect(after).toContain('- keep the old file format (customers read it)')
  expect(after).toContain(`- [paused] ${GOAL}`)
  await session.call('updateGoal', { params: { goalId: goal.id }, body: { status: 'active' } })
  await session.call('updateGoal', { params: { goalId: second.body.goal.id }, body: { status: 'completed' } })
  expect(await textOf(session)).toContain('- [completed] Write the manual')
  await audited(session)
})

test('[I39] [C9] done is never shown as next, a newer decision hides the older, a path is listed once', async () => {
  const session = await daemon.openSession({ goal: GOAL })
  const { id: goalId } = (await session.goals()).goals[0]!
  const put = async (item: RequestBody<'addGoalItem'>) =>
    await session.call('addGoalItem', { params: { goalId }, body: item })
  await put({ kind: 'next', text: 'Run the tests.' })
  const old = await put({ kind: 'decision', text: 'use tabs' })
  await put({ kind: 'artifact', path: 'src/a.ts', action: 'created' })
  await put({ kind: 'artifact', path: 'src/a.ts', action: 'modified' })
  expect(await textOf(session)).toContain('- Run the tests.')
  await put({ kind: 'step', text: 'run the  tests', status: 'completed' })
  const newer = await put({ kind: 'decision', text: 'use spaces', supersedes: old.itemId })
  const text = await textOf(session)
  expect(text).toContain('- [completed] run the  tests')
  expect(text).not.toContain('- Run the tests.')
  expect(text).toContain('- use spaces')
  expect(text).not.toContain('use tabs')
  expect(text.match(/src\/a\.ts/g)).toHaveLength(1)
  expect((await session.goals()).goals[0]!.decisions).toMatchObject([
    { text: 'use tabs', supersededBy: newer.itemId, inView: false },
    { text: 'use spaces', supersededBy: null, inView: true },
  ])
  await audited(session)
})

test('[G2] [P12] after the first message a change is a note at its place, and what was sent before stays', async () => {
  const session = await daemon.openSession({ systemPrompt: 'You help.', goal: GOAL })
  const { id: goalId } = (await session.goals()).goals[0]!
  await say(session, 'Let us begin.')
  const before = (await session.context('openai')).messages
  await session.call('addGoalItem', {
    params: { goalId },
    body: { kind: 'decision', text: 'only Postgres', locked: true },
  })
  await say(session, 'Done so far.', 'assistant')
  const after = (await session.context('openai')).messages
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after[before.length]).toEqual({
    role: 'user',
    content: '[Goal · changed by the app]\n- Locked decision, never to be changed: only Postgres',
  })
  expect(after.at(-1)).toEqual({ role: 'assistant', content: 'Done so far.' })
  const { entries } = await session.explain()
  expect(entries.map(({ kind, rule }: AnyJson) => [kind, rule])).toEqual([
    ['system', 'P4'],
    ['goal', 'G2'],
    ['message', 'P4'],
    ['goal-note', 'G2'],
    ['message', 'C2'],
  ])
  expect((await eventsOf(daemon, session.id, 6)).map(({ type }) => type)).toContain('decision-locked')
  // A lock binds whatever has become of its goal: it is reported as well.
  await session.call('addGoal', { body: { description: 'Write the manual' } })
  await session.call('addGoalItem', {
    params: { goalId },
    body: { kind: 'decision', text: 'one language', locked: true },
  })
  await session.call('addGoalItem', { params: { goalId }, body: { kind: 'next', text: 'not now' } })
  expect(await textOf(session)).toContain('Locked decision, never to be changed: one language')
  const { decisions, nextSteps } = (await session.goals()).goals[0]!
  expect(decisions).toMatchObject([
    { text: 'only Postgres', inView: true },
    { text: 'one language', inView: true },
  ])
  expect(nextSteps).toMatchObject([{ text: 'not now', inView: false }])
  await audited(session)
})

test('[G2] a lock that does not fit is refused with the numbers, and nothing is changed', async () => {
  const session = await daemon.openSession({ contextSize: '4K', goal: GOAL })
  const { id: goalId } = (await session.goals()).goals[0]!
  const lock = (n: number) =>
    session.send('addGoalItem', {
      params: { goalId },
      body: {
        kind: 'decision',
        locked: true,
        text: `rule ${n}: ${'never do this, '.repeat(12)}`,
      },
    })
  const replies = []
  for (let n = 0; n < 12; n++) replies.push(await lock(n))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(2)
  expect(refused.length).toBeLessThan(11)
  const { share, goals } = await session.goals()
  expect(share).toBe(340)
  for (const { status, problem } of refused) {
    expect(status).toBe(422)
    expect(problem).toMatchObject({ code: 'goal_exceeds_budget', freeTokens: 340, limit: 3_400 })
    expect(problem.tokens).toBeGreaterThan(problem.freeTokens)
  }
  expect(goals[0]!.decisions).toHaveLength(12 - refused.length)
  const text = await textOf(session)
  for (const decision of goals[0]!.decisions) expect(text).toContain(`- ${decision.text}`)
  const initialGoal = await daemon.client.send('createSession', {
    body: { model: 'm', contextSize: '2K', goal: 'a b '.repeat(400) },
  })
  expect([initialGoal.status, initialGoal.problem.code]).toEqual([422, 'goal_exceeds_budget'])
  await audited(session)
})

test('[G1] a locked decision keeps its words until it is unlocked', async () => {
  const session = await daemon.openSession({
    goal: { description: GOAL, items: [{ kind: 'decision', text: 'only Postgres', locked: true }] },
  })
  const [goal] = (await session.goals()).goals
  const { id: itemId } = goal!.decisions[0]!
  const patch = (body: object) => session.send('updateGoalItem', { params: { goalId: goal!.id, itemId }, body })
  for (const body of [{ text: 'only SQLite' }, { reason: 'I said so' }, { text: 'only SQLite', locked: false }]) {
    const refused = await patch(body)
    expect([refused.status, refused.problem.code]).toEqual([409, 'decision_locked'])
  }
  const over = await session.send('addGoalItem', {
    params: { goalId: goal!.id },
    body: {
      kind: 'decision',
      text: 'only SQLite',
      supersedes: itemId,
    },
  })
  expect([over.status, over.problem.code]).toEqual([409, 'decision_locked'])
  expect(await textOf(session)).toContain('- only Postgres')
  expect((await patch({ locked: false })).status).toBe(200)
  expect((await patch({ text: 'only SQLite' })).body.goal.decisions).toMatchObject([
    { text: 'only SQLite', locked: false },
  ])
  await audited(session)
})

test('[G1] [13] bad goals are refused with the path; a repeated key adds once; a stale version is noticed; apps stay apart', async () => {
  const session = await daemon.openSession({ goal: GOAL })
  const { id: goalId } = (await session.goals()).goals[0]!
  const items = `${session.id}/goals/${goalId}/items`
  for (const [path, body, fault] of [
    [`${session.id}/goals`, { description: '' }, 'description'],
    [`${session.id}/goals`, { description: 'x', priority: 'urgent' }, 'priority'],
    [`${session.id}/goals`, { description: 'x', items: [{ kind: 'next', text: 'two\nlines' }] }, 'items[0].text'],
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
  expect((await session.goals()).goals[0]!.nextSteps).toHaveLength(1)
  expect((await call('POST', items, { kind: 'next', text: 'late' }, { 'If-Match': '"1"' })).status).toBe(412)
  // The same key and body on another goal is another request.
  const elsewhere = await session.send('addGoal', { body: { description: 'Elsewhere', status: 'paused' } })
  const moved = items.replace(/goal_\w+/, elsewhere.body.goal.id)
  const conflict = await call('POST', moved, { kind: 'next', text: 'only once' }, key)
  expect([conflict.status, conflict.json.code]).toEqual([409, 'idempotency_conflict'])
  const { itemId } = first.json
  expect((await call('PATCH', `${items}/${itemId}`, { status: 'completed' })).json.errors[0].path).toBe('status')
  expect((await call('PATCH', `${items}/${itemId}`, { action: 'deleted' })).json.errors[0].path).toBe('action')
  expect((await call('PATCH', `${items}/itm_nothing`, { status: 'done' })).status).toBe(404)
  expect(
    (await session.send('updateGoal', { params: { goalId: 'goal_nothing' }, body: { status: 'paused' } })).status,
  ).toBe(404)
  const { app, viewer } = await daemon.newApp()
  const other = await session.send('listGoals', {}, { key: app })
  expect(other.status).toBe(404)
  const own = await daemon.openSession({}, { key: app })
  const written = await own.send('addGoal', { body: { description: 'x' } }, { key: viewer })
  expect(written.status).toBe(403)
  await audited(session)
})

test('[G2] [P12] notes that weigh as much as a cut is worth go into the block, by a cut on record', async () => {
  const session = await daemon.openSession({ contextSize: '8K', goal: GOAL })
  const { id: goalId } = (await session.goals()).goals[0]!
  await say(session, 'Let us begin.')
  for (let n = 0; n < 30; n++)
    await session.call('addGoalItem', {
      params: { goalId },
      body: {
        kind: 'step',
        text: `step ${n} of the long way to the harbour`,
      },
    })
  const cuts = await daemon.ports.store.cuts(session.id)
  expect(cuts.length).toBeGreaterThan(0)
  expect(cuts.length).toBeLessThan(6)
  expect(new Set(cuts.map(({ kind }) => kind))).toEqual(new Set(['goals']))
  const { breakdown } = (await session.context()).contextStatus
  expect(breakdown.goals).toBeLessThanOrEqual(680 + 340)
  await audited(session)
})
