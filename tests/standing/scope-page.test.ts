import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRetention } from '../../src/app/apps/apply-retention.js'
import { sql } from '../../src/store/migrations/0078-standing-scopes.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, migratedDatabase, select } from '../support/database.js'
import { runCommand } from '../support/command.js'

let daemon: Daemon
let offsetMs = 0
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const DAY_MS = 24 * 60 * 60_000
const user = (content: string) => ({ role: 'user', content })

async function scopeOf(key: string, memoryScope: string, words: string[]) {
  const session = await daemon.openSession({ memoryScope, externalId: `of ${memoryScope}` }, { key })
  for (const one of words) await session.append([user(one)])
  return session
}

test('[M11] one page answers what is kept: entries of each state, sessions, and counts; a viewer reads it, another app nothing', async () => {
  const [mine, other] = [await daemon.newApp(), await daemon.newApp()]
  const words = [
    'Always use spaces in Brindle.',
    'Use tabs in Brindle from now on.',
    'Never push to main.',
    'Forget that.',
  ]
  const session = await scopeOf(mine.app, 'user:ana', words)
  await scopeOf(mine.app, 'user:ben', ['Always answer in Finnish.'])
  const client = daemon.client.as(mine.app)
  const page = await client.call('getScope', { params: { scope: 'user:ana' } })
  expect(page.counts).toEqual({ open: 1, superseded: 1, ended: 1, sessions: 1 })
  const texts = [page.open, page.superseded, page.ended].map(([one]) => one!.text)
  expect(texts).toEqual(['Use tabs in Brindle from now on', 'Always use spaces in Brindle', 'Never push to main'])
  expect(page.sessions).toMatchObject([{ id: session.id, externalId: 'of user:ana', messageCount: 4 }])
  const query = { query: { format: 'markdown' }, params: { scope: 'user:ana' } }
  const { text } = await client.send('getScope', query as never)
  for (const part of [
    '# Kept of user:ana',
    ...texts,
    '## Sessions',
    session.id,
    '1 open, 1 superseded, 1 ended; 1 sessions',
  ])
    expect(text).toContain(part)
  const foreign = await daemon.client.as(other.app).call('getScope', { params: { scope: 'user:ana' } })
  expect(foreign).toMatchObject({ counts: { open: 0, sessions: 0 }, open: [], sessions: [] })
  expect((await daemon.client.as(other.app).call('listScopes', {})).scopes).toEqual([])

  const run = await runCommand(['scopes', 'show', '--page', 'user:ana'], {
    PALIMPSEST_URL: daemon.url,
    PALIMPSEST_KEY: mine.app,
  })
  expect(`${run.stdout}`.trimEnd()).toBe(text.trimEnd())
})

test('[M9] scopes are listed in pages, each once, whatever the number of its sessions', async () => {
  const { app } = await daemon.newApp()
  const names = Array.from({ length: 5 }, (_, at) => `team:${at}`)
  for (const name of [...names, ...names]) await daemon.openSession({ memoryScope: name }, { key: app })
  await daemon.openSession({}, { key: app })
  const client = daemon.client.as(app)
  const found: string[] = []
  for (let after: string | null = null, pages = 0; pages < 10; pages++) {
    const page: { scopes: { scope: string }[]; nextAfter: string | null } = await client.call('listScopes', {
      query: { limit: 2, ...(after !== null && { after }) },
    })
    found.push(...page.scopes.map(({ scope }) => scope))
    after = page.nextAfter
    if (after === null) break
  }
  expect(found.toSorted()).toEqual(names)
})

test('[M11] entries go with the retention of the app once their scope has no session; younger ones stay', async () => {
  const { app, appId } = await daemon.newApp()
  await daemon.client.call('updateApp', { params: { appId }, body: { retentionDays: 30 } })
  await scopeOf(app, 'user:old', ['Never push to main.'])
  await scopeOf(app, 'user:mixed', ['Never push to main.'])
  const clock = { ...daemon.ports.clock, now: () => new Date(daemon.ports.clock.now().getTime() + offsetMs) }
  const run = () => applyRetention({ ...daemon.ports, clock })
  offsetMs = 31 * DAY_MS
  await run()
  await daemon.openSession({ memoryScope: 'user:mixed' }, { key: app })
  offsetMs = 32.5 * DAY_MS
  await run()
  const left = async (scope: string) => (await daemon.client.as(app).call('getScope', { params: { scope } })).counts
  expect(await left('user:old')).toMatchObject({ open: 0, sessions: 0 })
  // A session opened meanwhile keeps what holds in its scope.
  expect((await left('user:mixed')).open).toBe(1)
})

test('[M9] [M11] a scope that only has entries is listed, goes with the retention, and is listed no more when the last entry is deleted', async () => {
  const { app, appId } = await daemon.newApp()
  await daemon.client.call('updateApp', { params: { appId }, body: { retentionDays: 30 } })
  const client = daemon.client.as(app)
  const add = (scope: string, text: string) => client.call('addStanding', { params: { scope }, body: { text } })
  const listed = async () => {
    const { scopes } = await client.call('listScopes', {})
    return scopes.toSorted((a, b) => (a.scope < b.scope ? -1 : 1))
  }
  await add('user:api', 'Never push to main.')
  await add('user:api', 'Use tabs.')
  const { id: entryId } = await add('user:once', 'Use tabs.')
  const session = await scopeOf(app, 'user:talk', ['Never push to main.'])
  expect(await listed()).toEqual([
    { scope: 'user:api', openEntries: 2, newestSession: null },
    { scope: 'user:once', openEntries: 1, newestSession: null },
    { scope: 'user:talk', openEntries: 1, newestSession: session.id },
  ])
  // In pages, too, each once.
  const first = await client.call('listScopes', { query: { limit: 2 } })
  const second = await client.call('listScopes', { query: { limit: 2, after: first.nextAfter! } })
  expect([...first.scopes, ...second.scopes].map(({ scope }) => scope).toSorted()).toEqual([
    'user:api',
    'user:once',
    'user:talk',
  ])
  await client.call('deleteStanding', { params: { scope: 'user:once', entryId } })
  // A session that is deleted leaves its scope in the list: its entries are still kept.
  await session.call('deleteSession', {})
  expect((await listed()).map(({ scope, newestSession }) => [scope, newestSession])).toEqual([
    ['user:api', null],
    ['user:talk', null],
  ])
  const run = (days: number) => {
    const now = () => new Date(daemon.ports.clock.now().getTime() + days * DAY_MS)
    return applyRetention({ ...daemon.ports, clock: { ...daemon.ports.clock, now } })
  }
  await run(29)
  expect(await listed()).toHaveLength(2)
  await run(31)
  expect(await listed()).toEqual([])
  const events = await daemon.call('GET', '/v1/events?after=0', { key: app, headers: { accept: 'application/json' } })
  expect(events.text.match(/"type":"standing-deleted"/g)).toHaveLength(4)
  await add('user:whole', 'Use tabs.')
  await client.call('deleteScope', { params: { scope: 'user:whole' } })
  expect(await listed()).toEqual([])
})

test('[M11] [13] an upgrade lists scopes with earlier entries, also if an event has what Postgres cannot read as JSON', async () => {
  const database = await migratedDatabase()
  const earlier = await startDaemon({ env: { DATABASE_URL: database.url } })
  try {
    for (const scope of ['user:api', 'user:ana'])
      await earlier.client.call('addStanding', { params: { scope }, body: { text: 'Use tabs.' } })
    const before = await select(database.url, 'SELECT * FROM standing_scopes ORDER BY scope')
    expect(before).toHaveLength(2)
    // Past the guard of the history.
    await execute(
      database.url,
      `DO $$ BEGIN SET LOCAL session_replication_role = replica;
        UPDATE events SET data = replace(data, '"scope"', '"text":"\\u0000","scope"'); END $$`,
    )
    const [poison] = await select<{ n: number }>(
      database.url,
      `SELECT count(*)::integer AS n FROM events WHERE strpos(data, '\\u0000') > 0`,
    )
    expect(poison!.n).toBeGreaterThan(0)
    await execute(database.url, 'DELETE FROM standing_scopes')
    await execute(database.url, sql.slice(sql.indexOf('INSERT')))
    const names = (rows: { scope?: string }[]) => rows.map(({ scope }) => scope)
    const after = await select(database.url, 'SELECT * FROM standing_scopes ORDER BY scope')
    expect(names(after)).toEqual(names(before))
  } finally {
    await earlier.stop()
    await database.drop()
  }
})
