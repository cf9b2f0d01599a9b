import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_WAITING_REQUESTS } from '../../src/http/connections.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { testDatabase } from '../support/database.js'
import { spawnDaemon } from '../support/spawned.js'

const GET_DOCS = 'GET /docs HTTP/1.1\r\nHost: x\r\n\r\n'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon({ http: { stallMs: 300 } })))
afterAll(() => daemon.stop())

/** A bare connection; errors end it like any other close. */
async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  return socket.on('error', () => {})
}

/** Sends bytes and returns all that comes back until the server closes. */
async function answerTo(url: string, bytes: string): Promise<string> {
  const socket = await open(url)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

describe('[13] a connection that sends requests and reads no responses', () => {
  /** Growth of the peak resident size that three such connections may cause. */
  const BOUND_MB = 64

  test.skipIf(process.platform !== 'linux')('[13] costs the process at most 64 MB', async () => {
    const database = await testDatabase()
    const child = await spawnDaemon({
      DATABASE_URL: database.url,
      ADMIN_KEY: 'admin-key-for-tests-only',
      OLLAMA_HOST: '127.0.0.1:9',
    })
    try {
      const peakMb = async () =>
        Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${child.child.pid}/status`, 'utf8'))?.[1]) / 1_024
      // The first requests compile the code and grow the heap; they are not what is measured.
      for (let i = 0; i < 200; i++) await (await fetch(`${child.url}/docs`)).arrayBuffer()
      const before = await peakMb()
      for (let i = 0; i < 3; i++) {
        const socket = await open(child.url)
        socket.pause()
        socket.write(GET_DOCS.repeat(4_000))
        // Nothing is read, so the close shows as an error of a later write.
        while (!socket.destroyed)
          await new Promise<void>((resolve) => socket.write(GET_DOCS.repeat(1_000), () => resolve()))
      }
      expect((await peakMb()) - before).toBeLessThan(BOUND_MB)
      expect((await fetch(`${child.url}/healthz`)).status).toBe(200)
    } finally {
      await child.stop()
      await database.drop()
    }
  })

  test('[13] has one response made at a time, and is closed when it does not read on', async () => {
    const socket = await open(daemon.url)
    socket.pause()
    socket.write(GET_DOCS.repeat(MAX_WAITING_REQUESTS))
    const before = performance.now()
    await new Promise<void>((resolve) => {
      const again = () => socket.write('x', (error) => (error ? resolve() : setTimeout(again, 20)))
      again()
    })
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})

test('[13] requests sent ahead are answered in order to a client that reads', async () => {
  const paths = Array.from({ length: MAX_WAITING_REQUESTS }, (_, i) =>
    i % 3 === 0 ? '/healthz' : i % 3 === 1 ? '/docs' : '/v1/nothing',
  )
  const requests = paths.map((path, i) => {
    return `GET ${path} HTTP/1.1\r\nHost: x\r\n${i === paths.length - 1 ? 'Connection: close\r\n' : ''}\r\n`
  })
  const answer = await answerTo(daemon.url, requests.join(''))
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
  expect(statuses).toEqual(paths.map((path) => (path === '/v1/nothing' ? 404 : 200)))
})

test('[13] what is not HTTP is 400, headers that are too large are 431, both as problem documents', async () => {
  const garbage = await answerTo(daemon.url, 'HELLO?\r\n\r\n')
  expect(garbage).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/)
  expect(JSON.parse(garbage.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400, code: 'invalid_request' })
  const large = await answerTo(daemon.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 /)
  expect(large).toContain('application/problem+json')
  expect((await daemon.client.send('health')).status).toBe(200)
})
