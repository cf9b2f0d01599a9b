import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { hasRedis, testRedis } from '../support/redis.js'
import { openSocket, refusedStatus } from '../support/socket.js'
import { until } from '../support/until.js'

/** Two processes on one database. Keys are deleted and rotated in the first and used in the second, which trusts a check
 * of a key for an hour: only a wake-up can end it in time. */

const WAKE_UPS = ['Postgres', ...(hasRedis ? ['Redis'] : [])]

describe.each(WAKE_UPS)('with wake-ups by %s', (kind) => {
  let database: TestDatabase
  let here: Daemon
  let there: Daemon
  const closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    database = await migratedDatabase()
    const redis = kind === 'Redis' ? await testRedis() : null
    const env = { DATABASE_URL: database.url, ...(redis && { REDIS_URL: redis.url }) }
    const http = { keyCheckMs: 3_600_000 }
    here = await startDaemon({ env, http })
    there = await startDaemon({ env, http })
    closing.push(
      () => here.stop(),
      () => there.stop(),
      async () => redis?.stop(),
    )
    await awake()
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await database?.drop()
  })

  /** The connections that wake the other process open in the background. */
  async function awake(): Promise<void> {
    let woken = false
    const leave = there.ports.store.onKeysChanged(() => (woken = true))
    await until('a wake-up arrives', async () => {
      await here.client.call('rotateKey', { params: { keyId: (await newKey()).id }, body: {} })
      return woken
    })
    leave()
  }
  async function newKey(role: 'app' | 'viewer' = 'app') {
    const { id: appId } = await here.client.call('createApp', { body: { name: 'an app' } })
    return here.client.call('createKey', { body: { appId, role } })
  }
  const status = async (daemon: Daemon, key: string) => (await daemon.client.send('listSessions', {}, { key })).status
  const refused = (daemon: Daemon, key: string) =>
    until('the key is refused', async () => (await status(daemon, key)) === 401)

  /** Opens a stream of server-sent events. */
  async function openSse(key: string | null, query = '') {
    const response = await fetch(`${there.url}/v1/events${query}`, {
      headers: { accept: 'text/event-stream', ...(key !== null && { authorization: `Bearer ${key}` }) },
    })
    let heard = ''
    const ended = (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
    })()
    await until('caught-up', () => heard.includes('event: caught-up'))
    return { status: response.status, heard: () => heard, ended }
  }
  async function openWs(key: string | null, query = '') {
    const socket = await openSocket(`${there.url}/v1/events${query}`, key)
    socket.say({ type: 'subscribe' })
    await socket.next('caught-up')
    return socket
  }

  test('[P11] a deleted key is refused, and its streams and tickets end, in every process', async () => {
    const { id, key } = await newKey()
    const other = await newKey()
    const tickets: string[] = []
    for (let i = 0; i < 4; i++) tickets.push((await there.client.call('createTicket', {}, { key })).ticket)
    const sockets = [await openWs(key), await openWs(null, `?ticket=${tickets[0]}`)]
    const streams = [await openSse(key), await openSse(null, `?ticket=${tickets[1]}`)]
    const kept = await openWs(other.key)
    await here.client.call('deleteKey', { params: { keyId: id } })
    expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([4001, 4001])
    await Promise.all(streams.map((stream) => stream.ended))
    await refused(there, key)
    expect(await refusedStatus(`${there.url}/v1/events?ticket=${tickets[2]}`)).toBe(401)
    expect((await there.call('GET', `/v1/events?ticket=${tickets[3]}`, { key: null })).status).toBe(401)
    kept.say({ type: 'ping' })
    await kept.next('pong')
    kept.socket.terminate()
  })

  test('[P11] a rotation without grace ends what the old secret opened, and the new one works at once', async () => {
    const { id, key, role, appId } = await newKey('viewer')
    const socket = await openWs(key)
    const { ticket } = await there.client.call('createTicket', {}, { key })
    const rotated = await here.client.call('rotateKey', { params: { keyId: id }, body: {} })
    expect(rotated).toMatchObject({ id, role, appId, previousSecretUntil: null })
    expect(rotated.key).not.toBe(key)
    expect(await status(there, rotated.key)).toBe(200)
    expect(await socket.closed()).toBe(4001)
    await refused(there, key)
    expect(await refusedStatus(`${there.url}/v1/events?ticket=${ticket}`)).toBe(401)
    const fresh = await openWs(rotated.key)
    fresh.socket.terminate()
  })

  test('[P11] during a grace both secrets work; at its end the streams of the old one end, those of the new one stay', async () => {
    const { id, key } = await newKey()
    const old = await openWs(key)
    const rotated = await here.client.call('rotateKey', { params: { keyId: id }, body: { graceSeconds: 3_600 } })
    expect(Date.parse(rotated.previousSecretUntil!)).toBeGreaterThan(Date.parse(rotated.createdAt))
    expect([await status(there, key), await status(there, rotated.key)]).toEqual([200, 200])
    const fresh = await openWs(rotated.key)
    // A second rotation ends the first secret, whatever its grace.
    const again = await here.client.call('rotateKey', { params: { keyId: id }, body: { graceSeconds: 1 } })
    expect(await old.closed()).toBe(4001)
    await refused(there, key)
    const newest = await openWs(again.key)
    // The grace of a second is over, without a wake-up.
    expect(await fresh.closed()).toBe(4001)
    await refused(there, rotated.key)
    newest.say({ type: 'ping' })
    await newest.next('pong')
    newest.socket.terminate()
    const { keys } = await here.client.call('listKeys', { query: { appId: rotated.appId } })
    expect(keys).toMatchObject([{ id, previousSecretUntil: null, lastUsedAt: expect.stringMatching(/^\d{4}-/) }])
  })
})

describe('one process', () => {
  let daemon: Daemon
  beforeAll(async () => void (daemon = await startDaemon()))
  afterAll(() => daemon.stop())

  test('[13] only an admin rotates keys, and a wrong grace or an unknown key is refused with its name', async () => {
    const { app, viewer, appId } = await daemon.newApp()
    const { keys } = await daemon.client.call('listKeys', { query: { appId } })
    const params = { keyId: keys[0]!.id }
    for (const key of [app, viewer])
      expect((await daemon.client.send('rotateKey', { params, body: {} }, { key })).status).toBe(403)
    for (const graceSeconds of [-1, 1.5, 604_801]) {
      const { problem } = await daemon.client.send('rotateKey', { params, body: { graceSeconds } })
      expect(problem).toMatchObject({ status: 400, errors: [{ path: 'graceSeconds' }] })
    }
    const unknown = await daemon.client.send('rotateKey', { params: { keyId: 'key_none' }, body: {} })
    expect(unknown.status).toBe(404)
    expect((await daemon.client.send('listSessions', {}, { key: app })).status).toBe(200)
  })

  test('[P11] the use of a key is listed, and a key that was never used says so', async () => {
    const { app, appId } = await daemon.newApp()
    const uses = async () => {
      const { keys } = await daemon.client.call('listKeys', { query: { appId } })
      return Object.fromEntries(keys.map((key) => [key.role, key.lastUsedAt]))
    }
    expect(await uses()).toEqual({ app: null, viewer: null })
    await daemon.client.call('listSessions', {}, { key: app })
    await until('the use is written', async () => (await uses()).app !== null)
    expect((await uses()).viewer).toBeNull()
  })
})
