import { afterAll, beforeAll, expect, test, onTestFinished, vi } from 'vitest'
import pg from 'pg'
import { WebSocket } from 'ws'
import { createClient, PalimpsestError, type StreamItem, type StreamState } from '../../packages/client/src/index.js'
import type { FollowOptions } from '../../packages/client/src/events.js'
import { messages as sseMessages } from '../../packages/client/src/sse.js'
import type { Ports } from '../../src/ports/ports.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { migratedDatabase } from '../support/database.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { faultyFetch } from './faulty-fetch.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

/** Ends every connection after its third message, as a bad network does. What came with it in one piece is lost. */
class FragileSocket extends WebSocket {
  private received = 0
  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (name === 'message' && ++this.received > 3) return false
    const isHeard = super.emit(name, ...args)
    if (name === 'message' && this.received === 3) this.terminate()
    return isHeard
  }
}

/** Holds at least one event, and ends in the middle of another. */
const MOST_BYTES = 3_001

/** Ends every stream of events after some bytes. */
async function fragileFetch(input: Parameters<typeof globalThis.fetch>[0]): Promise<Response> {
  const response = await globalThis.fetch(input)
  if (!(input as Request).url.includes('/v1/events') || !response.body) return response
  let bytes = 0
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.slice(0, Math.max(0, MOST_BYTES - bytes)))
      bytes += chunk.length
      if (bytes > MOST_BYTES) controller.terminate()
    },
  })
  return new Response(response.body.pipeThrough(cut), response)
}

const TRANSPORTS: [string, FollowOptions, typeof globalThis.fetch][] = [
  ['WebSocket', { transport: 'websocket', WebSocket: FragileSocket }, globalThis.fetch],
  ['server-sent events', { transport: 'sse' }, fragileFetch],
]
const SESSION = { model: 'gpt-4o:7b', contextSize: '8K' }

test.each(TRANSPORTS)(
  '[P10] over %s, a connection that breaks again and again loses and repeats no event',
  async (_, follow, fetch) => {
    const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch })
    const { id } = await client.openSession(SESSION)
    const { id: other } = await client.openSession(SESSION)
    for (let n = 0; n < 6; n++)
      for (const session of [id, other]) await client.append(session, [{ role: 'user', content: `message ${n}` }])
    const states: StreamState[] = []
    const seqs: number[] = []
    const stop = new AbortController()
    const options = {
      after: '0',
      sessionIds: [id],
      signal: stop.signal,
      onState: (state: StreamState) => states.push(state),
    }
    let appended = 6
    for await (const item of client.events({ ...follow, ...options })) {
      if (item.kind === 'caught-up') {
        // The session closes its log with a live event.
        if (appended++ === 6) await client.append(id, [{ role: 'user', content: 'live' }])
        continue
      }
      expect(item.event.sessionId).toBe(id)
      expect(item.event.cursor).toBe(item.cursor)
      seqs.push(item.event.seq)
      if (item.event.type === 'message-appended' && item.event.data.messages[0]?.seq === 7) stop.abort()
    }
    expect(seqs.length).toBeGreaterThan(7)
    expect(seqs).toEqual(seqs.map((__, n) => n + 1))
    expect(states.filter(({ status }) => status === 'waiting').length).toBeGreaterThan(0)
    expect(states.find((state) => state.status === 'waiting')).toMatchObject({ failures: 1 })
  },
)

test('[10.4] a stream without a cursor starts with new events, filters types, and ends with the signal', async () => {
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY })
  for (const follow of [{ transport: 'sse' as const }, { transport: 'websocket' as const, WebSocket: WebSocket }]) {
    const { id } = await client.openSession(SESSION)
    await client.append(id, [{ role: 'user', content: 'old' }])
    const items: StreamItem[] = []
    for await (const item of client.events({ ...follow, sessionIds: [id], types: ['message-appended'] })) {
      items.push(item)
      if (item.kind === 'caught-up') await client.append(id, [{ role: 'user', content: 'new' }])
      else break
    }
    expect(items.map(({ kind }) => kind)).toEqual(['caught-up', 'event'])
    expect(items[1]).toMatchObject({ event: { type: 'message-appended', data: { messages: [{ seq: 2 }] } } })
  }
})

test.each(TRANSPORTS)('[10.4] a stream over %s without a cursor starts after all that was answered', async (name) => {
  const database = await migratedDatabase()
  const older = new pg.Client({ connectionString: database.url })
  older.on('error', () => {})
  await older.connect()
  const commit = () => void older.query('COMMIT')
  const waiting = (ports: Ports): Ports => ({
    ...ports,
    store: {
      ...ports.store,
      untilPublished: () => {
        commit()
        return ports.store.untilPublished()
      },
    },
  })
  const busy = await startDaemon({ env: { DATABASE_URL: database.url }, ports: waiting })
  try {
    const client = createClient({ baseUrl: busy.url, apiKey: ADMIN_KEY })
    const { id } = await client.openSession(SESSION)
    // An older transaction withholds the events of what was answered.
    await older.query('BEGIN; SELECT pg_current_xact_id()')
    await client.append(id, [{ role: 'user', content: 'old' }])
    const follow: FollowOptions =
      name === 'WebSocket' ? { transport: 'websocket', WebSocket: WebSocket } : { transport: 'sse' }
    for await (const item of client.events({ ...follow, sessionIds: [id], types: ['message-appended'] })) {
      if (item.kind === 'caught-up') {
        commit()
        await client.append(id, [{ role: 'user', content: 'new' }])
        continue
      }
      expect(item).toMatchObject({ event: { data: { messages: [{ seq: 2 }] } } })
      break
    }
  } finally {
    await busy.stop()
    await older.end()
    await database.drop()
  }
})

test('[13] a refused stream throws: a wrong key, or a cursor of another log', async () => {
  const read = async (options: FollowOptions, apiKey = ADMIN_KEY) => {
    const client = createClient({ baseUrl: daemon.url, apiKey })
    for await (const item of client.events(options)) return item
  }
  for (const follow of [{ transport: 'sse' as const }, { transport: 'websocket' as const, WebSocket: WebSocket }]) {
    await expect(read(follow, 'wrong')).rejects.toMatchObject({ status: 401 })
    await expect(read({ ...follow, after: '999999999' })).rejects.toThrow(PalimpsestError)
  }
  // Node has one since version 22.
  vi.stubGlobal('WebSocket', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(read({ transport: 'websocket' })).rejects.toThrow(/no WebSocket/)
})

test('[10.4] a follower waits for a daemon that is down, visibly, until it is stopped', async () => {
  const network = faultyFetch('refused')
  const client = createClient({ baseUrl: daemon.url, apiKey: ADMIN_KEY, fetch: network.fetch })
  const states: StreamState[] = []
  const onState = (state: StreamState) => {
    states.push(state)
    if (states.filter(({ status }) => status === 'waiting').length === 2) network.fault = null
  }
  for await (const item of client.events({ transport: 'sse', after: '0', onState })) {
    expect(item.kind).toBe('event')
    break
  }
  expect(states.map(({ status }) => status)).toEqual([
    'connecting',
    'waiting',
    'connecting',
    'waiting',
    'connecting',
    'open',
  ])
  expect(states[1]).toMatchObject({ failures: 1, reason: expect.stringContaining('No daemon answers') as string })
})

test('[P10] a message is the same wherever the pieces of its stream end', async () => {
  const text =
    ': hello\r\nretry: 1\n\nevent: a\ndata: {"x":"ä€"}\r\n\r\nid: 2\rdata: one\rdata: two\r\rdata: unfinished'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    )
    const found = []
    for await (const message of sseMessages(ReadableStream.from(pieces), () => {})) found.push(message)
    expect(found, `pieces of ${size} bytes`).toEqual([
      { event: 'a', data: '{"x":"ä€"}' },
      { event: 'message', data: 'one\ntwo' },
    ])
  }
})
