import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { longLog } from '../support/long-log.js'
import { openSocket } from '../support/socket.js'
import { until } from '../support/until.js'

let daemon: Daemon
let url: string
/** Small bounds, so that a test meets them. */
const sockets = { bufferBytes: 65_536, slowMs: 300, pingMs: 200, frameBytes: 4_096, maxInvalidFrames: 3 }
beforeAll(async () => {
  daemon = await startDaemon({ http: { sockets } })
  url = `${daemon.url}/v1/events`
})
afterAll(() => daemon.stop())

test('[11] rubbish is answered with an error that says why, and too much of it ends the connection', async () => {
  const socket = await openSocket(url, ADMIN_KEY)
  const rubbish = ['{', '[]', '{"type":"shout"}', '{"type":"subscribe","after":{}}', '{"type":"subscribe","hue":1}']
  socket.say(rubbish[0])
  expect(await socket.next('error')).toMatchObject({ code: 'invalid_frame' })
  for (const frame of rubbish.slice(1)) socket.say(frame)
  expect(await socket.closed()).toBe(1008)
  expect(socket.frames.filter((frame) => frame.type === 'error')).toHaveLength(3)
})

test('[11] a cursor that is none is an error frame, and the connection lives on', async () => {
  const socket = await openSocket(url, ADMIN_KEY)
  socket.say({ type: 'subscribe', after: 'not-a-cursor' })
  expect(await socket.next('error')).toMatchObject({ code: 'invalid_frame' })
  socket.say({ type: 'ping' })
  await socket.next('pong')
  socket.socket.terminate()
})

test('[11] a frame over the size ends the connection, binary is refused', async () => {
  const large = await openSocket(url, ADMIN_KEY)
  large.say('x'.repeat(5_000))
  expect(await large.closed()).toBe(1009)
  const binary = await openSocket(url, ADMIN_KEY)
  binary.socket.send(Buffer.from([1, 2, 3]))
  expect(await binary.next('error')).toMatchObject({ code: 'invalid_frame' })
  binary.socket.terminate()
})

test('[11] one that never answers a ping is cut, one that does stays', async () => {
  const deaf = await openSocket(url, ADMIN_KEY)
  const alive = await openSocket(url, ADMIN_KEY)
  deaf.socket.pong = () => {}
  expect(await deaf.closed()).toBe(1006)
  alive.say({ type: 'ping' })
  await alive.next('pong')
  alive.socket.terminate()
})

test('[11] one that never reads is closed with 4008 while another hears everything', async () => {
  const many = 2_000
  // 40 MB of log: more than the operating system takes off our hands.
  const flood = await startDaemon({
    // The server waits for the answer to its close until the other reader has everything, however long that takes.
    http: { sockets: { ...sockets, pingMs: 60_000, closeMs: 120_000 } },
    ports: (ports) => ({
      ...ports,
      store: longLog(ports.store, many),
    }),
  })
  try {
    const stuck = await openSocket(`${flood.url}/v1/events`, ADMIN_KEY)
    const reader = await openSocket(`${flood.url}/v1/events`, ADMIN_KEY)
    await stuck.next('hello')
    stuck.say({ type: 'subscribe', after: 0 })
    stuck.socket.pause()
    reader.say({ type: 'subscribe', after: 0 })
    await reader.next('caught-up')
    expect(reader.events()).toHaveLength(many)
    // By now the server waits for the other one: its timer is older than this one, in the same process, so it ends first.
    await new Promise((resolve) => setTimeout(resolve, sockets.slowMs * 2))
    // It reads on before the connection is finally cut, and so learns why.
    stuck.socket.resume()
    expect(await stuck.closed()).toBe(4008)
    expect(stuck.events().length).toBeLessThan(many)
    reader.socket.terminate()
  } finally {
    await flood.stop()
  }
})

test('[11] a hundred connections that say nothing cost the others nothing', async () => {
  const idle = await Promise.all(Array.from({ length: 100 }, () => openSocket(url, ADMIN_KEY)))
  const { id } = await daemon.openSession()
  const socket = await openSocket(url, ADMIN_KEY)
  socket.say({ type: 'subscribe', after: 0, sessionIds: [id] })
  await until('the event', () => socket.events().length === 1)
  ;[...idle, socket].forEach((each) => each.socket.terminate())
})

test('[14] a closing server says so to its sockets and is closed soon after', async () => {
  const closing = await startDaemon()
  const socket = await openSocket(`${closing.url}/v1/events`, ADMIN_KEY)
  socket.say({ type: 'subscribe', after: 0 })
  await socket.next('caught-up')
  await closing.stop()
  expect(await socket.closed()).toBe(1012)
})
