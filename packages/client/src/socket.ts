import { errorOf, UnavailableError } from './errors.js'
import type { Connecting, ConnectionItem, Event } from './stream.js'
import type { Transport } from './transport.js'
import { Watchdog } from './watchdog.js'

/** The event log over a WebSocket. A one-use ticket replaces the key, which a browser cannot send as a header. */

/** The part of a WebSocket that this file uses, in browsers, Node 22 and the package `ws`. */
export interface Socket {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
}
export type SocketConstructor = new (url: string) => Socket

type Frame =
  | { type: 'hello' | 'caught-up'; cursor: string }
  | { type: 'event'; event: Event }
  | { type: 'pong' }
  | { type: 'error'; code: string; detail: string }

const PING_MS = 15_000
const SILENCE_MS = 45_000
/** Frames that wait for a slow loop. A WebSocket has no backpressure, so more end the connection, which then resumes. */
const WAITING_MAX = 5_000

/** Yields the items of one connection. Ends when the daemon ends it; throws when it is refused or breaks. */
export async function* socketItems(
  transport: Transport,
  SocketClass: SocketConstructor,
  { after, sessionIds, types, signal }: Connecting,
): AsyncGenerator<ConnectionItem, void> {
  const watchdog = new Watchdog(signal)
  watchdog.expect(transport.timeoutMs)
  let socket: Socket | null = null
  let pings: ReturnType<typeof setInterval> | undefined
  try {
    const ticket = await newTicket(transport, watchdog.signal)
    const open = new SocketClass(`${transport.baseUrl.replace(/^http/, 'ws')}/v1/events?ticket=${ticket}`)
    socket = open
    for await (const frame of frames(open, watchdog)) {
      if (frame.type === 'hello') {
        // From here on nothing is missed: without a cursor of its own, the stream starts at that of `hello`.
        const from = after ?? frame.cursor
        const filter = { ...(sessionIds.length > 0 && { sessionIds }), ...(types.length > 0 && { types }) }
        open.send(JSON.stringify({ type: 'subscribe', after: from, ...filter }))
        pings = setInterval(() => open.send('{"type":"ping"}'), PING_MS)
        yield { kind: 'open', cursor: from }
      } else if (frame.type === 'event') yield { kind: 'event', cursor: frame.event.cursor, event: frame.event }
      else if (frame.type === 'caught-up') yield { kind: 'caught-up', cursor: frame.cursor }
      else if (frame.type === 'error') throw refusal(frame)
    }
  } finally {
    clearInterval(pings)
    watchdog.close()
    socket?.close()
  }
}

/** Yields frames as they arrive. */
async function* frames(socket: Socket, watchdog: Watchdog): AsyncGenerator<Frame, void> {
  const waiting: Frame[] = []
  let isClosed = false
  let fault: Error | null = null
  let wake = () => {}
  const end = (error: Error | null) => {
    isClosed = true
    fault ??= error
    wake()
  }
  socket.addEventListener('message', ({ data }) => {
    watchdog.expect(SILENCE_MS)
    waiting.push(JSON.parse(String(data)) as Frame)
    if (waiting.length > WAITING_MAX) end(null)
    wake()
  })
  socket.addEventListener('error', () => end(new UnavailableError('The connection broke.')))
  socket.addEventListener('close', () => end(null))
  watchdog.signal.addEventListener('abort', () => {
    const reason: unknown = watchdog.signal.reason
    end(reason instanceof UnavailableError ? reason : null)
  })
  for (;;) {
    // What arrived before the end is delivered first.
    for (let frame = waiting.shift(); frame; frame = waiting.shift()) yield frame
    if (isClosed) break
    await new Promise<void>((resolve) => (wake = resolve))
  }
  if (fault) throw fault as Error
}

async function newTicket(transport: Transport, signal: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`${transport.baseUrl}/v1/tickets`, { method: 'POST', headers, body: '{}', signal })
  const response = await transport.send(request)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorOf(response, body)
  return encodeURIComponent((body as { ticket: string }).ticket)
}

/** A refused subscription is final, except while the log is unavailable. */
function refusal({ code, detail }: Extract<Frame, { type: 'error' }>): Error {
  if (code === 'store_unavailable') return new UnavailableError(detail)
  return errorOf(new Response(null, { status: 400 }), { type: 'about:blank', title: code, detail, code, errors: [] })
}
