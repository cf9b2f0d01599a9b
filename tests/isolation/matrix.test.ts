import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/http/operations/index.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import type { OperationId } from '../support/client.js'
import { startDaemon, type Daemon, type Reply } from '../support/daemon.js'
import { CASES, type Case } from './cases.js'
import { makeWorld, type World } from './world.js'

/** Every operation with every kind of key, and with ids of another app in path, query and body. A new operation needs a
 * row in `cases.ts`. Operations that delete come last. */

let daemon: Daemon
let ours: World
let theirs: World
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
  ours = await makeWorld(daemon, 'zanzibar')
  theirs = await makeWorld(daemon, 'ytterbium')
})
afterAll(() => daemon.stop())

type Row = (typeof OPERATIONS)[number]
/** The session is deleted after everything in it. */
const lateness = ({ id, method }: Row) => (id === 'deleteSession' ? 2 : Number(method === 'delete'))
const ROWS: readonly Row[] = OPERATIONS.toSorted((a, b) => lateness(a) - lateness(b))
const guarded = ROWS.filter(({ role }) => role !== 'public')
const caseOf = ({ id }: Row): Case => CASES[id as OperationId]

interface Sent {
  /** World whose ids are in query and body. Default: that of the path. */
  inside?: World
  path?: World
  key: string | null
  headers?: Record<string, string>
  query?: Case['query']
  body?: Case['body']
  /** Path parameters that are of this world instead. */
  replaced?: Record<string, string>
}

async function send(row: Row, { path = ours, inside = path, key, headers = {}, replaced, ...given }: Sent) {
  const { query, body, isUpload } = caseOf(row)
  const ids = { ...path.ids, ...replaced }
  const address = row.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no ${name}`)
  const asked = new URLSearchParams((given.query ?? query ?? (() => ({})))(inside)).toString()
  const content = (given.body ?? body)?.(inside)
  const url = asked === '' ? address : `${address}?${asked}`
  const text = isUpload ? JSON.stringify(content) : content
  const reply = await daemon.call(row.method.toUpperCase(), url, { key, body: text, headers })
  return { reply, sent: `${url} ${JSON.stringify(content)}` }
}

/** Fails if a reply contains anything of a world that the request did not contain. */
function expectNothingOf(world: World, reply: Reply, sent: string, what: string): void {
  const all = reply.text + JSON.stringify([...reply.headers])
  const leaked = [world.secret, ...world.known].filter((one) => all.includes(one) && !sent.includes(one))
  expect([what, leaked]).toEqual([what, []])
}

async function stateOf(world: World): Promise<string> {
  const session = await world.session.send('exportSession', { query: { format: 'json' } })
  const app = await daemon.client.call('getApp', { params: { appId: world.appId } })
  const { keys } = await daemon.client.call('listKeys', { query: { appId: world.appId } })
  return JSON.stringify([
    session.text.replace(/"exportedAt":"[^"]*"/, ''),
    app.retentionDays,
    keys.map(({ id, role }) => [id, role]),
  ])
}

test('[P11] every row agrees with the operations table', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted())
  for (const row of ROWS) {
    const isHidden = /\{(sessionId|appId|entryId|deletionId)\}/.test(row.path)
    const expected = row.role === 'public' ? 'public' : row.role === 'admin' ? 'admin' : isHidden ? 'hidden' : 'own'
    expect([row.id, caseOf(row).foreign]).toEqual([row.id, expected])
  }
})

test('[P11] [13] without a valid key, every operation but the public ones is refused', async () => {
  const keys = [null, 'pal_wrong', `${ours.keys.app}x`]
  for (const row of ROWS) {
    const replies = await Promise.all(keys.map((key) => send(row, { key })))
    for (const { reply, sent } of replies) {
      if (row.role === 'public') expect([row.id, reply.status]).toEqual([row.id, 200])
      else expect([row.id, reply.status, reply.json.code]).toEqual([row.id, 401, 'unauthorized'])
      expectNothingOf(ours, reply, sent, row.id)
    }
  }
})

test('[P11] keys of another app, with every id of ours in path, query and body, learn and change nothing', async () => {
  const before = await stateOf(ours)
  const callers = [
    { role: 'viewer', key: theirs.keys.viewer },
    { role: 'app', key: theirs.keys.app },
  ] as const
  for (const row of guarded)
    for (const { role, key } of callers) {
      const { reply, sent } = await send(row, { key })
      const what = `${row.id} as ${role}`
      expectNothingOf(ours, reply, sent, what)
      const isTooLow = row.role === 'admin' || (row.role === 'app' && role === 'viewer')
      if (isTooLow) expect([what, reply.status, reply.json.code]).toEqual([what, 403, 'forbidden'])
      else if (caseOf(row).foreign === 'hidden')
        expect([what, reply.status, /^(session_)?not_found$/.test(reply.json.code)]).toEqual([what, 404, true])
      else expect([what, reply.status < 300, reply.text]).toEqual([what, true, reply.text])
      // Only an admin may act as another app.
      const acting = await send(row, { key, headers: { 'x-app-id': ours.appId } })
      expect([what, acting.reply.status]).toEqual([what, 403])
      expectNothingOf(ours, acting.reply, acting.sent, what)
    }
  // An admin that acts as one app sees only that app.
  for (const row of guarded.filter((one) => caseOf(one).foreign === 'hidden' && !one.path.includes('{appId}'))) {
    const { reply, sent } = await send(row, { key: ADMIN_KEY, headers: { 'x-app-id': theirs.appId } })
    expect([row.id, reply.status]).toEqual([row.id, 404])
    expectNothingOf(ours, reply, sent, row.id)
  }
  expect(await stateOf(ours)).toBe(before)
})

test('[P11] ids of another app inside the own session name nothing', async () => {
  const before = await stateOf(ours)
  for (const row of guarded) {
    // `{sessionId}` of theirs with each other id of ours.
    const others = [...row.path.matchAll(/\{(\w+Id)\}/g)]
      .map(([, name]) => name!)
      .filter((name) => name !== 'sessionId')
    if (row.path.includes('{sessionId}'))
      for (const name of others) {
        const { reply, sent } = await send(row, {
          path: theirs,
          key: theirs.keys.app,
          replaced: { [name]: ours.ids[name]! },
        })
        expect([row.id, name, reply.status]).toEqual([row.id, name, 404])
        expectNothingOf(ours, reply, sent, row.id)
      }
    for (const { name, query, body, isFound } of caseOf(row).mixed ?? []) {
      const { reply, sent } = await send(row, { path: theirs, inside: ours, key: theirs.keys.app, query, body })
      const what = `${row.id}: ${name}`
      expectNothingOf(ours, reply, sent, what)
      if (isFound) expect([what, reply.status < 300, reply.text]).toEqual([what, true, reply.text])
      else expect([what, [200, 400, 404, 409].includes(reply.status), reply.text]).toEqual([what, true, reply.text])
    }
  }
  expect(await stateOf(ours)).toBe(before)
})

test('[P11] the owner reads with a viewer key, writes with an app key, and the requests of this matrix are valid', async () => {
  for (const row of guarded) {
    const what = row.id
    const read = await send(row, { key: ours.keys.viewer })
    if (row.role === 'viewer') expectAnswered(row, read.reply)
    else expect([what, read.reply.status, read.reply.json.code]).toEqual([what, 403, 'forbidden'])
    const written = await send(row, { key: ours.keys.app })
    if (row.role === 'admin') expect([what, written.reply.status]).toEqual([what, 403])
    else if (row.role === 'app') expectAnswered(row, written.reply)
  }
  for (const row of guarded.filter(({ role }) => role === 'admin'))
    expectAnswered(row, (await send(row, { key: ADMIN_KEY })).reply)
})

function expectAnswered(row: Row, reply: Reply): void {
  const { ownerStatus } = caseOf(row)
  const isExpected = ownerStatus === undefined ? reply.status < 300 : reply.status === ownerStatus
  expect([row.id, isExpected, reply.text]).toEqual([row.id, true, reply.text])
}
