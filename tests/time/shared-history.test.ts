/** Forks and their parents read the same rows of messages. Each may change and be deleted by itself. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { restoreBackup, writeBackup } from '../../src/store/index.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, migratedDatabase, select, testDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import type { TestSession } from '../support/session.js'
import { download, upload } from '../support/upload.js'
import { sentOf } from './played.js'
import { often, some } from '../support/long-run.js'

let database: TestDatabase
let daemon: Daemon
beforeEach(async () => {
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
})
afterEach(async () => {
  await daemon.stop()
  await database.drop()
})

/** Rows with the id of a session, whether it exists or not. */
async function rowsOf(sessionId: string): Promise<Record<string, number>> {
  const counts = ['messages', 'reductions', 'shared_history'].map(
    (table) => `(SELECT count(*)::integer FROM palimpsest.${table} WHERE session_id = $1) AS ${table}`,
  )
  const [row] = await select<Record<string, number>>(database.url, `SELECT ${counts.join(', ')}`, [sessionId])
  return row!
}
const NOTHING = { messages: 0, reductions: 0, shared_history: 0 }

/** A session of a small window whose older messages were reduced, evicted and covered. */
async function parentOf(rounds: number): Promise<TestSession> {
  const session = await daemon.openSession({ contextSize: '2K', policy: { makeRoom: 'copy' } })
  for (let from = 1; from <= rounds; from += 6) await session.append(talk(Math.min(6, rounds - from + 1), from))
  await session.context()
  return session
}
const forkOf = async (session: TestSession, body: { seq?: number; snapshotId?: string } = {}) =>
  session.sibling((await session.call('forkSession', { body })).id)
const remove = async (session: TestSession) =>
  expect((await daemon.call('DELETE', `/v1/sessions/${session.id}`)).status).toBe(200)
const soundAudit = (messages: number) => ({ ok: true, violations: [], messages })

test('[R3] a fork writes rows for its context alone, however long the history is', async () => {
  for (const [rounds, share] of [
    [48, 0.5],
    [often(120, 192), often(0.16, 0.1)],
  ] as const) {
    const session = await parentOf(rounds)
    const fork = await forkOf(session)
    const { messageCount } = await fork.read()
    const { messages } = await rowsOf(fork.id)
    const { raw, reduced } = await fork.audit()
    expect(messages).toBe(raw + reduced)
    expect(messages).toBeLessThan(share * messageCount)
    expect(await fork.received()).toEqual(await session.received())
  }
})

test('[R3] [P1] the last session that has a message removes it, in whatever order they are deleted', async () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]
  for (const order of some(orders, 2)) {
    const root = await parentOf(24)
    const { messageCount } = await root.read()
    const fork = await forkOf(root, { seq: messageCount - 20 })
    await fork.append(talk(12, 50))
    const second = await forkOf(fork)
    await second.append(talk(2, 80))
    const sessions = [root, fork, second]
    const histories = await Promise.all(sessions.map((session) => session.received()))
    for (const [step, index] of order.entries()) {
      await remove(sessions[index]!)
      for (const left of order.slice(step + 1)) {
        expect(await sessions[left]!.received(), `${order} ${left}`).toEqual(histories[left])
        expect(await sessions[left]!.audit()).toMatchObject(soundAudit(histories[left]!.length))
      }
    }
    for (const { id } of sessions) expect(await rowsOf(id), `${order}`).toEqual(NOTHING)
  }
})

test('[R3] messages that only a deleted parent had are removed with it', async () => {
  const root = await parentOf(24)
  const fork = await forkOf(root, { seq: 60 })
  const history = await fork.received()
  await remove(root)
  // The fork has rows of its own for its context, and the others are those of the parent.
  const [kept] = await select<{ last: number; count: number }>(
    database.url,
    'SELECT max(seq) AS last, count(*)::integer AS count FROM palimpsest.messages WHERE session_id = $1',
    [root.id],
  )
  const own = await rowsOf(fork.id)
  expect(kept!.last).toBeLessThanOrEqual(60)
  expect(kept!.count + own.messages!).toBe(60)
  expect(await fork.received()).toEqual(history)
  // What the fork still reads cannot be removed by hand.
  const byHand = execute(database.url, 'DELETE FROM palimpsest.messages WHERE session_id = $1', [root.id])
  await expect(byHand).rejects.toThrow('only with all sessions that have them')
})

test('[R3] [P2] what happens to shared messages in one session does not change the other', async () => {
  const root = await parentOf(30)
  await root.append(talk(0, 90))
  const { messageCount } = await root.read()
  const { id: snapshotId } = await root.call('createSnapshot', { body: {} })
  const before = await sentOf(root)
  const early = await forkOf(root, { seq: 30 })
  const fork = await forkOf(root, { snapshotId })
  expect(await sentOf(fork)).toEqual(before)
  await root.call('withdrawMessages', { body: { fromSeq: messageCount } })
  expect(await sentOf(fork)).toEqual(before)
  const states = (await fork.history()).map(({ state }) => state)
  expect(states).not.toContain('withdrawn')
  // A message that left the context gets a row of its own before its pin changes.
  const evicted = (await fork.history()).find(({ state, role }) => state !== 'raw' && role === 'assistant')!
  const pinned = await fork.send('pinMessage', { params: { seq: String(evicted.seq) } })
  expect(pinned.status).toBeLessThan(500)
  await fork.append(talk(12, 60))
  await fork.context()
  const { snapshots } = await fork.call('listSnapshots', {})
  for (const { id } of snapshots.toReversed()) {
    await fork.call('restoreSnapshot', { params: { snapshotId: id } })
    expect(await fork.audit()).toMatchObject({ ok: true, violations: [] })
  }
  for (const at of [10, 20, 30]) {
    const then = await sentOf(early, at)
    expect(await sentOf(fork, at)).toEqual(then)
    expect(await sentOf(root, at)).toEqual(then)
  }
  for (const session of [root, early, fork]) expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[R3] [P1] a fork that is made while its parent is deleted is whole or is not made', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < often(6, 12); round++) {
    const root = await daemon.openSession()
    await root.append(talk(4 + round))
    const fork = await forkOf(root, { seq: 8 })
    const history = await root.received()
    // The parent is at times a fork itself, and is deleted with its own parent.
    const parent = round % 2 === 0 ? root : fork
    const length = round % 2 === 0 ? history.length : 8
    const made = Array.from({ length: 3 }, () => parent.send('forkSession', { body: {} }))
    const deleted = [root, fork].map((session) => daemon.call('DELETE', `/v1/sessions/${session.id}`))
    for (const { status } of await Promise.all(deleted)) expect(status).toBe(200)
    const ids = [root.id, fork.id]
    for (const reply of await Promise.all(made)) {
      outcomes.add(reply.status)
      if (reply.status === 404) continue
      expect(reply.status).toBe(201)
      const child = root.sibling(reply.body.id)
      expect(await child.received()).toEqual(history.slice(0, length))
      expect(await child.audit()).toMatchObject(soundAudit(length))
      ids.push(child.id)
    }
    for (const id of ids.slice(2)) await remove(root.sibling(id))
    for (const id of ids) expect(await rowsOf(id)).toEqual(NOTHING)
  }
  expect([...outcomes].every((status) => status === 201 || status === 404)).toBe(true)
})

test('[R3] [R7] search finds a message in the fork and in its parent, each under its own id, and in the fork alone after that', async () => {
  const root = await parentOf(12)
  const fork = await forkOf(root)
  const indexed = () => indexPending(daemon.ports, { signal: new AbortController().signal })
  const found = async (session: TestSession) => {
    const { hits } = await daemon.client.call('searchMessages', { query: { q: 'retryAfter7', sessionId: session.id } })
    return hits.map(({ sessionId, seq, where }) => ({ sessionId, seq, where }))
  }
  const unindexed = await found(fork)
  await indexed()
  const [inRoot, inFork] = [await found(root), await found(fork)]
  expect(inFork.length).toBeGreaterThan(0)
  expect(unindexed).toEqual(inFork)
  expect(inFork).toEqual(inRoot.map((hit) => ({ ...hit, sessionId: fork.id })))
  await remove(root)
  expect(await found(fork)).toEqual(inFork)
})

test('[R3] the bytes of a fork are those of its messages, from any of them on', async () => {
  const root = await parentOf(24)
  const { messageCount } = await root.read()
  for (const seq of [1, 7, Math.floor(messageCount / 2), messageCount - 1, messageCount]) {
    const fork = await forkOf(root, { seq })
    const size = `SELECT sum(octet_length(raw))::integer AS bytes FROM palimpsest.messages WHERE session_id = $1 AND seq <= $2`
    const [wanted] = await select(database.url, size, [root.id, seq])
    const stored = 'SELECT stored_bytes::integer AS bytes FROM palimpsest.sessions WHERE id = $1'
    expect(await select(database.url, stored, [fork.id])).toEqual([wanted])
  }
})

test('[R1] [R3] each moment knows the bytes of the history before it, in a session, its fork and a fork of that', async () => {
  const root = await daemon.openSession({ contextSize: '8K' })
  for (let from = 1; from <= 60; from += 3) await root.append(talk(3, from))
  const { messageCount } = await root.read()
  const fork = await forkOf(root, { seq: messageCount - 1 })
  const second = await forkOf(fork)
  const recorded = `
    SELECT version, start_seq AS seq, stored_bytes::integer AS bytes FROM palimpsest.moments WHERE session_id = $1 ORDER BY version`
  for (const session of [root, fork, second]) {
    const sizes = (await session.received()).map((message) => Buffer.byteLength(JSON.stringify(message)))
    const moments = await select<{ seq: number; bytes: number }>(database.url, recorded, [session.id])
    expect(moments.length).toBeGreaterThan(1)
    const wanted = moments.map(({ seq }) => sizes.slice(0, seq).reduce((sum, one) => sum + one, 0))
    expect(moments.map(({ bytes }) => bytes)).toEqual(wanted)
  }
})

test('[R3] [R6] a fork of a deleted session is exported whole, and its parent is imported beside it under a new id', async () => {
  const root = await parentOf(24)
  const fork = await forkOf(root)
  const file = await download(daemon, root.id, 'jsonl')
  const expected = { history: await fork.received(), sent: await sentOf(fork, 20), offloads: await fork.offloads() }
  await remove(root)
  const archive = await download(daemon, fork.id, 'jsonl')
  const again = await upload(daemon, file, { type: 'application/x-ndjson' })
  expect(again.json).toMatchObject({ originalId: root.id })
  expect(again.json.sessionId).not.toBe(root.id)
  expect(await root.sibling(again.json.sessionId).received()).toEqual(expected.history)
  await remove(fork)
  const back = await upload(daemon, archive, { type: 'application/x-ndjson' })
  const copy = root.sibling(back.json.sessionId)
  expect(copy.id).toBe(fork.id)
  const { history, sent, offloads } = expected
  expect(await copy.received()).toEqual(history)
  expect(await sentOf(copy, 20)).toEqual(sent)
  expect(await copy.offloads()).toEqual(offloads)
  expect(await copy.audit()).toMatchObject(soundAudit(history.length))
})

test('[R3] a backup has the messages of forks whose parent was deleted', async () => {
  const root = await parentOf(18)
  const fork = await forkOf(root)
  await remove(root)
  const [history, sent] = [await fork.received(), await sentOf(fork)]
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-shared-'))
  const target = await testDatabase()
  try {
    const path = join(folder, 'backup')
    await writeBackup({ url: database.url, version: 'test', out: createWriteStream(path) })
    await restoreBackup({ url: target.url, from: createReadStream(path), log: quietLog() })
    const other = await startDaemon({ env: { DATABASE_URL: target.url } })
    try {
      fork.moveTo(other.client)
      expect(await fork.received()).toEqual(history)
      expect(await sentOf(fork)).toEqual(sent)
      expect(await fork.audit()).toMatchObject(soundAudit(history.length))
    } finally {
      await other.stop()
    }
  } finally {
    await target.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
