import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import { longLog } from '../support/long-log.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

interface Piece {
  id?: string
  event?: string
  data?: string
}
const append = (id: string) =>
  daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { messages: [{ role: 'user', content: 'x' }] },
  })

/** Server-sent events as a browser reads them, without its coming back. */
async function listen(path: string, headers: Record<string, string> = { authorization: `Bearer ${ADMIN_KEY}` }) {
  const eviction = new AbortController()
  const response = await fetch(daemon.url + path, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: eviction.signal,
  })
  const pieces: Piece[] = []
  const ended = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks)
        pieces.push(Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))))
    }
  })().catch(() => {})
  return {
    response,
    pieces,
    ended,
    leave: () => eviction.abort(),
    events: () => pieces.filter((piece) => piece.event && piece.event !== 'caught-up'),
  }
}

test('[P10] the log streams as server-sent events: replay, caught-up, live', async () => {
  const { id } = await daemon.openSession()
  await eventsOf(daemon, id, 1)
  const stream = await listen(`/v1/events?after=0&sessionId=${id}`)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  await until('caught-up', () => stream.pieces.some((piece) => piece.event === 'caught-up'))
  await append(id)
  await until('the live event', () => stream.pieces.some((piece) => piece.event === 'message-appended'))
  expect(stream.events()[0]).toMatchObject({ event: 'session-created', id: expect.any(String) })
  stream.leave()
  await stream.ended
})

test('[P10] Last-Event-ID resumes after that event, before any cursor in the address', async () => {
  const { id } = await daemon.openSession()
  await append(id)
  const first = await listen(`/v1/events?after=0&sessionId=${id}`)
  await until('two events', () => first.events().length >= 2)
  first.leave()
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'last-event-id': first.events()[0]?.id ?? '' }
  const second = await listen(`/v1/events?after=0&sessionId=${id}`, headers)
  await until('the rest', () => second.events().length >= first.events().length - 1)
  expect(second.events()[0]).toEqual(first.events()[1])
  second.leave()
})

test('[P11] a ticket opens a stream once, with the rights of its app', async () => {
  const { app } = await daemon.newApp()
  const { id: own } = await daemon.openSession({}, { key: app })
  await eventsOf(daemon, (await daemon.openSession()).id, 1)
  await eventsOf(daemon, own, 1)
  const { ticket } = await daemon.client.call('createTicket', {}, { key: app })
  const stream = await listen(`/v1/events?after=0&ticket=${ticket}`, {})
  await until('caught-up', () => stream.pieces.some((piece) => piece.event === 'caught-up'))
  expect(stream.events().map((piece) => JSON.parse(piece.data ?? '').sessionId)).toEqual([own])
  stream.leave()
  expect((await daemon.client.send('readEvents', { query: { ticket } }, { key: null })).status).toBe(401)
})

test('[P10] by page the log goes on from its cursor, also past what a filter left out', async () => {
  const { id } = await daemon.openSession()
  for (let i = 0; i < 6; i++) await append(id)
  await eventsOf(daemon, id, 7)
  const seen: number[] = []
  let after = '0'
  for (let page = 0; page < 500; page++) {
    const { events, cursor } = await daemon.client.call('readEvents', { query: { after, sessionId: id, limit: 2 } })
    seen.push(...events.map((event: { seq: number }) => event.seq))
    if (cursor === after) break
    after = cursor
  }
  expect(seen).toEqual(seen.map((_, i) => i + 1))
  expect(seen.length).toBeGreaterThanOrEqual(7)
  expect((await daemon.client.send('readEvents', { query: { after: 'nonsense!' } })).status).toBe(400)
  expect((await daemon.client.send('readEvents', { query: { after: 'nonsense' } })).status).toBe(400)
  expect((await daemon.client.send('readEvents', { query: { types: 'no-such-type' } })).status).toBe(400)
})

test('[14] a closing server ends its streams and is closed soon after', async () => {
  const other = await startDaemon()
  const before = daemon
  daemon = other
  try {
    const stream = await listen('/v1/events?after=0')
    await until('caught-up', () => stream.pieces.some((piece) => piece.event === 'caught-up'))
    await other.stop()
    await stream.ended
  } finally {
    daemon = before
  }
})

test('[11] a stream whose reader never reads is ended after a bounded time', async () => {
  const slow = await startDaemon({
    http: { sockets: { slowMs: 200 } },
    ports: (ports) => ({ ...ports, store: longLog(ports.store, 2_000) }),
  })
  try {
    const { hostname, port } = new URL(slow.url)
    const stuck = connect({ host: hostname, port: Number(port) })
    stuck.on('error', () => {})
    stuck.pause()
    stuck.write(
      `GET /v1/events?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nAccept: text/event-stream\r\n\r\n`,
    )
    // What is never read stays in the buffers; the end of the connection shows in a write that fails.
    await until(
      'the end of the connection',
      () => new Promise<boolean>((resolve) => stuck.write('x', (error) => resolve(Boolean(error)))),
    )
    expect(stuck.bytesRead).toBeLessThan(40_000_000)
    expect((await slow.client.send('health')).status).toBe(200)
  } finally {
    await slow.stop()
  }
})
