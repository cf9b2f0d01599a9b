import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { writeBackup } from '../../src/store/index.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { migratedDatabase, select, type TestDatabase } from '../support/database.js'

let database: TestDatabase
let daemon: Daemon
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-scope-'))
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url, RECALL_MS: '60000' } })
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const QUESTION = 'Where does Odalys keep her violin?'

/** A person states a rule and hears a fact in one session, and asks for the fact in another. No scope has the names of the other. */
async function talkOf(scope: string, [rule, place]: readonly [rule: string, place: string]) {
  const { app: key, appId } = await daemon.newApp()
  const client = daemon.client.as(key)
  const open = () => daemon.openSession({ memoryScope: scope }, { key })
  const first = await open()
  await first.append([user(`Never mention ${rule} to customers.`), assistant('Noted.')])
  await first.append([user(QUESTION), assistant(`Odalys keeps her violin in the cabinet at ${place}.`)])
  await indexPending(daemon.ports)
  const second = await open()
  await second.append([user(QUESTION)])
  const words = new RegExp(`${rule}|${place}`)
  const contextOf = async (session: typeof second) => JSON.stringify((await session.context('openai')).messages)
  expect(await contextOf(second)).toContain(rule)
  expect(await contextOf(second)).toContain(place)
  await second.call('createSnapshot', { body: { name: 'before' } as never })
  const deleteScope = () => client.call('deleteScope', { params: { scope } })
  const deleteMessages = async () => {
    const deletion = await client.call('createDeletion', { body: { memoryScope: scope } })
    expect(deletion.state).toBe('done')
    return deletion.removed
  }
  return { key, appId, client, scope, open, first, second, words, contextOf, deleteScope, deleteMessages }
}

type Talk = Awaited<ReturnType<typeof talkOf>>

/** Returns the tables in which a row of the session has the words. */
async function tablesWith(sessionId: string, words: RegExp): Promise<string[]> {
  const tables = await select<{ name: string }>(
    database.url,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('session_id', 'id')
     WHERE c.relnamespace = 'palimpsest'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (a.attname = 'session_id' OR c.relname = 'sessions')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const column = name === 'sessions' ? 'id' : 'session_id'
    const text = `SELECT t::text AS row FROM palimpsest.${name} t WHERE ${column} = '${sessionId}'`
    const rows = await select<{ row: string }>(database.url, text)
    if (rows.some(({ row }) => words.test(row))) found.push(name)
  }
  return found
}

/** Reads everything an app can read, and the rows of the whole database. Returns the places that still have the words. */
async function placesWith({ key, client, scope, words, open, contextOf }: Talk): Promise<string[]> {
  const found: Record<string, string> = {}
  const json = { key, headers: { accept: 'application/json' } }
  found.events = (await daemon.call('GET', '/v1/events?after=0', json)).text
  found.search = JSON.stringify((await client.call('searchMessages', { query: { q: 'Odalys violin cabinet' } })).hits)
  found.page = JSON.stringify(await client.call('getScope', { params: { scope } }))
  const later = await open()
  await later.append([user(QUESTION)])
  found.later = await contextOf(later)
  for (const { id } of (await client.call('listSessions', {})).sessions)
    for (const part of ['export', 'recalls', 'log', 'context?format=openai'])
      found[`${part} of ${id}`] = (await daemon.call('GET', `/v1/sessions/${id}/${part}`, { key })).text
  const file = join(folder, scope.replaceAll(':', '-'))
  await writeBackup({ url: database.url, version: 'test', out: createWriteStream(file) })
  found.backup = gunzipSync(await readFile(file)).toString('utf8')
  return Object.keys(found).filter((name) => words.test(found[name]!))
}

test('[M11] a scope is deleted first and its messages afterwards: nothing of either stays', async () => {
  const talk = await talkOf('user:ana', ['Falcon-7316', 'Varkaus'])
  const { first, second, client, scope, words } = talk
  expect(await talk.deleteScope()).toEqual({ entries: 1, sessions: 1, keptSessions: 2 })

  // The words are only where they were said, and the page of the scope names these sessions.
  expect(await tablesWith(first.id, words)).toContain('messages')
  expect(await tablesWith(second.id, words)).toEqual([])
  expect((await daemon.call('GET', `/v1/sessions/${second.id}/export`, talk)).text).not.toMatch(words)
  for (const at of ['1', '2'])
    expect(
      (await daemon.call('GET', `/v1/sessions/${second.id}/context?format=openai&at=${at}`, talk)).text,
    ).not.toMatch(words)
  expect(await talk.contextOf(second)).not.toMatch(words)
  const [snapshot] = (await second.call('listSnapshots', {})).snapshots
  await second.call('restoreSnapshot', { params: { snapshotId: snapshot!.id } } as never)
  expect(await talk.contextOf(second)).not.toMatch(words)
  expect(await second.audit()).toMatchObject({ ok: true })
  const page = await client.call('getScope', { params: { scope } })
  expect(page).toMatchObject({ counts: { open: 0, sessions: 2 }, sessions: [{ id: second.id }, { id: first.id }] })
  const later = await talk.open()
  await later.append([user(QUESTION)])
  expect(await talk.contextOf(later)).not.toMatch(words)

  expect(await talk.deleteMessages()).toMatchObject({ sessions: 3, messages: 6 })
  expect(await placesWith(talk)).toEqual([])
})

test('[M11] messages of a scope are deleted first and the scope afterwards: nothing of either stays', async () => {
  const talk = await talkOf('user:ben', ['Heron-2209', 'Porvoo'])
  expect(await talk.deleteMessages()).toMatchObject({ sessions: 2, messages: 5, standingEntries: 1 })
  expect(await talk.deleteScope()).toEqual({ entries: 0, sessions: 0, keptSessions: 0 })
  expect(await placesWith(talk)).toEqual([])
})

test('[M9] [M11] a fork of a session whose scope was deleted is not recalled from, and is deleted with the scope', async () => {
  const talk = await talkOf('user:cleo', ['Osprey-4471', 'Kotka'])
  await talk.deleteScope()
  const { client, first, words } = talk
  const fork = await client.call('forkSession', { params: { sessionId: first.id }, body: {} })
  await indexPending(daemon.ports)
  const later = await talk.open()
  await later.append([user(QUESTION)])
  expect(await talk.contextOf(later)).not.toMatch(words)
  // What is said after that is recalled again.
  await later.append([assistant('Odalys keeps her violin in the cellar at Loviisa.')])
  await indexPending(daemon.ports)
  const last = await talk.open()
  await last.append([user(QUESTION)])
  expect(await talk.contextOf(last)).toContain('Loviisa')
  expect((await talk.deleteMessages()).sessions).toBe(5)
  expect((await client.send('getSession', { params: { sessionId: fork.id } })).status).toBe(404)
  expect(await placesWith(talk)).toEqual([])
})
