import { createServer, type IncomingMessage } from 'node:http'
import express, { type NextFunction, type Request, type Response } from 'express'
import { actAs, createKeyring, LOCAL_ADMIN, type Principal } from '../app/access/authenticate.js'
import { EventFeed } from '../app/events/follow-events.js'
import { ensureDefaultApp } from '../app/access/keys.js'
import type { Ports } from '../app/ports/ports.js'
import { attachEventSockets, SOCKET_LIMITS, type SocketLimits } from '../ws/server.js'
import { BodyBudget, defaultBodyBytes, type BodyBytes } from './input/body-budget.js'
import type { BodyLimits } from './input/body-bytes.js'
import { guardAddresses, type AddressGuard, type AddressLimits } from './address-limits.js'
import { answerParserErrors, serveInTurn } from './connections.js'
import { cors } from './cors.js'
import { docsPage } from './pages/docs-page.js'
import { requireLoopback } from './require-loopback.js'
import { homePage } from './pages/home-page.js'
import { openApiText } from './pages/openapi.js'
import type { ServerContext } from './operation.js'
import { OPERATIONS } from './operations/index.js'
import { answerFailure, problemFor } from './problem.js'
import { createRateLimiter, type RateLimit } from './rate-limit.js'
import { bearerKey, readQuery } from './input/request-headers.js'
import { ReplyBudget } from './reply-budget.js'
import { operationsRouter } from './router.js'

export interface HttpOptions {
  host: string
  /** 0: any free one; `listen` says which. */
  port: number
  /** `off`: everyone is the admin, and only loopback names and pages are answered. */
  auth: 'on' | 'off'
  adminKey: string
  /** Origins whose pages may call; `*`: any. */
  corsOrigins: readonly string[]
  /** null: none. */
  rateLimit: RateLimit | null
  addressLimits?: Partial<AddressLimits>
  maxBodyBytes: number
  /** Bytes of bodies in work; default 8 times `maxBodyBytes` in all, 4 times for one key. */
  bodyBytes?: BodyBytes
  bodyTimes?: Pick<BodyLimits, 'idleMs' | 'totalMs'>
  version: string
  sockets?: Partial<SocketLimits>
  /** Milliseconds a response may wait for a client that reads nothing; default 30,000. */
  stallMs?: number
}

export interface HttpServer {
  listen(): Promise<{ port: number }>
  /** Takes no more connections, ends streams, lets running requests finish, and returns when all is closed. */
  close(): Promise<void>
}

const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than common proxies keep theirs, so that they close first and no request falls into the gap. */
const KEEP_ALIVE_MS = 65_000
/** How long running requests may take to finish once closing has begun. */
const DRAIN_MS = 10_000
const CLOSE_IDLE_MS = 50

export function createHttpServer(ports: Ports, options: HttpOptions): HttpServer {
  const closing = new AbortController()
  const { version } = options
  const documents = {
    openapi: Buffer.from(openApiText(OPERATIONS, version)),
    docs: Buffer.from(docsPage(OPERATIONS, version)),
    home: Buffer.from(homePage(version)),
  }
  const server: ServerContext = {
    ports,
    keyring: createKeyring(ports, options.adminKey),
    version,
    documents,
    feed: new EventFeed(ports.store),
    replies: new ReplyBudget(),
    closing: closing.signal,
    slowReaderMs: options.sockets?.slowMs ?? SOCKET_LIMITS.slowMs,
  }
  const door: Door = {
    server,
    options,
    addresses: guardAddresses(ports.clock, options.addressLimits),
    limit: options.rateLimit ? createRateLimiter(options.rateLimit, ports.clock) : () => {},
  }
  const httpServer = createServer()
  serveInTurn(httpServer, createApp(door), options.stallMs)
  httpServer.headersTimeout = HEADERS_TIMEOUT_MS
  httpServer.requestTimeout = REQUEST_TIMEOUT_MS
  httpServer.keepAliveTimeout = KEEP_ALIVE_MS
  answerParserErrors(httpServer)
  const sockets = attachEventSockets(httpServer, {
    ports,
    feed: server.feed,
    admit: (request) => admitSocket(door, request),
    refusal: problemFor,
    limits: options.sockets ?? {},
  })
  let closed: Promise<void> | null = null
  return {
    async listen() {
      await ensureDefaultApp(ports)
      await new Promise<void>((resolve, reject) => {
        httpServer.once('error', reject)
        httpServer.listen(options.port, options.host, () => resolve())
      })
      const address = httpServer.address()
      return { port: typeof address === 'object' && address ? address.port : options.port }
    },
    close() {
      closed ??= (async () => {
        closing.abort()
        const drained = new Promise<void>((resolve) => httpServer.close(() => resolve()))
        // Streams and requests that were running end one by one; their connections would otherwise be kept for a next request.
        const idle = setInterval(() => httpServer.closeIdleConnections(), CLOSE_IDLE_MS)
        const sooner = setTimeout(() => httpServer.closeAllConnections(), DRAIN_MS)
        await sockets.close()
        await drained
        clearInterval(idle)
        clearTimeout(sooner)
      })()
      return closed
    },
  }
}

/** What decides who comes in, by HTTP or WebSocket. */
interface Door {
  server: ServerContext
  options: HttpOptions
  addresses: AddressGuard
  /** Counts a request of a key. Throws rate_limited. */
  limit(name: string): void
}

function createApp(door: Door) {
  const { server, options } = door
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use((request: Request, response: Response, next: NextFunction) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('Cache-Control', 'no-store')
    // A connection that stayed open would keep the server from closing.
    if (server.closing.aborted) response.setHeader('Connection', 'close')
    if (options.auth === 'off') requireLoopback(request, options.corsOrigins)
    next()
  })
  app.use(cors(options.corsOrigins))
  app.use(
    operationsRouter(OPERATIONS, {
      server,
      bodyLimits: { maxBytes: options.maxBodyBytes, ...options.bodyTimes },
      bodyBudget: new BodyBudget(options.bodyBytes ?? defaultBodyBytes(options.maxBodyBytes)),
      identify: (request, ticket) => identify(door, request, ticket),
      limit: door.limit,
    }),
  )
  // Four parameters make it the one that gets the errors, so the unused one has to stand there.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    answerFailure(response, error, server.ports)
  })
  return app
}

async function identify(
  { server, options, addresses }: Door,
  request: IncomingMessage,
  ticket: string | undefined,
): Promise<Principal> {
  if (options.auth === 'off') return LOCAL_ADMIN
  const key = bearerKey(request)
  if (key === null && ticket === undefined) return server.keyring.byKey(null)
  return addresses.lookUp(request, () =>
    key === null && ticket !== undefined ? server.keyring.byTicket(ticket) : server.keyring.byKey(key),
  )
}

/** The same rules for a WebSocket as for a request: who asks, how often, for which app, from where. */
async function admitSocket(door: Door, request: IncomingMessage): Promise<Principal> {
  const { server, options } = door
  if (options.auth === 'off') requireLoopback(request, options.corsOrigins)
  // Before the key is looked up: a refused handshake must not use up a ticket.
  door.addresses.handshake(request)
  const principal = await identify(door, request, readQuery(request.url ?? '').ticket)
  door.limit(principal.name)
  const appId = request.headers['x-app-id']
  return actAs(server.ports, principal, typeof appId === 'string' ? appId : null)
}
