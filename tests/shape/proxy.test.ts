import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { apiClient, type ApiClient } from '../support/client.js'
import { chatter } from '../support/chatter.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { testDns, type TestDns } from '../support/dns.js'
import { hasNginx, testProxy, type TestProxy } from '../support/nginx.js'
import { freePort } from '../support/port.js'
import { hasRedis, testRedis, type TestRedis } from '../support/redis.js'
import { spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'

const KEY = 'key-of-the-proxy-test'
/** Two addresses of this machine, on one port, as two containers have. */
const HOSTS = ['127.0.0.2', '127.0.0.3']

/** The proxy of docker-compose.yml in front of two API processes. */
describe.skipIf(!hasNginx || !hasRedis || process.platform !== 'linux')('two API processes behind the proxy', () => {
  let folder: string
  let database: TestDatabase
  let redis: TestRedis
  let dns: TestDns
  let proxy: TestProxy
  let client: ApiClient
  let apiPort: number
  const apis: SpawnedDaemon[] = []
  const start = (host: string) =>
    spawnDaemon({
      ...{ HOST: host, PORT: String(apiPort), ROLE: 'api', ADMIN_KEY: KEY, DATA_DIR: folder },
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url, OLLAMA_HOST: 'http://127.0.0.1:9' },
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-proxy-'))
    database = await migratedDatabase()
    redis = await testRedis()
    apiPort = await freePort()
    for (const host of HOSTS) apis.push(await start(host))
    dns = await testDns(HOSTS)
    proxy = await testProxy({ apiPort, dnsPort: dns.port })
    client = apiClient(proxy.url, KEY)
  })
  afterAll(async () => {
    await proxy?.stop()
    await dns?.stop()
    for (const api of apis) await api.kill()
    await redis?.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const openSession = () => client.call('createSession', { body: { model: 'gpt-4o', contextSize: '128K' } })

  test('[P10] events pass as they happen, by SSE and by WebSocket, whichever process stores the message', async () => {
    const { id } = await openSession()
    const stopping = new AbortController()
    const stream = await fetch(`${proxy.url}/v1/events?sessionId=${id}`, {
      headers: { authorization: `Bearer ${KEY}`, accept: 'text/event-stream' },
      signal: stopping.signal,
    })
    expect(stream.status).toBe(200)
    let text = ''
    const reading = (async () => {
      for await (const chunk of stream.body!) text += Buffer.from(chunk).toString('utf8')
    })().catch(() => {})
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/v1/events`, {
      headers: { authorization: `Bearer ${KEY}` },
    })
    const frames: string[] = []
    socket.on('message', (data) => frames.push(String(data)))
    await until('hello', () => frames.some((frame) => frame.includes('"hello"')))
    socket.send(JSON.stringify({ type: 'subscribe', sessionIds: [id] }))
    await until('the socket follows', () => frames.some((frame) => frame.includes('"caught-up"')))
    for (let n = 0; n < 8; n++)
      await client.call('appendMessages', { params: { sessionId: id }, body: { messages: chatter(1, n) } })
    const count = (all: string) => all.split('message-appended').length - 1
    await until('all by SSE', () => (text.match(/^event: message-appended$/gm)?.length ?? 0) === 8)
    await until('all by WebSocket', () => count(frames.join('\n')) === 8)
    // The proxy leaves out a process for a while that was slow to answer once.
    await until('both processes serve', async () => {
      await client.call('readContext', { params: { sessionId: id } })
      return new Set(proxy.output().match(/127\.0\.0\.[23]:\d+/g)).size === 2
    })
    expect(proxy.output(), 'no address of a request').not.toMatch(/\/v1\/|Bearer/)
    socket.terminate()
    stopping.abort()
    await reading
  })

  test('[P1] a rolling restart of both processes under load: no request fails, and nothing is stored twice', async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, openSession))
    const failures: string[] = []
    const stored = new Map<string, number>()
    let running = true
    const load = sessions.map(async ({ id }, s) => {
      for (let n = 0; running; n++) {
        const response = await fetch(`${proxy.url}/v1/sessions/${id}/messages`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${KEY}`,
            'content-type': 'application/json',
            'idempotency-key': `${s}-${n}`,
          },
          body: JSON.stringify({ messages: [{ role: 'user', content: `message ${n} of ${s}` }] }),
        }).catch((error: unknown) => String(error))
        if (typeof response === 'string' || response.status !== 201)
          failures.push(typeof response === 'string' ? response : `${response.status} ${await response.text()}`)
        else stored.set(id, (stored.get(id) ?? 0) + 1)
      }
    })
    for (const [index, host] of HOSTS.entries()) {
      const before = [...stored.values()].reduce((sum, count) => sum + count, 0)
      await until('load', () => [...stored.values()].reduce((sum, count) => sum + count, 0) > before + 20)
      expect(await apis[index]!.stop()).toBe(0)
      apis[index] = await start(host)
    }
    running = false
    await Promise.all(load)
    console.log(`${[...stored.values()].reduce((sum, count) => sum + count, 0)} appends during the restart`)
    expect(failures).toEqual([])
    for (const { id } of sessions)
      expect((await client.call('getSession', { params: { sessionId: id } })).messageCount).toBe(stored.get(id))
  })

  test('[P1] a process that is killed: the other serves, and a retry with the same key stores once', async () => {
    const { id } = await openSession()
    await apis[0]!.kill()
    for (let n = 0; n < 20; n++) {
      const send = () =>
        client.send(
          'appendMessages',
          { params: { sessionId: id }, body: { messages: chatter(1, n) } },
          { headers: { 'idempotency-key': `k${n}` } },
        )
      expect((await send()).status).toBe(201)
      expect((await send()).status).toBe(201)
    }
    expect((await client.call('getSession', { params: { sessionId: id } })).messageCount).toBe(40)
    apis[0] = await start(HOSTS[0]!)
  })
})
