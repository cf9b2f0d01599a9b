import { afterEach, expect, test } from 'vitest'
import { FORMATS } from '../../src/domain/message.js'
import { fileWritten, talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { migratedDatabase } from '../support/database.js'

let daemon: Daemon
afterEach(() => daemon.stop())

const GOAL = 'Ship the importer before Friday'
const LOCK = 'keep the old file format'
const compress = (session: TestSession) => session.compress({ strategy: 'extractive' })
const audited = async (session: TestSession) =>
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })

async function withGoal(body: object = {}): Promise<{ session: TestSession; goalId: string }> {
  const goal = { description: GOAL, priority: 'high', items: [{ kind: 'decision', text: LOCK, locked: true }] } as const
  const session = await daemon.openSession({ systemPrompt: 'You help.', policy: { mask: null }, goal, ...body })
  return { session, goalId: (await session.goals()).goals[0]!.id }
}

test('[G2] [P12] a cut takes the notes into the blocks: the goal stays at the head, its progress goes to the newest checkpoint', async () => {
  daemon = await startDaemon({ works: true })
  const { session, goalId } = await withGoal()
  await session.append([...fileWritten('src/start.ts'), ...talk(12)])
  await session.call('addGoalItem', {
    params: { goalId },
    body: { kind: 'step', text: 'read every room', status: 'in-progress' }, // words: ok
  })
  await session.append(talk(2, 40))
  const before = await session.context('openai')
  expect(JSON.stringify(before.messages)).toContain('[Goal · changed by the app]')
  expect((await compress(session)).status).toBe('completed')
  const after = await session.context('openai')
  expect(after.messages[0]).toEqual(before.messages[0])
  const contents: string[] = after.messages.map(({ content }: { content: string | null }) => content ?? '')
  const at = (start: string) => contents.findIndex((content) => content.startsWith(start))
  expect(at('[Goal · changed')).toBe(-1)
  expect(contents[at('[Progress of the goal')]).toContain('- [in-progress] read every room') // words: ok
  expect(at('[Ledger')).toBe(at('[Progress of the goal') + 1)
  expect(at('[Checkpoint 1')).toBe(at('[Progress of the goal') + 2)
  const { entries } = await session.explain()
  expect(entries.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0)).toBe(after.tokens)
  // What did not change does not move with the next cut either.
  await session.append(talk(12, 60))
  await compress(session)
  expect((await session.context('openai')).messages[0]).toEqual(before.messages[0])
  await audited(session)
})

test('[G2] [P4] a lock taken later is shown at its place, and is in the system part from the next cut on, until it is unlocked', async () => {
  daemon = await startDaemon({ works: true })
  const { session, goalId } = await withGoal()
  const head = async (): Promise<string> => (await session.context('openai')).messages[0].content
  const locks = (...texts: string[]) =>
    `Locked decisions, never to be changed:\n${texts.map((text) => `- ${text}`).join('\n')}`
  await session.append(talk(12))
  const before = await head()
  await session.call('addGoalItem', {
    params: { goalId },
    body: { kind: 'decision', text: 'no other database', locked: true },
  })
  await session.append([{ role: 'assistant', content: '[DECISION] two reviewers - LOCKED' }, ...talk(2, 40)])
  expect(await head()).toBe(before)
  expect((await compress(session)).status).toBe('completed')
  expect(await head()).toContain(locks(LOCK, 'no other database', 'two reviewers'))
  await audited(session)
  // However few tokens are free, they stay.
  const squeezed = await session.send('readContext', { query: { reserve: 12400, format: 'openai' } })
  expect(squeezed.status, squeezed.text).toBe(200)
  expect(squeezed.body.messages[0].content).toContain(locks(LOCK, 'no other database', 'two reviewers'))
  const { decisions } = (await session.goals()).goals[0]!
  await session.call('updateGoalItem', { params: { goalId, itemId: decisions[0]!.id }, body: { locked: false } })
  await session.append(talk(30, 60))
  await compress(session)
  expect(await head()).toContain(locks('no other database', 'two reviewers'))
  expect(await head()).not.toContain(LOCK)
  await audited(session)
})

test('[G2] [P3] [P4] however few tokens are free, goal and locks are verbatim; what else shrinks, shrinks', async () => {
  daemon = await startDaemon({ works: true })
  const { session, goalId } = await withGoal({ contextSize: '8K' })
  await session.append(talk(6))
  for (let n = 0; n < 12; n++)
    await session.call('addGoalItem', {
      params: { goalId },
      body: { kind: 'next', text: `look at room ${n} for the last time` }, // words: ok
    })
  const { limit } = (await session.context()).contextStatus
  let fitted = 0
  for (let reserve = 1_000; reserve < limit; reserve += 300) {
    const reply = await session.send('readContext', { query: { reserve, format: 'anthropic' } })
    if (reply.status !== 200) {
      expect(reply.problem.code).toBe('message_exceeds_window')
      break
    }
    fitted = reply.body.tokens
    expect(fitted).toBeLessThanOrEqual(limit - reserve)
    expect(reply.body.system).toContain(GOAL)
    expect(reply.body.system).toContain(`- ${LOCK}`)
  }
  expect(fitted).toBeLessThan(600)
  const { goals } = await session.goals()
  expect(goals[0]!.nextSteps).toHaveLength(12)
  await audited(session)
})

test('[P3] a message that cannot fit beside goal and locks is refused with its numbers', async () => {
  daemon = await startDaemon()
  const { session } = await withGoal({ contextSize: '2K', systemPrompt: 'word '.repeat(1_000) })
  const fits = async (words: number) =>
    session.send('appendMessages', { body: { messages: [{ role: 'user', content: 'word '.repeat(words) }] } })
  const refused = await fits(420)
  expect([refused.status, refused.problem.code]).toEqual([422, 'message_exceeds_window'])
  expect(refused.problem.fixed).toBeGreaterThan(1_000 + (await session.goals()).tokens - 1)
  expect((await fits(300)).status).toBe(201)
  const { tokens, contextStatus } = await session.context()
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  await audited(session)
})

test('[G4] [P1] goals survive a restart, and the audit notices when what is shown is not what was done', async () => {
  const database = await migratedDatabase()
  const env = { DATABASE_URL: database.url }
  daemon = await startDaemon({ env })
  const { session, goalId } = await withGoal()
  await session.append(talk(2))
  await session.call('addGoalItem', { params: { goalId }, body: { kind: 'next', text: 'measure it' } })
  const read = async () => [
    await session.goals(),
    ...(await Promise.all(FORMATS.map((format) => session.context(format)))),
  ]
  const before = await read()
  await daemon.stop()
  daemon = await startDaemon({ env })
  session.moveTo(daemon.client)
  expect(await read()).toEqual(before)
  await audited(session)
  await daemon.ports.store.change(session.id, null, async (tx) => {
    const goals = tx.session.goals!
    const note = { ...goals.notes[0]!, text: 'The goal is to go home.' }
    tx.change({ goals: { ...goals, notes: [note], goal: null } })
  })
  const { ok, violations } = await session.audit()
  expect(ok).toBe(false)
  expect(violations.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['G2', 'T3']))
  await database.drop()
})
