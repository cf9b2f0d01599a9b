import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDeletions } from '../../src/app/deletions/run-deletions.js'
import type { Ports } from '../../src/ports/ports.js'
import { indexPending } from '../../src/app/search/index-messages.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { migratedDatabase, select, type TestDatabase } from '../support/database.js'

let database: TestDatabase
let daemon: Daemon
/** Sessions that may be deleted before the store fails, as if the process died. */
let deletionsLeft = Infinity
beforeAll(async () => {
  database = await migratedDatabase()
  const failing = (ports: Ports): Ports => ({
    ...ports,
    store: {
      ...ports.store,
      deleteSession: async (...args) => {
        if (deletionsLeft-- <= 0) throw new Error('died')
        return ports.store.deleteSession(...args)
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
const goOn = () => runDeletions(daemon.ports, new AbortController().signal, { settleMs: 0 })
const reportOf = (deletionId: string) => daemon.client.call('getDeletion', { params: { deletionId } })

/** Returns the tables with a row that names one of these in a column for apps, sessions, or scopes of replies. */
async function tablesWith(names: readonly string[]): Promise<string[]> {
  const columns = await select<{ name: string; column: string }>(
    database.url,
    `SELECT c.relname AS name, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'palimpsest'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (a.attname IN ('app_id', 'session_id', 'source_id', 'scope') OR (c.relname IN ('apps', 'sessions') AND a.attname = 'id'))`,
  )
  const list = names.map((name) => `'${name}'`).join(',')
  const found: string[] = []
  for (const { name, column } of columns) {
    const rows = await select(database.url, `SELECT 1 FROM palimpsest.${name} WHERE ${column} IN (${list}) LIMIT 1`)
    if (rows.length > 0) found.push(name)
  }
  return [...new Set(found)].toSorted()
}

test('[P1] [P11] DELETE /v1/apps/{id} removes every row of the app, with progress and a report, and nothing of another', async () => {
  const [mine, other] = [await daemon.newApp(), await daemon.newApp()]
  const sessions: string[] = []
  for (const { app } of [mine, other])
    for (let n = 0; n < 3; n++) {
      const session = await daemon.openSession({ memoryScope: 'team', metadata: { user: 'u' } }, { key: app })
      await session.append([user('Never push directly to the main branch.'), ...talk(3)])
      await session.context()
      await session.call('createSnapshot', { body: {} })
      if (app === mine.app) sessions.push(session.id)
    }
  const before = await tablesWith([mine.appId, ...sessions])
  expect(before).toEqual(expect.arrayContaining(['apps', 'events', 'keys', 'messages', 'sessions', 'standing_entries']))
  const left = await daemon.client.as(other.app).call('listSessions', {})

  const reply = await daemon.call('DELETE', `/v1/apps/${mine.appId}`)
  expect(reply).toMatchObject({
    status: 202,
    json: { kind: 'app', state: 'running', removed: { keys: 2, sessions: 3 } },
  })
  // The keys and the app are unknown at once, also under the name of the app.
  expect((await daemon.client.as(mine.app).send('listSessions', {})).status).toBe(401)
  expect((await daemon.call('GET', `/v1/apps/${mine.appId}`)).status).toBe(404)
  expect((await daemon.call('DELETE', `/v1/apps/${mine.appId}`)).status).toBe(404)
  expect((await daemon.client.call('listApps', { query: { limit: '200' } })).apps.map(({ id }) => id)).not.toContain(
    mine.appId,
  )
  // A process that trusted the key a moment longer opened a session.
  const late = await daemon.openSession({})
  await select(
    database.url,
    `WITH moved AS (UPDATE palimpsest.sessions SET app_id = '${mine.appId}' WHERE id = '${late.id}' RETURNING id)
     DELETE FROM palimpsest.events e USING moved WHERE e.session_id = moved.id RETURNING 1`,
  )
  await goOn()

  const report = await reportOf(reply.json.id)
  expect(report).toMatchObject({ state: 'done', finishedAt: expect.any(String), removed: { keys: 2, sessions: 4 } })
  expect(report.removed.messages).toBe(3 * (talk(3).length + 1))
  expect(report.removed.standingEntries).toBeGreaterThan(0)
  expect(report.removed.snapshots).toBeGreaterThanOrEqual(3)
  expect(await tablesWith([mine.appId, ...sessions, late.id])).toEqual(['audit_log', 'deletions'])
  expect(await daemon.client.as(other.app).call('listSessions', {})).toEqual(left)
  const { entries } = await daemon.client.call('listAuditLog', { query: { appId: mine.appId, action: 'app-deleted' } })
  expect(entries).toMatchObject([{ target: mine.appId, actor: { keyId: 'admin' } }])
})

test('[P1] an app that is not settled waits: its row goes when no process can trust its keys', async () => {
  const { appId } = await daemon.newApp()
  const { json } = await daemon.call('DELETE', `/v1/apps/${appId}`)
  const wait = { settleMs: 3_600_000 }
  expect(await runDeletions(daemon.ports, new AbortController().signal, wait)).toBe(0)
  expect((await reportOf(json.id)).state).toBe('running')
  expect(await goOn()).toBe(1)
  expect((await reportOf(json.id)).state).toBe('done')
})

test('[P1] a deletion that is interrupted between any two sessions goes on, and counts each session once', async () => {
  for (const interruptedAfter of [0, 1, 4]) {
    const { app } = await daemon.newApp()
    for (let n = 0; n < 6; n++)
      await (await daemon.openSession({ metadata: { user: 'jane' } }, { key: app })).append(talk(1, n))
    const other = await daemon.openSession({ metadata: { user: 'joe' } }, { key: app })
    deletionsLeft = interruptedAfter
    const begun = await daemon.call('POST', '/v1/deletions', { key: app, body: { user: 'jane' } })
    expect(begun).toMatchObject({ status: 202, json: { state: 'running', removed: { sessions: interruptedAfter } } })
    deletionsLeft = Infinity
    expect((await daemon.client.as(app).call('listDeletions', {})).deletions).toEqual([begun.json])
    expect(await goOn()).toBe(1)
    const { state, removed } = await reportOf(begun.json.id)
    expect({ state, removed }).toMatchObject({ state: 'done', removed: { sessions: 6, messages: 6 * talk(1).length } })
    const { sessions } = await daemon.client.as(app).call('listSessions', {})
    expect(sessions.map(({ id }) => id)).toEqual([other.id])
  }
})

test('[M11] [P11] deleting a user takes what they stated and what was recalled from them out of other sessions', async () => {
  const [mine, other] = [await daemon.newApp(), await daemon.newApp()]
  const open = async (name: string, key: string) =>
    daemon.openSession({ memoryScope: 'family', metadata: { user: name } }, { key })
  const jane = await open('jane', mine.app)
  const fact = 'Odalys keeps her violin in the blue cabinet at Varkaus.'
  await jane.append([user('Never send mail on Sundays.'), { role: 'assistant', content: 'Noted.' }])
  await jane.append([user('Where is it?'), { role: 'assistant', content: fact }, ...talk(2)])
  await indexPending(daemon.ports)
  const foreign = await open('jane', other.app)
  await foreign.append([user('Never send mail on Sundays.')])
  const joe = await open('joe', mine.app)
  await joe.append([user('Always answer in Finnish.')])
  const asking = await open('joe', mine.app)
  await asking.append([user('Where does Odalys keep her violin?')])
  const contextOf = async () => JSON.stringify((await asking.context('openai')).messages)
  expect(await contextOf()).toContain('blue cabinet')
  expect(await contextOf()).toContain('Sundays')

  const reply = await daemon.call('POST', '/v1/deletions', { key: mine.app, body: { user: 'jane' } })
  expect(reply).toMatchObject({ status: 200, json: { kind: 'user', state: 'done', removed: { sessions: 1 } } })
  expect(reply.json.removed.standingEntries).toBeGreaterThan(0)
  expect(reply.text).not.toContain('jane')
  expect(await contextOf()).not.toContain('blue cabinet')
  expect(await contextOf()).not.toContain('Sundays')
  expect(await contextOf()).toContain('Finnish')
  expect(JSON.stringify(await asking.call('listRecalls', {}))).not.toContain('blue cabinet')
  const records = await daemon.call('GET', `/v1/sessions/${asking.id}/export`, { key: mine.app })
  expect(records.text).not.toContain('blue cabinet')
  expect(await asking.audit()).toMatchObject({ ok: true })
  expect((await jane.send('getSession', {})).status).toBe(404)
  expect((await foreign.send('getSession', {})).status).toBe(200)
  const names = await select(database.url, `SELECT name FROM palimpsest.deletions WHERE id = '${reply.json.id}'`)
  expect(names).toEqual([{ name: null }])
})

test('[M11] deleting a scope removes its sessions and entries; sessions opened later stay', async () => {
  const { app } = await daemon.newApp()
  const session = await daemon.openSession({ memoryScope: 'trip' }, { key: app })
  await session.append([user('Always book the window seat.')])
  const outside = await daemon.openSession({}, { key: app })
  const body = { memoryScope: 'trip' }
  const reply = await daemon.call('POST', '/v1/deletions', { key: app, body })
  expect(reply).toMatchObject({
    status: 200,
    json: { kind: 'scope', state: 'done', removed: { sessions: 1, standingEntries: 1 } },
  })
  const later = await daemon.openSession({ memoryScope: 'trip' }, { key: app })
  expect((await daemon.client.as(app).call('listSessions', {})).sessions.map(({ id }) => id)).toEqual([
    later.id,
    outside.id,
  ])
  expect((await daemon.client.as(app).call('listStanding', { params: { scope: 'trip' } })).entries).toEqual([])
})

test('[13] reports are deleted by age and beyond the greatest number; a running deletion never is', async () => {
  const { app, appId } = await daemon.newApp()
  for (const user of ['a', 'b', 'c']) await daemon.call('POST', '/v1/deletions', { key: app, body: { user } })
  await daemon.openSession({ metadata: { user: 'd' } }, { key: app })
  deletionsLeft = 0
  await daemon.call('POST', '/v1/deletions', { key: app, body: { user: 'd' } })
  deletionsLeft = Infinity
  const left = async () => (await daemon.ports.store.deletions(appId, { limit: 10 })).map(({ state }) => state)
  await daemon.ports.store.trimDeletions(new Date(0), 3)
  expect(await left()).toEqual(['running', 'done', 'done'])
  await daemon.ports.store.trimDeletions(new Date(Date.now() + 60_000), 3)
  expect(await left()).toEqual(['running'])
  expect(await goOn()).toBe(1)
})

test('[13] wrong deletions are refused with the reason', async () => {
  const { app, viewer } = await daemon.newApp()
  for (const body of [{}, { user: 'a', memoryScope: 'b' }, { user: '' }, { user: 1 }, { all: true }])
    expect((await daemon.call('POST', '/v1/deletions', { key: app, body })).status).toBe(400)
  expect((await daemon.call('POST', '/v1/deletions', { key: viewer, body: { user: 'a' } })).status).toBe(403)
  expect((await daemon.call('DELETE', '/v1/apps/default')).json).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await daemon.call('DELETE', '/v1/apps/app_unknown')).status).toBe(404)
})

test('[P11] [13] X-App-Id takes the name of an app if only one has it', async () => {
  const name = 'Küche & Bad'
  const { id } = await daemon.client.call('createApp', { body: { name } })
  const headers = { 'x-app-id': name }
  const made = await daemon.call('POST', '/v1/sessions', { headers, body: { model: 'gpt-4o:7b' } })
  expect(made).toMatchObject({ status: 201, json: { appId: id } })
  const { id: second } = await daemon.client.call('createApp', { body: { name } })
  const refused = await daemon.call('GET', '/v1/sessions', { headers })
  expect(refused).toMatchObject({ status: 404, json: { detail: expect.stringContaining('Several apps are named') } })
  // An id wins over an equal name.
  await daemon.client.call('createApp', { body: { name: second } })
  expect((await daemon.call('GET', '/v1/sessions', { headers: { 'x-app-id': second } })).json.sessions).toEqual([])
  expect((await daemon.call('GET', '/v1/sessions', { headers: { 'x-app-id': 'no such app' } })).status).toBe(404)
  const { app } = await daemon.newApp()
  expect((await daemon.call('GET', '/v1/sessions', { key: app, headers })).status).toBe(403)
})
