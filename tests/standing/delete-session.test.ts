import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetDeleted } from '../../src/app/deletions/forget-deleted.js'
import { indexPending } from '../../src/app/search/index-messages.js'
import type { Ports } from '../../src/ports/ports.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, migratedDatabase, select, type TestDatabase } from '../support/database.js'

let database: TestDatabase
let daemon: Daemon
/** For which sessions the quotes are not found, as if the store failed after the deletion. */
let fails: 'all' | 'none' | { id: string } = 'none'
beforeAll(async () => {
  database = await migratedDatabase()
  const failing = (ports: Ports): Ports => ({
    ...ports,
    store: {
      ...ports.store,
      quotingSessions: async (...args) => {
        if (fails === 'all' || (fails !== 'none' && fails.id === args[0])) throw new Error('died')
        return ports.store.quotingSessions(...args)
      },
    },
  })
  daemon = await startDaemon({ env: { DATABASE_URL: database.url, RECALL_MS: '60000' }, ports: failing })
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
})

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const QUESTION = 'Where does Odalys keep her violin?'
const FACT = `Odalys keeps her violin in the cabinet at Varkaus.`

/** One session hears a fact, another one recalls it, and a fork of that has the quote, too. */
async function threeSessions() {
  const { app: key, appId } = await daemon.newApp()
  const client = daemon.client.as(key)
  const open = () => daemon.openSession({ memoryScope: 'family' }, { key })
  const first = await open()
  await first.append([user(QUESTION), assistant(FACT)])
  await indexPending(daemon.ports)
  const second = await open()
  await second.append([user(QUESTION)])
  expect(await shownBy(second)).toContain('Varkaus')
  await second.call('createSnapshot', { body: {} })
  const fork = await client.call('forkSession', { params: { sessionId: second.id }, body: {} })
  return { key, appId, client, open, first, second, fork: fork.id }
}

type TestSession = Awaited<ReturnType<Daemon['openSession']>>

async function shownBy(session: TestSession): Promise<string> {
  return JSON.stringify((await session.context('openai')).messages)
}

type Talk = Awaited<ReturnType<typeof threeSessions>>

/** Returns the places of a session in which an app can read the words. */
async function placesOf({ key }: Talk, id: string): Promise<string[]> {
  const found: string[] = []
  for (const part of ['export', 'recalls', 'log', 'context?format=openai', 'context?format=openai&at=1']) {
    const { text, status } = await daemon.call('GET', `/v1/sessions/${id}/${part}`, { key })
    expect([part, status]).toEqual([part, 200])
    if (text.includes('Varkaus')) found.push(part)
  }
  return found
}

const sourcesOf = ({ appId }: Talk) =>
  select<{ id: string }>(
    database.url,
    `SELECT source_id AS id FROM palimpsest.forgotten_sources WHERE app_id = '${appId}'`,
  )

test('[M11] the deletion of one session takes its words out of every session that recalled them', async () => {
  const talk = await threeSessions()
  const { client, first, second, fork, open } = talk
  // It has left the scope with its quote.
  await client.call('updateSession', { params: { sessionId: second.id }, body: { memoryScope: 'work' } } as never)
  expect(await placesOf(talk, second.id)).not.toEqual([])
  expect(await placesOf(talk, fork)).not.toEqual([])
  await client.call('deleteSession', { params: { sessionId: first.id } })
  expect(await placesOf(talk, second.id)).toEqual([])
  expect(await placesOf(talk, fork)).toEqual([])
  expect(await second.audit()).toMatchObject({ ok: true, lost: 0 })
  const later = await open()
  await later.append([user(QUESTION)])
  expect(await shownBy(later)).not.toContain('Varkaus')

  // A read that began before the deletion may have recorded a quote after it, so workers look again for a minute.
  expect(await sourcesOf(talk)).toEqual([{ id: first.id }])
  await forgetDeleted(daemon.ports)
  expect(await sourcesOf(talk)).toEqual([{ id: first.id }])
  await execute(database.url, `UPDATE palimpsest.forgotten_sources SET at = at - interval '2 minutes'`)
  await forgetDeleted(daemon.ports)
  expect(await sourcesOf(talk)).toEqual([])
})

test('[M11] if the store fails after the deletion, or a retention deletes the session, workers take its words out', async () => {
  const talk = await threeSessions()
  fails = 'all'
  try {
    const { removed } = await talk.client.call('deleteSession', { params: { sessionId: talk.first.id } })
    expect(removed.messages).toBe(2)
  } finally {
    fails = 'none'
  }
  expect(await placesOf(talk, talk.second.id)).not.toEqual([])
  expect(await forgetDeleted(daemon.ports)).toBe(2)
  expect(await placesOf(talk, talk.second.id)).toEqual([])

  const retained = await threeSessions()
  await daemon.ports.store.deleteSession(retained.first.id, null, { idleSince: new Date(Date.now() + 60_000) })
  expect(await forgetDeleted(daemon.ports)).toBe(2)
  expect(await placesOf(retained, retained.second.id)).toEqual([])
  expect(await placesOf(retained, retained.fork)).toEqual([])
})

test('[M11] [R3] a fork keeps what it recalled from its own history when its parent is deleted', async () => {
  const { app: key } = await daemon.newApp()
  const client = daemon.client.as(key)
  const parent = await daemon.openSession({ memoryScope: 'family', contextSize: 4096 }, { key })
  await parent.append([user(QUESTION), assistant(FACT)])
  for (let n = 0; n < 40; n++)
    await parent.append([user(`Say more about ${n}.`), assistant(`Number ${n}: ${'well, '.repeat(150)}`)])
  await indexPending(daemon.ports)
  await parent.append([user(QUESTION)])
  expect(await shownBy(parent)).toContain('Varkaus')
  const fork = await client.call('forkSession', { params: { sessionId: parent.id }, body: {} })
  const read = async () => (await daemon.call('GET', `/v1/sessions/${fork.id}/context?format=openai`, { key })).text
  const before = await read()
  expect(before).toContain('Varkaus')
  await client.call('deleteSession', { params: { sessionId: parent.id } })
  await forgetDeleted(daemon.ports)
  expect(await read()).toBe(before)
})

test('[M11] a deleted session whose quotes cannot be taken out keeps no later one waiting', async () => {
  const [talk, later] = [await threeSessions(), await threeSessions()]
  for (const { first } of [talk, later])
    await daemon.ports.store.deleteSession(first.id, null, { idleSince: new Date(Date.now() + 60_000) })
  fails = { id: talk.first.id }
  try {
    expect(await forgetDeleted(daemon.ports)).toBe(2)
  } finally {
    fails = 'none'
  }
  expect(await placesOf(later, later.second.id)).toEqual([])
  expect(await placesOf(talk, talk.second.id)).not.toEqual([])
  expect(await forgetDeleted(daemon.ports)).toBe(2)
  expect(await placesOf(talk, talk.second.id)).toEqual([])
})
