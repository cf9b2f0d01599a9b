import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { requireRole, type Principal } from '../app/access/authenticate.js'
import type { KeyWatch } from '../app/access/key-watch.js'
import type { EventFeed } from '../app/events/follow-events.js'
import { DomainError, invalidRequest } from '../domain/errors.js'
import type { Event } from '../domain/event.js'
import type { Ports } from '../ports/ports.js'
import { CLOSE, SOCKET_LIMITS, Subscriber, type SocketLimits } from './subscriber.js'

export { SOCKET_LIMITS, type SocketLimits }

export interface EventSocketsOptions {
  ports: Pick<Ports, 'store' | 'log' | 'quotas' | 'telemetry'>
  feed: EventFeed
  keyWatch: KeyWatch
  /** Authenticates a handshake. Throws errors that `refusal` converts. */
  admit(request: IncomingMessage): Promise<Principal>
  /** Returns an event with the exact messages that were appended, as JSON text. */
  withContent(event: Event): Promise<string>
  /** Returns the problem document for a refused handshake. */
  refusal(error: unknown): Refusal
  limits: Partial<SocketLimits>
}

/** The members of a problem document that this file uses. */
interface Refusal {
  status: number
  [member: string]: unknown
}

const PATH = '/v1/events'

/** Serves WebSockets at `/v1/events` of the HTTP server. `close` resolves when all sockets are closed. */
export function attachEventSockets(server: Server, options: EventSocketsOptions): { close(): Promise<void> } {
  const limits: SocketLimits = { ...SOCKET_LIMITS, ...options.limits }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false })
  const subscribers = new Set<Subscriber>()
  let closing = false

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const path = (request.url ?? '').split('?')[0]
    if (closing) return refuse(stream, { status: 503 })
    if (path !== PATH) throw new DomainError('not_found', `WebSockets are at ${PATH}.`)
    const includesContent = readInclude(request)
    const principal = await options.admit(request)
    if (includesContent) requireRole(principal, 'app')
    const closeStream = await options.ports.quotas.openStream(principal.scope)
    stream.once('close', closeStream)
    if (stream.destroyed) return closeStream()
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const subscriber = new Subscriber(socket, stream, principal, options, limits, includesContent)
      subscribers.add(subscriber)
      socket.once('close', options.ports.telemetry.streamOpened('websocket'))
      const unwatch = options.keyWatch.watch(principal, () =>
        subscriber.close(
          CLOSE.keyEnded,
          principal.until ? 'the token or session has ended' : 'the key was deleted or rotated',
        ),
      )
      socket.once('close', () => {
        unwatch()
        subscribers.delete(subscriber)
      })
      void subscriber.open()
    })
  }

  server.on('upgrade', (request, stream, head) => {
    // Without a listener, a reset during the handshake would crash the process.
    stream.on('error', () => stream.destroy())
    upgrade(request, stream, head).catch((error: unknown) => refuse(stream, options.refusal(error)))
  })

  return {
    async close() {
      closing = true
      for (const subscriber of subscribers)
        subscriber.close(CLOSE.shutdown, 'server is restarting; resume from your last cursor')
      await new Promise<void>((resolve) => {
        const done = () => subscribers.size === 0 && resolve()
        sockets.clients.forEach((socket) => socket.once('close', () => setImmediate(done)))
        done()
      })
    },
  }
}

/** Returns whether the address asks for content. Throws invalid_request for parameters that have no effect here. */
function readInclude(request: IncomingMessage): boolean {
  const query = new URL(request.url ?? '', 'ws://localhost').searchParams
  for (const name of query.keys())
    if (!PARAMETERS.includes(name))
      throw invalidRequest(
        name.slice(0, 40),
        `one of ${PARAMETERS.join(', ')}; the filter is in the subscribe frame`,
        'another',
      )
  const include = query.get('include')
  if (include !== null && include !== 'content') throw invalidRequest('include', '"content"', include.slice(0, 40))
  return include !== null
}

const PARAMETERS: readonly string[] = ['ticket', 'include']

function refuse(stream: Duplex, document: Refusal): void {
  if (stream.destroyed) return
  const body = JSON.stringify(document)
  const lines = [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status] ?? ''}`,
    'Connection: close',
    ...(typeof document.retryAfterSeconds === 'number' ? [`Retry-After: ${document.retryAfterSeconds}`] : []),
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  stream.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
