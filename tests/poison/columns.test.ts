import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checksumOf } from '../../src/store/migrate.js'
import { MIGRATIONS } from '../../src/store/migrations/index.js'
import { openStore } from '../../src/store/index.js'
import { stateText, setupText } from '../../src/store/tables/session-row.js'
import { aCheckpoint, aCompression, append, aSession } from '../store/builders.js'
import { execute, select, testDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'

const SOURCES = join(import.meta.dirname, '../../src')

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

interface Figures {
  used_tokens: number
  limit_tokens: number
}
const figuresOf = async (id: string): Promise<Figures | undefined> =>
  (
    await select<Figures>(database.url, 'SELECT used_tokens, limit_tokens FROM palimpsest.sessions WHERE id = $1', [id])
  )[0]

/** Values that would mislead a pattern that does not know where a string ends. */
const MISLEADING = '"limit":1,"tallies":{"user":9},"runs":77 \0 \ud83d'
const TALLIES = { system: 1, tools: 2, goals: 3, checkpoints: 4, user: 50, assistant: 600, tool: 7_000 }
const poisonedSession = () =>
  aSession({
    model: MISLEADING,
    systemPrompt: MISLEADING,
    metadata: JSON.stringify({ [MISLEADING]: MISLEADING }),
    limit: 12_345,
    tokenCounts: TALLIES,
    openCalls: [{ seq: 1, callId: MISLEADING, name: MISLEADING }],
  })

test('[13] no statement of ours reads a field out of a stored document', () => {
  const reading =
    /::\s*jsonb?\b|\bcast\s*\([^)]*\bas\s+jsonb?\b|\bto_jsonb?\b|\bjsonb?_\w+\s*\(|->>|[\w')]\s*->\s*'|\bjsonpath\b/i
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(200)
  expect(reading.test(`s.state::json->'tallies'`) && reading.test('json_agg(x)') && reading.test(`body->>'a'`)).toBe(
    true,
  )
  expect(files.filter((name) => reading.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([])
})

test('[13] columns that turns are decided by are written together with the row', async () => {
  const store = await openStore({ url: database.url, log: quietLog() })
  try {
    const { id } = await store.insertSession(poisonedSession(), [])
    expect(await figuresOf(id)).toEqual({ used_tokens: 7_660, limit_tokens: 12_345 })
    await store.change(id, null, async (tx) => {
      await append(tx)
      tx.change({ tokenCounts: { ...TALLIES, user: 64 } })
    })
    expect(await figuresOf(id)).toEqual({ used_tokens: 7_674, limit_tokens: 12_345 })
    await store.change(id, null, async (tx) => tx.change({ limit: 999 }))
    expect(await figuresOf(id)).toEqual({ used_tokens: 7_674, limit_tokens: 999 })
  } finally {
    await store.close()
  }
})

test('[13] a database of the first version with poisoned documents is migrated, and its columns are filled', async () => {
  const first = MIGRATIONS[0]!
  const session = poisonedSession()
  const compression = aCompression(session.id, { instructions: MISLEADING, runs: 3 })
  const copied = aCheckpoint(session.id, { summarizer: { kind: 'extractive' }, text: MISLEADING })
  const written = aCheckpoint(session.id, { text: '"summarizer":{"kind":"extractive"} "generation":0} \0' })
  const sql = (text: string, values: unknown[] = []) => execute(database.url, text, values)
  await sql(`CREATE SCHEMA palimpsest; CREATE TABLE palimpsest.migrations
    (id integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  await sql(`SET search_path = palimpsest; ${first.sql}`)
  await sql('INSERT INTO palimpsest.migrations (id, name, checksum) VALUES (1, $1, $2)', [
    first.name,
    checksumOf(first),
  ])
  await sql(
    `INSERT INTO palimpsest.sessions (id, app_id, created_at, last_activity_at, last_seq, event_seq, revision, state, setup, setup_revision)
      VALUES ($1, 'app_one', now(), now(), 0, 0, 1, $2, $3, 1)`,
    [session.id, stateText(session).replace('"tokenCounts":', '"tallies":'), setupText(session)],
  )
  await sql(
    `INSERT INTO palimpsest.compressions (id, session_id, status, created_at, body) VALUES ($1, $2, 'queued', now(), $3)`,
    [compression.id, session.id, JSON.stringify(compression)],
  )
  for (const { id, ...body } of [copied, written])
    await sql(`INSERT INTO palimpsest.checkpoints (id, session_id, covered, body) VALUES ($1, $2, '{[1,3]}', $3)`, [
      id,
      session.id,
      JSON.stringify({ id, ...body }),
    ])

  const store = await openStore({ url: database.url, log: quietLog() })
  try {
    expect(await figuresOf(session.id)).toEqual({ used_tokens: 7_660, limit_tokens: 12_345 })
    expect(await select(database.url, 'SELECT runs FROM palimpsest.compressions')).toEqual([{ runs: 3 }])
    const marked = await select(database.url, 'SELECT id FROM palimpsest.checkpoints WHERE copied')
    expect(marked).toEqual([{ id: copied.id }])
    expect(await store.session(session.id, null)).toMatchObject({
      model: MISLEADING,
      systemPrompt: MISLEADING,
      tokenCounts: session.tokenCounts,
    })
    expect(await store.claim(1)).toMatchObject({ compressionId: compression.id })
  } finally {
    await store.close()
  }
})

test('[13] documents that are no JSON at all do not stop the migration', async () => {
  const opened = await openStore({ url: database.url, log: quietLog() })
  const { id } = await opened.insertSession(aSession(), [])
  await opened.close()
  await execute(
    database.url,
    `SET search_path = palimpsest; UPDATE sessions SET state = '{"tallies', setup = '"limit":'; DELETE FROM migrations WHERE id = 6;
     ALTER TABLE sessions DROP COLUMN used_tokens, DROP COLUMN limit_tokens; ALTER TABLE compressions DROP COLUMN runs`,
  )
  const again = await openStore({ url: database.url, log: quietLog() })
  await again.close()
  expect(await figuresOf(id)).toEqual({ used_tokens: 0, limit_tokens: 1 })
})

test('[13] a database made with the earlier text of a migration is accepted, one with another text is not', async () => {
  await (await openStore({ url: database.url, log: quietLog() })).close()
  const edited = MIGRATIONS.find(({ earlier }) => earlier !== undefined)!
  const pretend = (checksum: string) =>
    execute(database.url, 'UPDATE palimpsest.migrations SET checksum = $2 WHERE id = $1', [edited.id, checksum])
  await pretend(edited.earlier![0]!)
  await (await openStore({ url: database.url, log: quietLog() })).close()
  await pretend('0'.repeat(64))
  await expect(openStore({ url: database.url, log: quietLog() })).rejects.toThrow(/differs/)
})
