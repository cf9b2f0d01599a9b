import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { openMcp } from '../support/mcp.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const entries = async (scope: string) => (await daemon.client.call('listStanding', { params: { scope } })).entries
const brief = async (scope: string) =>
  (await entries(scope)).map(({ kind, text, source, state, seq }) => ({ kind, text, source, state, seq }))
const firstMessage = async (memoryScope: string) => {
  const next = await daemon.openSession({ memoryScope })
  await next.append([user('Good morning.')])
  return JSON.stringify((await next.context('openai')).messages[0])
}

test('[M11] a pinned message of a person holds in the scope until it is unpinned', async () => {
  const scope = 'pins'
  const session = await daemon.openSession({ memoryScope: scope })
  await session.append([user('The staging server is at 10.2.7.16.'), assistant('Noted.')])
  await session.call('pinMessage', { params: { seq: 1 } } as never)
  const pin = { kind: 'rule', text: 'The staging server is at 10.2.7.16.', source: 'pin', state: 'open', seq: 1 }
  expect(await brief(scope)).toEqual([pin])
  expect(await firstMessage(scope)).toContain('10.2.7.16')
  // Words of the model, pinned, stay in their session.
  await session.call('pinMessage', { params: { seq: 2 } } as never)
  expect(await brief(scope)).toEqual([pin])
  await session.call('unpinMessage', { params: { seq: 1 } } as never)
  expect(await brief(scope)).toEqual([{ ...pin, state: 'ended' }])
  expect(await firstMessage(scope)).not.toContain('10.2.7.16')
  const [added] = await session.eventsOf('standing-added')
  expect(added!.data).toMatchObject({ scope, source: 'pin', seq: 1 })
})

test('[M11] a message that arrives pinned holds in the scope; a long one is cut after a word', async () => {
  const scope = 'pinned on arrival'
  const session = await daemon.openSession({ memoryScope: scope })
  const long = `The tax office closes at noon. ${'Bring the blue folder and the green one. '.repeat(60)}`
  await session.append([{ ...user(long), pinned: true }], { format: 'native' })
  const [entry] = await entries(scope)
  expect(entry).toMatchObject({ source: 'pin', state: 'open' })
  expect(entry!.text.length).toBeLessThanOrEqual(1_000)
  expect(long.startsWith(`${entry!.text} `)).toBe(true)
})

test('[M11] [G3] a lock of a model is no entry; one of the app is, until it is taken back', async () => {
  const scope = 'locks'
  const session = await daemon.openSession({ memoryScope: scope })
  await session.append([
    user('Which database do we take?'),
    assistant('[GOAL] Build the shop\n[DECISION] Orders go to Postgres - LOCKED\n[DECISION] Logs go to files'),
  ])
  expect(await entries(scope)).toEqual([])
  expect(await firstMessage(scope)).not.toContain('Orders go to Postgres')
  // In the session of the model, it holds.
  expect(JSON.stringify(await session.context('openai'))).toContain('Orders go to Postgres')
  const { goals } = await session.call('listGoals', {})
  const item = goals[0]!.decisions.find(({ text }) => text === 'Logs go to files')!
  const setLock = (locked: boolean) =>
    session.call('updateGoalItem', { params: { goalId: goals[0]!.id, itemId: item.id }, body: { locked } } as never)
  await setLock(true)
  const lock = { kind: 'decision', text: 'Logs go to files', source: 'lock', state: 'open', seq: null }
  expect(await brief(scope)).toEqual([lock])
  expect(await firstMessage(scope)).toContain('Logs go to files')
  await setLock(false)
  expect(await brief(scope)).toEqual([{ ...lock, state: 'ended' }])
})

test('[M11] over MCP, a tool remembers, lists, and ends an entry', async () => {
  const scope = 'tools'
  const session = await daemon.openSession({ memoryScope: scope })
  const mcp = await openMcp(daemon.url, { headers: { 'x-palimpsest-session': session.id } })
  await mcp.call('remember', { text: 'Always round prices up.' })
  const [entry] = await entries(scope)
  expect(entry).toMatchObject({ kind: 'rule', source: 'tool', state: 'open', sessionId: session.id })
  expect((await mcp.call('list_standing')).text).toContain('Always round prices up.')
  await mcp.call('set_goal', { description: 'Write the price list' })
  await mcp.call('lock_decision', { decision: 'Prices are in euros' })
  expect(await brief(scope)).toContainEqual(expect.objectContaining({ text: 'Prices are in euros', source: 'lock' }))
  expect((await mcp.call('forget', { id: entry!.id })).text).toContain('No longer holds')
  expect((await mcp.call('list_standing')).text).not.toContain('Always round prices up.')
  await mcp.close()
})

test('[M11] [G1] decisions locked in the goal that a session is opened with hold in the scope from its first message on', async () => {
  const scope = 'first goal'
  const locks = [{ kind: 'decision', text: 'Use Postgres 16 for Larchmont.', locked: true }]
  const goal = { description: 'Build Larchmont', items: locks }
  const session = await daemon.openSession({ memoryScope: scope, goal } as never)
  await session.append([user('Good morning.')])
  await session.append([user('Go on.')])
  expect((await entries(scope)).map(({ text, source }) => [text, source])).toEqual([[locks[0]!.text, 'lock']])
  expect(await firstMessage(scope)).toContain('Larchmont')
})
