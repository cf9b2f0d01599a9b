import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discardRest } from '../../src/http/input/body-bytes.js'
import { ARCHIVE_SECTIONS } from '../../src/domain/archive/archive.js'
import { ArchiveDigest, RECORD_TYPES } from '../../src/http/transfer/archive-text.js'
import { openUpload } from '../../src/http/transfer/upload.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { select, migratedDatabase, type TestDatabase } from '../support/database.js'
import type { TestSession } from '../support/session.js'
import { download, upload } from '../support/upload.js'
import { until } from '../support/until.js'

let database: TestDatabase
let daemon: Daemon
let session: TestSession
let jsonl: string
let json: string

beforeAll(async () => {
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
  session = await daemon.openSession({ contextSize: '8K', externalId: 'the-key', goal: { description: 'A goal' } })
  const talk = Array.from({ length: 30 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${at} about \u{1F600} "quotes" and a lone ${at}. ${'word '.repeat(40)}`,
  }))
  await session.append(talk)
  await session.append([{ role: 'assistant', content: '[DECISION] Keep it - LOCKED' }])
  jsonl = await download(daemon, session.id, 'jsonl')
  json = await download(daemon, session.id, 'json')
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
})

/** Numbers of sessions and messages in the database, hidden ones included. */
async function stored(): Promise<unknown> {
  return query('SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM messages) AS messages')
}

async function query(text: string): Promise<unknown> {
  return (await select(`${database.url}?options=-c%20search_path%3Dpalimpsest`, text))[0]
}

const lines = () => jsonl.trim().split('\n')
const LINES = 'application/x-ndjson'

const BROKEN: [what: string, type: string, file: () => string, detail: RegExp][] = [
  ['an empty file', LINES, () => '', /empty/],
  ['blanks', 'application/json', () => ' \n\n ', /empty/],
  ['no end', LINES, () => lines().slice(0, -1).join('\n'), /end is missing/],
  ['only a head', LINES, () => lines()[0]!, /end is missing/],
  ['half a line', LINES, () => jsonl.slice(0, Math.floor(jsonl.length / 2)), /JSON|end is missing/],
  ['half a document', 'application/json', () => json.slice(0, Math.floor(json.length / 2)), /ends too early/],
  ['a missing message', LINES, () => lines().toSpliced(5, 1).join('\n'), /Message 5 is missing/],
  ['a repeated message', LINES, () => lines().toSpliced(5, 0, lines()[5]!).join('\n'), /missing/],
  ['another text', LINES, () => jsonl.replace('Message 7 about', 'Message 8 about'), /differs from its digest/],
  ['another state', LINES, () => jsonl.replace('"state":"raw"', '"state":"evicted"'), /tokens in the context/],
  ['another id', LINES, () => jsonl.replace('"id":"msg_', '"id":"msg_x'), /changed after its export|contradict/],
  ['a later version', LINES, () => jsonl.replace('"version":1,', '"version":2,'), /format version 2/],
  ['a broken line', LINES, () => lines().with(4, '{"type":"message",').join('\n'), /Line 5/],
  ['an unknown record', LINES, () => lines().with(4, '{"type":"secret"}').join('\n'), /Line 5: The type/],
  ['a record after the end', LINES, () => jsonl + lines()[3], /goes on after its end/],
  ['a wrong limit', LINES, () => jsonl.replace(/"limit":\d+/, '"limit":-4'), /limit/],
  ['an unknown member', 'application/json', () => json.replace('"goals":[', '"plans":['), /plans/],
  ['prose', 'application/json', () => 'Dear diary, today nothing happened.', /no known format|no conversation/],
  [
    'another document',
    'application/json',
    () => '{"name":"left-pad","version":"1.0.0"}',
    /no known format|no conversation/,
  ],
]

describe('files that cannot be imported', () => {
  test.each(BROKEN)('[R6] [13] %s: a reason, and nothing is stored', async (_what, type, file, detail) => {
    const before = await stored()
    const reply = await upload(daemon, file(), { type })
    expect([400, 422]).toContain(reply.status)
    expect(reply.json).toMatchObject({ code: 'import_refused' })
    expect(reply.json.detail).toMatch(detail)
    expect(await stored()).toEqual(before)
  })

  test('[13] another content type is refused with the accepted ones, and bytes that are not UTF-8', async () => {
    const reply = await upload(daemon, jsonl, { type: 'text/csv' })
    expect(reply.status).toBe(415)
    expect(reply.json.detail).toContain('application/x-ndjson')
    const bytes = Buffer.concat([Buffer.from(jsonl.slice(0, 20_000)), Buffer.from([0xff, 0xfe])])
    const bad = await fetch(`${daemon.url}/v1/sessions/import`, {
      method: 'POST',
      headers: { authorization: 'Bearer admin-key-for-tests-only', 'content-type': LINES },
      body: bytes,
    })
    expect(bad.status).toBe(400)
    expect(await bad.text()).toContain('UTF-8')
  })

  test('[13] the rest of a file that is refused at its start is read, so the connection serves the next request', async () => {
    const server = createServer(async (received, response) => {
      await openUpload(received, [LINES]).texts().next()
      // Ends within the time that a refused body has, or the connection is reset.
      discardRest(received)
      await once(received, 'end')
      response.end('read')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const init = { method: 'POST', headers: { 'content-type': LINES } }
      for (const body of ['Dear diary', jsonl.repeat(50)])
        expect(await (await fetch(url, { ...init, body })).text()).toBe('read')
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  test('[R6] [P1] a client that disconnects leaves nothing behind', async () => {
    const before = await stored()
    const copy = jsonl.replaceAll(session.id, `${session.id.slice(0, -4)}zzzz`)
    await new Promise<void>((resolve) => {
      const sent = request(`${daemon.url}/v1/sessions/import`, {
        method: 'POST',
        headers: { authorization: 'Bearer admin-key-for-tests-only', 'content-type': LINES },
      })
      sent.on('error', () => resolve())
      sent.write(copy.slice(0, copy.length - 500), () => sent.destroy())
      sent.on('close', () => resolve())
    })
    await until('nothing is stored', async () => JSON.stringify(await stored()) === JSON.stringify(before))
  })
})

describe('ids of imported sessions', () => {
  test('[R6] a known id is replaced and reported, an external id in use becomes null, and both sessions go on', async () => {
    const reply = await upload(daemon, jsonl, { type: LINES })
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({ originalId: session.id, externalId: null, imported: 31, skippedCount: 0 })
    expect(reply.json.sessionId).not.toBe(session.id)
    expect(reply.headers.get('location')).toBe(`/v1/sessions/${reply.json.sessionId}`)
    const copy = await daemon.call('GET', `/v1/sessions/${reply.json.sessionId}/context`)
    const original = await daemon.call('GET', `/v1/sessions/${session.id}/context`)
    expect(copy.json.messages).toEqual(original.json.messages)
    // A transaction of another test may withhold events for a moment.
    const firstEvents = async () => {
      const { json } = await daemon.call('GET', `/v1/events?sessionId=${reply.json.sessionId}`)
      return json.events.map(({ type, seq }: { type: string; seq: number }) => [seq, type]).slice(0, 2)
    }
    await expect.poll(firstEvents).toEqual([
      [1, 'session-created'],
      [2, 'session-imported'],
    ])
  })

  test('[P11] an export is refused to another app, and an import belongs to the app of the key', async () => {
    const other = await daemon.newApp()
    const refused = await daemon.call('GET', `/v1/sessions/${session.id}/export`, { key: other.app })
    expect(refused.status).toBe(404)
    const reply = await upload(daemon, json, { key: other.app })
    expect(reply.json).toMatchObject({ originalId: session.id, externalId: 'the-key' })
    const read = (key: string) => daemon.call('GET', `/v1/sessions/${reply.json.sessionId}`, { key })
    expect((await read(other.app)).json.appId).toBe(other.appId)
    expect((await read((await daemon.newApp()).app)).status).toBe(404)
    expect((await upload(daemon, json, { key: other.viewer })).status).toBe(403)
  })
})

/** Returns the export as an earlier version wrote it: its policy names one more rule, and the digest covers it. */
function withRetiredRule(): string {
  const [head = '', ...records] = lines().slice(0, -1)
  const older = head.replace('"policy":{', '"policy":{"userMessages":"summarize",')
  const digest = new ArchiveDigest()
  digest.add('session', older.slice(older.indexOf('"session":') + '"session":'.length, -1))
  for (const line of records) {
    const { type } = JSON.parse(line) as { type: string }
    const section = ARCHIVE_SECTIONS.find((one) => RECORD_TYPES[one] === type)!
    digest.add(section, `{${line.slice(line.indexOf(',') + 1)}`)
  }
  return [older, ...records, JSON.stringify({ type: 'end', ...digest.end() })].join('\n')
}

test('[R6] [C2] a rule that no longer exists is left out of an old export, and refused in a request', async () => {
  const { json } = await upload(daemon, withRetiredRule(), { type: LINES })
  const imported = await daemon.call('GET', `/v1/sessions/${json.sessionId}`)
  const original = await daemon.call('GET', `/v1/sessions/${session.id}`)
  expect(imported.json.policy).toEqual(original.json.policy)
  const body = { model: 'gpt-4o', contextSize: '8K', policy: { userMessages: 'summarize' } }
  const refused = await daemon.call('POST', '/v1/sessions', { body })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('userMessages')
})

test('[R6] an import that was killed is invisible and deleted by the sweep', async () => {
  const { ports } = daemon
  const known = (await ports.store.session(session.id, null))!
  const killed = { ...known, id: 'ses_killed', externalId: null, lastSeq: 0 }
  await ports.store.insertSession(killed, [], undefined, undefined, undefined, true)
  expect((await daemon.call('GET', '/v1/sessions/ses_killed')).status).toBe(404)
  expect((await daemon.call('GET', '/v1/sessions?limit=200')).text).not.toContain('ses_killed')
  expect(await ports.store.sweepImports()).toBe(0)
  await query(`UPDATE sessions SET importing_until = now() - interval '1 second' WHERE id = 'ses_killed'`)
  expect(await ports.store.sweepImports()).toBe(1)
  expect(await query(`SELECT count(*)::integer AS n FROM sessions WHERE id = 'ses_killed'`)).toEqual({ n: 0 })
})
