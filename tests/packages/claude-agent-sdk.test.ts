import { afterAll, beforeAll, expect, test } from 'vitest'
import { palimpsestSessionStore } from '../../packages/claude-agent-sdk/src/index.js'
import { createClient } from '../../packages/client/src/index.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { faultyFetch } from './faulty-fetch.js'

/** The checks of the SDK's public conformance suite for session stores, written for this runner, and those the suite
 * leaves out. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const KEY = { projectKey: 'project', sessionId: 'session' }
const SUB_A = { ...KEY, subpath: 'subagents/a' }
const SUB_B = { ...KEY, subpath: 'subagents/b' }
const entry = (type: string, more: object = {}) => ({ type, ...more })
let stores = 0

function newStore(fetch = globalThis.fetch) {
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch })
  return palimpsestSessionStore({ client, namespace: `store ${++stores}` })
}

test('[10.4] load returns what was appended, in order, over several appends; an empty append changes nothing', async () => {
  const store = newStore()
  expect(await store.load(KEY)).toBeNull()
  expect(await store.load(SUB_A)).toBeNull()
  await store.append(KEY, [])
  expect(await store.load(KEY)).toBeNull()
  const entries = [
    entry('a', { n: 1, nested: { x: [1, 2, null], 'key with "quotes"': 1.5 }, empty: {}, list: [] }),
    entry('b', { n: 2, text: 'NUL \u0000, half a pair \ud800, 😀' }),
    entry('user', { uuid: 'u1', message: { role: 'user', content: 'find the needle' } }),
    entry('assistant', {
      uuid: 'u2',
      message: {
        content: [
          { type: 'text', text: 'here' },
          { type: 'tool_use', id: 'x' },
        ],
      },
    }),
  ]
  await store.append(KEY, entries.slice(0, 1))
  await Promise.all([store.append(KEY, entries.slice(1, 3)), store.append(KEY, entries.slice(3))])
  await store.append(KEY, [])
  expect(await store.load(KEY)).toEqual(entries)
  const { hits } = await daemon.client.call('searchMessages', { query: { q: 'needle' } })
  expect(hits).toMatchObject([{ seq: 3 }])
})

test('[10.4] transcripts of projects, sessions and subagents are apart', async () => {
  const store = newStore()
  const keys = [KEY, SUB_A, SUB_B, { ...KEY, projectKey: 'other' }, { ...KEY, sessionId: 'x'.repeat(300) }]
  for (const [n, key] of keys.entries()) await store.append(key, [entry(`of ${n}`)])
  for (const [n, key] of keys.entries()) expect(await store.load(key)).toEqual([entry(`of ${n}`)])
  expect((await store.listSubkeys(KEY)).sort()).toEqual(['subagents/a', 'subagents/b'])
  expect(await store.listSubkeys({ projectKey: 'other', sessionId: 'session' })).toEqual([])
  expect(await store.listSubkeys({ projectKey: 'x', sessionId: 'never' })).toEqual([])
  const listed = await store.listSessions('project')
  expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual(['session', 'x'.repeat(300)])
  expect(listed.every(({ mtime }) => Number.isInteger(mtime) && mtime > 1e12)).toBe(true)
  expect(await store.listSessions('never seen')).toEqual([])
})

test('[10.4] a session of which only a subagent is known is not listed', async () => {
  const store = newStore()
  await store.append(SUB_A, [entry('sub')])
  expect(await store.listSessions('project')).toEqual([])
})

test('[10.4] a deletion removes the main transcript with those of its subagents, or one of those', async () => {
  const store = newStore()
  const others = [
    { ...KEY, sessionId: 'other' },
    { ...KEY, projectKey: 'project 2' },
  ]
  for (const key of [KEY, SUB_A, SUB_B, ...others]) await store.append(key, [entry('x')])
  await store.delete(SUB_A)
  expect(await store.load(SUB_A)).toBeNull()
  for (const key of [KEY, SUB_B]) expect(await store.load(key)).toEqual([entry('x')])
  await store.delete(KEY)
  for (const key of [KEY, SUB_B]) expect(await store.load(key)).toBeNull()
  expect(await store.listSubkeys(KEY)).toEqual([])
  for (const key of others) expect(await store.load(key)).toEqual([entry('x')])
  await store.delete({ projectKey: 'x', sessionId: 'never' })
  await store.append(KEY, [entry('again')])
  expect(await store.load(KEY)).toEqual([entry('again')])
})

test('[P1] entries with a uuid are stored once: after a lost reply, a retry, and a repeated import by another process', async () => {
  const network = faultyFetch()
  const store = newStore(network.fetch)
  const lines = Array.from({ length: 30 }, (_, n) => entry('user', { uuid: `uuid-${n}`, message: { content: `${n}` } }))
  await store.append(KEY, lines.slice(0, 10))
  let lost = 0
  network.fault = ({ method }) => (method === 'POST' && lost++ === 0 ? 'lost' : null)
  await store.append(KEY, lines.slice(8, 20))
  stores -= 1
  await newStore().append(KEY, lines)
  expect(await store.load(KEY)).toEqual(lines)
  // Entries without a uuid are never duplicates.
  await store.append(KEY, [entry('title', { text: 'same' })])
  await store.append(KEY, [entry('title', { text: 'same' })])
  expect(await store.load(KEY)).toHaveLength(32)
})

test('[P3] an entry larger than any window and a transcript longer than a page are stored whole', async () => {
  const store = newStore()
  const lines = Array.from({ length: 1_100 }, (_, n) => entry('system', { n }))
  lines.push(entry('user', { message: { content: [{ type: 'tool_result', content: 'x '.repeat(500_000) }] } }))
  await store.append(KEY, lines)
  expect(await store.load(KEY)).toEqual(lines)
})
