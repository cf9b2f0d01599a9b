import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import { openSocket, refusedStatus, type TestSocket } from '../support/socket.js'
import { until } from '../support/until.js'

let daemon: Daemon
let url: string
const open: TestSocket[] = []
beforeAll(async () => {
  daemon = await startDaemon()
  url = `${daemon.url}/v1/events`
})
afterAll(async () => {
  open.forEach(({ socket }) => socket.terminate())
  await daemon.stop()
})

const connect = async (key: string | null = ADMIN_KEY, query = '') => {
  const socket = await openSocket(url + query, key)
  open.push(socket)
  return socket
}
const append = (id: string, text = 'x', key?: string) =>
  daemon.client.send(
    'appendMessages',
    { params: { sessionId: id }, body: { messages: [{ role: 'user', content: text }] } },
    { key },
  )

test('[P10] after: 0 replays the log, then caught-up, then live, each event once and in order', async () => {
  const { id } = await daemon.openSession()
  for (let i = 0; i < 5; i++) await append(id)
  await eventsOf(daemon, id, 6)
  const socket = await connect()
  expect((await socket.next('hello')).cursor).toMatch(/\w/)
  socket.say({ type: 'subscribe', after: 0, sessionIds: [id] })
  await socket.next('caught-up')
  const replayed = socket.events().length
  expect(socket.events()[0]).toMatchObject({ type: 'session-created', seq: 1, sessionId: id })
  await append(id)
  await until('the live event', () => socket.events().length > replayed)
  const log = await eventsOf(daemon, id, 7)
  await until('all of it', () => socket.events().length >= log.length)
  expect(socket.events()).toEqual(log)
  expect(socket.events().map((event) => event.seq)).toEqual(socket.events().map((_, i) => i + 1))
})

test('[P10] a replay under concurrent appends has no gap and no duplicate, and a cursor resumes exactly', async () => {
  const ids = await Promise.all([
    daemon.openSession().then(({ id }) => id),
    daemon.openSession().then(({ id }) => id),
    daemon.openSession().then(({ id }) => id),
    daemon.openSession().then(({ id }) => id),
  ])
  for (const id of ids) await append(id)
  const writing = Promise.all(
    ids.map(async (id) => {
      for (let i = 0; i < 25; i++) await append(id)
    }),
  )
  const whole = await connect()
  whole.say({ type: 'subscribe', after: 0, sessionIds: ids })
  const first = await connect()
  first.say({ type: 'subscribe', after: '0', sessionIds: ids })
  await until('some events', () => first.events().length >= 40)
  first.socket.terminate()
  const cursor = first.events()[first.events().length - 1]?.cursor
  const second = await connect()
  second.say({ type: 'subscribe', after: cursor, sessionIds: ids })
  await writing
  // Made, and 26 messages.
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (await eventsOf(daemon, id, 27)).length)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  await until(
    'everything',
    () => whole.events().length >= total && first.events().length + second.events().length >= total,
  )
  for (const heard of [whole.events(), [...first.events(), ...second.events()]]) {
    for (const id of ids) {
      const seqs = heard.filter((event) => event.sessionId === id).map((event) => event.seq)
      expect(seqs).toEqual(Array.from({ length: counts.get(id) ?? 0 }, (_, i) => i + 1))
    }
  }
})

test('[P10] filters by session and type; a new subscription takes the place of the old; unsubscribe ends it', async () => {
  const [one, two] = [(await daemon.openSession()).id, (await daemon.openSession()).id]
  await Promise.all([eventsOf(daemon, one, 1), eventsOf(daemon, two, 1)])
  const socket = await connect()
  socket.say({ type: 'subscribe', after: 0, sessionIds: [one], types: ['session-created'] })
  await socket.next('caught-up')
  await append(one)
  expect(socket.events().map((event) => event.type)).toEqual(['session-created'])
  socket.say({ type: 'subscribe', after: 0, sessionIds: [two] })
  await until('the other session', () => socket.events().some((event) => event.sessionId === two))
  socket.say({ type: 'unsubscribe' })
  socket.say({ type: 'ping' })
  await socket.next('pong')
  const heard = socket.events().length
  await append(two)
  const witness = await connect()
  witness.say({ type: 'subscribe', after: 0, sessionIds: [two], types: ['message-appended'] })
  await until('the witness has heard it', () => witness.events().length === 1)
  expect(socket.events()).toHaveLength(heard)
})

test('[P10] without a cursor a subscription begins now', async () => {
  const { id } = await daemon.openSession()
  await append(id)
  await eventsOf(daemon, id, 2)
  const socket = await connect()
  socket.say({ type: 'subscribe', sessionIds: [id] })
  await socket.next('caught-up')
  await append(id)
  await until('the new one', () => socket.events().length > 0)
  expect(socket.events().every((event) => event.seq > 2)).toBe(true)
})

test('[P11] an app hears only its own sessions, whatever it asks for', async () => {
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  const { id: foreign } = await daemon.openSession({}, { key: one.app })
  const { id: own } = await daemon.openSession({}, { key: two.app })
  await Promise.all([eventsOf(daemon, foreign, 1), eventsOf(daemon, own, 1)])
  const socket = await connect(two.viewer)
  socket.say({ type: 'subscribe', after: 0 })
  await socket.next('caught-up')
  expect(new Set(socket.events().map((event) => event.sessionId))).toEqual(new Set([own]))
  const pointed = await connect(two.viewer)
  pointed.say({ type: 'subscribe', after: 0, sessionIds: [foreign] })
  await pointed.next('caught-up')
  expect(pointed.events()).toEqual([])
})

test('[13] a connection needs a key or a ticket; a ticket serves once', async () => {
  expect(await refusedStatus(url)).toBe(401)
  expect(await refusedStatus(url, { authorization: 'Bearer wrong' })).toBe(401)
  expect(await refusedStatus(`${daemon.url}/v1/other`, { authorization: `Bearer ${ADMIN_KEY}` })).toBe(404)
  const { app } = await daemon.newApp()
  const { id } = await daemon.openSession({}, { key: app })
  await eventsOf(daemon, (await daemon.openSession()).id, 1)
  await eventsOf(daemon, id, 1)
  const { ticket } = await daemon.client.call('createTicket', {}, { key: app })
  const socket = await connect(null, `?ticket=${ticket}`)
  socket.say({ type: 'subscribe', after: 0 })
  await socket.next('caught-up')
  expect(new Set(socket.events().map((event) => event.sessionId))).toEqual(new Set([id]))
  expect(await refusedStatus(`${url}?ticket=${ticket}`)).toBe(401)
})

test('[14] without authentication a foreign page may not connect', async () => {
  const unlocked = await startDaemon({ http: { auth: 'off' } })
  try {
    expect(await refusedStatus(`${unlocked.url}/v1/events`, { origin: 'http://evil.example' })).toBe(403)
    const socket = await openSocket(`${unlocked.url}/v1/events`, null)
    await socket.next('hello')
    socket.socket.terminate()
  } finally {
    await unlocked.stop()
  }
})

test('[11] include=content brings the exact messages, by the address or by the frame; a viewer is refused either way', async () => {
  const { app, viewer } = await daemon.newApp()
  const { id } = await daemon.openSession({}, { key: app })
  const text = 'exact "words" — 你好 🦊'
  await append(id, text, app)
  const ticketFor = async (key: string) => (await daemon.call('POST', '/v1/tickets', { key })).json.ticket as string
  const byAddress = await connect(app, '?include=content')
  const byTicket = await connect(null, `?ticket=${await ticketFor(app)}&include=content`)
  const byFrame = await connect(app)
  const byAdmin = await connect(ADMIN_KEY, '?include=content')
  const plain = await connect(app)
  const sockets = [byAddress, byTicket, byFrame, byAdmin, plain]
  for (const socket of sockets) {
    const include = socket === byFrame ? { include: 'content' } : {}
    socket.say({ type: 'subscribe', after: 0, sessionIds: [id], types: ['message-appended'], ...include })
    await socket.next('caught-up')
    const [message] = socket.events()[0]!.data.messages as { content?: unknown }[]
    expect(message!.content).toEqual(socket === plain ? undefined : { role: 'user', content: text })
  }
  // Live events, too.
  await append(id, 'later', app)
  await until('the live event', () => byFrame.events().length === 2)
  expect(JSON.stringify(byFrame.events()[1])).toContain('later')

  expect(await refusedStatus(`${url}?include=content`, { authorization: `Bearer ${viewer}` })).toBe(403)
  const watching = await connect(viewer)
  watching.say({ type: 'subscribe', include: 'content' })
  expect(await watching.next('error')).toMatchObject({ code: 'forbidden' })
  watching.say({ type: 'subscribe', include: 'all' })
  // A greeting waits for the newest cursor, so it may come after both refusals.
  const refusals = () => watching.frames.filter(({ type }) => type === 'error')
  await until('the second refusal', () => refusals().length === 2)
  expect(refusals()[1]).toMatchObject({ code: 'invalid_frame' })
})

test('[11] [13] parameters that have no effect on a WebSocket are refused, not dropped', async () => {
  const authorization = `Bearer ${ADMIN_KEY}`
  for (const query of ['?after=0', '?limit=5', '?sessionId=ses_1', '?include=all', '?include=content&types=compressed'])
    expect([query, await refusedStatus(url + query, { authorization })]).toEqual([query, 400])
})
