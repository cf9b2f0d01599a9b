import { createServer, type Server } from 'node:http'
import type { Cut } from '../../src/domain/context/cut.js'
import { isObject, type JsonObject } from '../../src/domain/json/json.js'
import type { Json } from '../../src/domain/message.js'
import type { BenchContext } from '../support/bench-context.js'
import { causesOf, type Cause, type CutExchange } from './causes.js'
import { figuresOf, type PieceCounter, type PromptFigures } from './figures.js'
import { isSaid, type Replay, type Traffic } from './traffic.js'
import type { Wire } from './wire.js'

/** Longest wait for the compressions of a session, while its model would be reading. */
const IDLE_MS = 20_000
let replays = 0

/** A model server that says what the log says next and keeps the prompts that it received. */
export interface LoggedUpstream {
  url: string
  /** Set before each request. */
  next: { wire: Wire; said: readonly Json[]; cuts(): Promise<Cut[]> } | null
  received: { body: JsonObject; cuts: Cut[] }[]
  close(): void
}

export async function openLoggedUpstream(counter: PieceCounter): Promise<LoggedUpstream> {
  const received: LoggedUpstream['received'] = []
  const upstream: LoggedUpstream = { url: '', next: null, received, close: () => server.close() }
  const server: Server = createServer((incoming, response) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    const answer = async () => {
      const { next } = upstream
      const body: JsonObject = incoming.method === 'POST' ? JSON.parse(Buffer.concat(pieces).toString()) : {}
      if (!next || incoming.method !== 'POST') return void response.writeHead(404).end('{}')
      // Before the answer: storing it may cut, and that changes only the next prompt.
      received.push({ body, cuts: await next.cuts() })
      const said = next.wire.answer(next.said, counter.of(next.wire.pieces(body)))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    }
    incoming.once('end', () => void answer().catch((error) => response.destroy(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  upstream.url = `http://127.0.0.1:${address.port}`
  return upstream
}

/** Sends the requests of a log through a door, each with the whole history, as its client would. Between two requests the
 * compressions of the session may end, because a real model takes longer to answer. */
export async function playTraffic(
  bench: BenchContext,
  upstream: LoggedUpstream,
  traffic: Traffic,
  { fixed, messages }: Replay,
  counter: PieceCounter,
): Promise<{ figures: PromptFigures; causes: Cause[] }> {
  const { wire, windowTokens, requests } = traffic
  // Replays that open with the same words are not one conversation.
  const name = `replay-${++replays}`
  const exchanges: CutExchange[] = []
  let sessionId: string | null = null
  let version = 0
  const cuts = async () => (sessionId === null ? [] : bench.ports.store.cuts(sessionId))
  for (let at = 1; at < messages.length && exchanges.length < requests; at++) {
    if (!isSaid(messages[at]!) || isSaid(messages[at - 1]!)) continue
    const end = messages.findIndex((message, index) => index >= at && !isSaid(message))
    upstream.next = { wire, said: messages.slice(at, end < 0 ? undefined : end), cuts }
    const body = wire.body(fixed, messages.slice(0, at))
    const before = upstream.received.length
    sessionId = await ask(bench, traffic, { name, body })
    if (upstream.received.length !== before + 1) throw new Error(`${traffic.name}: the upstream was not called once`)
    const seen = upstream.received.at(-1)!
    const made = seen.cuts.filter((cut) => cut.version > version)
    version = Math.max(version, ...made.map((cut) => cut.version))
    exchanges.push({ prompt: wire.pieces(seen.body), client: wire.pieces(body), cuts: made.map(({ kind }) => kind) })
    await untilIdle(bench, sessionId)
  }
  const limit = Math.floor(0.85 * windowTokens)
  const usable = limit - Math.min(1_000, Math.floor(0.15 * limit))
  return { figures: figuresOf(exchanges, usable, counter), causes: causesOf(exchanges, counter) }
}

async function ask(
  { url, key }: BenchContext,
  { wire, size, name }: Traffic,
  sent: { name: string; body: JsonObject },
): Promise<string> {
  const headers = {
    ...wire.headers,
    'content-type': 'application/json',
    'x-palimpsest-key': key,
    'x-context-size': size,
    'x-session-id': sent.name,
  }
  const response = await fetch(url + wire.path, { method: 'POST', headers, body: JSON.stringify(sent.body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`)
  const sessionId = response.headers.get('x-palimpsest-session')
  if (sessionId === null) throw new Error(`${name}: the request had no session`)
  return sessionId
}

async function untilIdle(bench: BenchContext, sessionId: string): Promise<void> {
  const deadline = performance.now() + IDLE_MS
  for (;;) {
    const session = await bench.call<JsonObject>('GET', `/v1/sessions/${sessionId}`)
    const { contextStatus } = session
    const compressor = isObject(contextStatus ?? null) ? (contextStatus as JsonObject).compressor : null
    const state = isObject(compressor ?? null) ? (compressor as JsonObject).state : null
    if ((state !== 'queued' && state !== 'running') || performance.now() > deadline) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
