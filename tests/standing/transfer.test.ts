import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBackup } from '../../src/store/index.js'
import { MAX_ENTRIES } from '../../src/domain/standing/entry.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, migratedDatabase, type TestDatabase } from '../support/database.js'
import type { TestSession } from '../support/session.js'
import { download, upload } from '../support/upload.js'

let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
})

const RULE = 'Never push directly to the main branch.'
const LINES = 'application/x-ndjson'
let scopes = 0
const newScope = () => `user:${++scopes}`

async function say(memoryScope: string, ...said: string[]): Promise<TestSession> {
  const session = await daemon.openSession({ memoryScope })
  for (const content of said)
    await session.append([
      { role: 'user', content },
      { role: 'assistant', content: 'Fine.' },
    ])
  return session
}
const entries = async (scope: string) => (await daemon.client.call('listStanding', { params: { scope } })).entries

test('[M11] [R6] what a session stated travels with it, into its scope or into another', async () => {
  const scope = newScope()
  await say(scope, 'Always add a changelog entry.')
  const session = await say(scope, RULE, 'Use spaces for indentation.', 'Use tabs for indentation from now on.')
  for (const [format, type] of [
    ['json', 'application/json'],
    ['jsonl', LINES],
  ] as const) {
    const file = await download(daemon, session.id, format)
    // What another session stated stays there.
    expect(file).not.toContain('"text":"Always add')
    const other = newScope()
    const reply = await upload(daemon, file, { type, query: `?memoryScope=${encodeURIComponent(other)}` })
    expect(reply.status, reply.text).toBe(201)
    const { sessionId } = reply.json
    const come = await entries(other)
    expect(come.map(({ state, text }) => `${state} ${text}`)).toEqual([
      'open Use tabs for indentation from now on',
      'superseded Use spaces for indentation',
      'open Never push directly to the main branch',
    ])
    expect(come.every((entry) => entry.sessionId === sessionId)).toBe(true)
    expect(come[1]!.supersededBy).toBe(come[0]!.id)
    const shown = (await daemon.client.call('readContext', { params: { sessionId: String(sessionId) } })).messages
    expect(JSON.stringify(shown)).toContain('Never push directly')
    expect(JSON.stringify(shown)).not.toContain('Always add')
    expect(await daemon.client.call('auditSession', { params: { sessionId: String(sessionId) } })).toMatchObject({
      ok: true,
    })
    const third = await say(other, 'How do I publish?')
    expect(JSON.stringify((await third.context('openai')).messages)).toContain('Never push directly')
    // Into the scope that has it all, nothing comes twice, and what ended since stays ended.
    const rule = (await entries(scope)).find(({ text }) => text.startsWith('Never push'))!
    await daemon.client.call('editStanding', { params: { scope, entryId: rule.id }, body: { state: 'ended' } })
    const before = await entries(scope)
    expect((await upload(daemon, file, { type })).status).toBe(201)
    expect(await entries(scope)).toEqual(before)
    await daemon.client.call('editStanding', { params: { scope, entryId: rule.id }, body: { state: 'open' } })
  }
})

/** Returns the lines of an export with a new digest, so that only the content is at fault. */
function signed(lines: string[]): string {
  const [head, ...rest] = lines.slice(0, -1)
  const hash = createHash('sha256').update(`session\n${JSON.stringify(JSON.parse(head!).session)}\n`)
  for (const line of rest) {
    const { type } = JSON.parse(line) as { type: string }
    const section = type === 'standing-entry' ? 'standing' : type === 'message' ? 'messages' : type
    hash.update(`${section}\n{${line.slice(`{"type":"${type}",`.length)}\n`)
  }
  const end = JSON.stringify({ type: 'end', records: rest.length, digest: hash.digest('hex') })
  return [head, ...rest, end].join('\n')
}

test('[M11] [R6] a damaged or foreign entry refuses the whole file, and nothing of it is written', async () => {
  const session = await say(newScope(), RULE)
  const lines = (await download(daemon, session.id, 'jsonl')).trim().split('\n')
  const kept = lines.filter((line) => !/^\{"type":"(?:moment|goal|ledger|cut|snapshot|recall)/.test(line))
  const into = newScope()
  const send = (file: string) =>
    upload(daemon, file, { type: LINES, query: `?memoryScope=${encodeURIComponent(into)}` })
  const edit = (from: string | RegExp, to: string) =>
    kept.map((line) => (line.startsWith('{"type":"standing-entry"') ? line.replace(from, to) : line))
  expect(edit(RULE.slice(0, 5), 'Always')).not.toEqual(kept)
  const sessions = async () => (await daemon.client.call('listSessions', { query: { limit: 100 } })).sessions.length
  const count = await sessions()
  for (const [file, detail] of [
    [lines.map((line) => line.replace('"text":"Never push', '"text":"Always push')).join('\n'), /digest/],
    [signed(edit(session.id, 'ses_another')), /not of the session/],
    [signed(edit('"seq":1', '"seq":99')), /not of the session/],
    [signed(edit('"state":"open"', '"state":"ended"')), /closing time/],
    [signed(edit('"kind":"rule"', '"kind":"wish"')), /kind/],
  ] as const) {
    const { status, text } = await send(file)
    expect(status, text).toBe(422)
    expect(text).toMatch(detail)
  }
  expect(await entries(into)).toEqual([])
  expect(await sessions()).toBe(count)
  expect((await send(signed(kept))).status).toBe(201)
  expect(await entries(into)).toHaveLength(1)
})

test('[M11] a backup made after a deletion has none of the deleted words', async () => {
  const scope = newScope()
  const session = await say(scope, 'My name is Quillon Vantreet.')
  const other = await say(scope, 'Hello.')
  expect(JSON.stringify((await other.context('openai')).messages)).toContain('Quillon')
  await other.call('createSnapshot', { body: { name: 'before' } as never })
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-standing-'))
  try {
    const text = async (name: string) => {
      await writeBackup({ url: database.url, version: 'test', out: createWriteStream(join(folder, name)) })
      return gunzipSync(await readFile(join(folder, name))).toString('latin1')
    }
    expect(await text('before')).toContain('Vantreet')
    await daemon.client.call('deleteSession', { params: { sessionId: session.id } })
    await daemon.client.call('deleteScope', { params: { scope } })
    expect(await text('after')).not.toMatch(/Quillon|Vantreet/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test(`[M11] [13] a scope holds at most ${MAX_ENTRIES} entries; closed ones make way, and open ones refuse more`, async () => {
  const scope = newScope()
  const [first, second] = [await say(scope, RULE), await daemon.openSession({ memoryScope: scope })]
  const from = `FROM palimpsest.standing_entries WHERE body LIKE '%${first.id}%'`
  const fill = (rows: number, state: string) =>
    execute(
      database.url,
      `INSERT INTO palimpsest.standing_entries (app_id, scope_hash, id, kind, state, body)
       SELECT app_id, scope_hash, 'std_${state}' || i, kind, '${state}', replace(replace(body, id, 'std_${state}' || i),
         'Never push directly to the main branch', 'Never open the gate q' || i) FROM (SELECT * ${from} LIMIT 1) one, generate_series(1, ${rows}) i`,
    )
  await fill(10, 'ended')
  await fill(MAX_ENTRIES - 12, 'open')
  const add = (text: string) => daemon.client.send('addStanding', { params: { scope }, body: { text } })
  expect((await add('Always sign the tags.')).status).toBe(201)
  // The oldest closed one makes way.
  await second.append([{ role: 'user', content: 'Always write documentation for exported functions.' }])
  const ended = await daemon.client.call('listStanding', { params: { scope }, query: { state: 'ended' } as never })
  expect(ended.entries).toHaveLength(9)
  // Full of open ones: the API refuses, and a message is stored without its entry.
  await execute(database.url, `UPDATE palimpsest.standing_entries SET state = 'open' WHERE body LIKE '%${first.id}%'`)
  const refused = await add('Always name the branch after the ticket.')
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(String(MAX_ENTRIES))
  await second.append([{ role: 'user', content: 'Always keep lines under 100 characters.' }])
  const words = (await entries(scope)).map(({ text }) => text)
  expect(words).not.toContain('Always keep lines under 100 characters')
  const context = await second.context('openai')
  expect(context.contextStatus.breakdown.standing).toBeLessThanOrEqual(0.05 * context.contextStatus.limit)
  const file = await download(daemon, first.id, 'jsonl')
  expect(file.split('\n').filter((line) => line.startsWith('{"type":"standing-entry"')).length).toBeGreaterThan(9_000)
})
