import { afterEach, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { testDatabase } from '../support/database.js'

let daemon: Daemon
afterEach(() => daemon.stop())

const GOAL = 'Ship the importer before Friday'
const LOCK = 'keep the old file format'
const get = async (path: string) => (await daemon.call('GET', `/v1/sessions/${path}`)).json
const post = async (path: string, body: object) => (await daemon.call('POST', `/v1/sessions/${path}`, { body })).json
const append = (id: string, messages: Json[]) => post(`${id}/messages`, { format: 'openai', messages })
const compress = (id: string) => post(`${id}/compress`, { strategy: 'extractive', waitMs: 30_000 })
const audited = async (id: string) => expect(await get(`${id}/audit`)).toMatchObject({ ok: true, violations: [] })

async function withGoal(body: object = {}): Promise<{ id: string; goalId: string }> {
  const goal = { description: GOAL, priority: 'high', items: [{ kind: 'decision', text: LOCK, locked: true }] }
  const id = await newSession(daemon, { systemPrompt: 'You help.', policy: { mask: null }, goal, ...body })
  return { id, goalId: (await get(`${id}/goals`)).goals[0].id }
}

test('[G2] [P12] a cut takes the notes into the blocks: the goal stays at the head, its progress goes to the newest checkpoint', async () => {
  daemon = await startDaemon({ works: true })
  const { id, goalId } = await withGoal()
  await append(id, talk(12))
  await post(`${id}/goals/${goalId}/items`, { kind: 'step', text: 'read every room', status: 'in-progress' })
  await append(id, talk(2, 40))
  const before = await get(`${id}/context?format=openai`)
  expect(JSON.stringify(before.messages)).toContain('[Goal · changed by the app]')
  expect((await compress(id)).status).toBe('completed')
  const after = await get(`${id}/context?format=openai`)
  expect(after.messages[0]).toEqual(before.messages[0])
  const contents: string[] = after.messages.map(({ content }: { content: string | null }) => content ?? '')
  const at = (start: string) => contents.findIndex((content) => content.startsWith(start))
  expect(at('[Goal · changed')).toBe(-1)
  expect(contents[at('[Progress of the goal')]).toContain('- [in-progress] read every room')
  expect(at('[Ledger')).toBe(at('[Progress of the goal') + 1)
  expect(at('[Checkpoint 1')).toBe(at('[Progress of the goal') + 2)
  const { entries } = await get(`${id}/explain`)
  expect(entries.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0)).toBe(after.tokens)
  // What did not change does not move with the next cut either.
  await append(id, talk(12, 60))
  await compress(id)
  expect((await get(`${id}/context?format=openai`)).messages[0]).toEqual(before.messages[0])
  await audited(id)
})

test('[G2] [P4] a lock taken later is told at its place, and stands in the system part from the next cut on, until it is unlocked', async () => {
  daemon = await startDaemon({ works: true })
  const { id, goalId } = await withGoal()
  const head = async (): Promise<string> => (await get(`${id}/context?format=openai`)).messages[0].content
  const locks = (...texts: string[]) =>
    `Locked decisions, never to be changed:\n${texts.map((text) => `- ${text}`).join('\n')}`
  await append(id, talk(12))
  const before = await head()
  await post(`${id}/goals/${goalId}/items`, { kind: 'decision', text: 'no other database', locked: true })
  await append(id, [{ role: 'assistant', content: '[DECISION] two reviewers - LOCKED' }, ...talk(2, 40)])
  expect(await head()).toBe(before)
  expect((await compress(id)).status).toBe('completed')
  expect(await head()).toContain(locks(LOCK, 'no other database', 'two reviewers'))
  await audited(id)
  // However little room there is, they stay.
  const squeezed = await daemon.call('GET', `/v1/sessions/${id}/context?reserve=12400&format=openai`)
  expect(squeezed.status, squeezed.text).toBe(200)
  expect(squeezed.json.messages[0].content).toContain(locks(LOCK, 'no other database', 'two reviewers'))
  const [{ decisions }] = (await get(`${id}/goals`)).goals
  await daemon.call('PATCH', `/v1/sessions/${id}/goals/${goalId}/items/${decisions[0].id}`, { body: { locked: false } })
  await append(id, talk(30, 60))
  await compress(id)
  expect(await head()).toContain(locks('no other database', 'two reviewers'))
  expect(await head()).not.toContain(LOCK)
  await audited(id)
})

test('[G2] [P3] [P4] however little room there is, goal and locks stand word for word; what else shrinks, shrinks', async () => {
  daemon = await startDaemon({ works: true })
  const { id, goalId } = await withGoal({ contextSize: '8K' })
  await append(id, talk(6))
  for (let n = 0; n < 12; n++)
    await post(`${id}/goals/${goalId}/items`, { kind: 'next', text: `look at room ${n} for the last time` })
  const { limit } = (await get(`${id}/context`)).contextStatus
  let fitted = 0
  for (let reserve = 1_000; reserve < limit; reserve += 300) {
    const reply = await daemon.call('GET', `/v1/sessions/${id}/context?reserve=${reserve}&format=anthropic`)
    if (reply.status !== 200) {
      expect(reply.json.code).toBe('message_exceeds_window')
      break
    }
    fitted = reply.json.tokens
    expect(fitted).toBeLessThanOrEqual(limit - reserve)
    expect(reply.json.system).toContain(GOAL)
    expect(reply.json.system).toContain(`- ${LOCK}`)
  }
  expect(fitted).toBeLessThan(600)
  const { goals } = await get(`${id}/goals`)
  expect(goals[0].nextSteps).toHaveLength(12)
  await audited(id)
})

test('[P3] a message that cannot fit beside goal and locks is refused with its numbers', async () => {
  daemon = await startDaemon()
  const { id } = await withGoal({ contextSize: '2K', systemPrompt: 'word '.repeat(1_000) })
  const fits = async (words: number) =>
    daemon.call('POST', `/v1/sessions/${id}/messages`, {
      body: { messages: [{ role: 'user', content: 'word '.repeat(words) }] },
    })
  const refused = await fits(420)
  expect([refused.status, refused.json.code]).toEqual([422, 'message_exceeds_window'])
  expect(refused.json.fixed).toBeGreaterThan(1_000 + (await get(`${id}/goals`)).tokens - 1)
  expect((await fits(300)).status).toBe(201)
  const { tokens, contextStatus } = await get(`${id}/context`)
  expect(tokens).toBeLessThanOrEqual(contextStatus.limit - contextStatus.reserve)
  await audited(id)
})

test('[G4] [P1] goals survive a restart, and the audit notices when what is shown is not what was done', async () => {
  const database = await testDatabase()
  const env = { DATABASE_URL: database.url }
  daemon = await startDaemon({ env })
  const { id, goalId } = await withGoal()
  await append(id, talk(2))
  await post(`${id}/goals/${goalId}/items`, { kind: 'next', text: 'measure it' })
  const read = async () => [
    await get(`${id}/goals`),
    ...(await Promise.all(FORMATS.map((format) => get(`${id}/context?format=${format}`)))),
  ]
  const before = await read()
  await daemon.stop()
  daemon = await startDaemon({ env })
  expect(await read()).toEqual(before)
  await audited(id)
  await daemon.ports.store.change(id, null, async ({ session }) => {
    const note = { ...session.goals!.notes[0]!, text: 'The goal is to go home.' }
    session.goals = { ...session.goals!, notes: [note], goal: null }
  })
  const { ok, violations } = await get(`${id}/audit`)
  expect(ok).toBe(false)
  expect(violations.map(({ rule }: { rule: string }) => rule)).toEqual(expect.arrayContaining(['G2', 'T3']))
  await database.drop()
})
