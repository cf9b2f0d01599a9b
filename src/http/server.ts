import { createServer, type IncomingMessage } from 'node:http'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { actAs, createKeyring, KEY_CHECK_MS, LOCAL_ADMIN, type Principal } from '../app/access/authenticate.js'
import { KeyWatch } from '../app/access/key-watch.js'
import { EventFeed } from '../app/events/follow-events.js'
import { ensureDefaultApp } from '../app/access/keys.js'
import { readinessCheck } from '../app/models/readiness.js'
import type { IdentityProvider, Ports } from '../ports/ports.js'
import { attachEventSockets, SOCKET_LIMITS, type SocketLimits } from '../ws/server.js'
import { BodyBudget, defaultBodyBytes, type BodyBytes } from './input/body-budget.js'
import { LargeBodies } from './input/large-bodies.js'
import type { BodyLimits } from './input/body-bytes.js'
import { guardAddresses, type AddressGuard, type AddressLimits } from './limits/address-limits.js'
import { answerParserErrors, quietMoment, serveSequentially } from './connections.js'
import { cors } from './cors.js'
import { withContent } from './event-content.js'
import { messageClasses } from './message-classes.js'
import { isSame } from './metrics-server.js'
import { builtDashboard, dashboardRoute } from './pages/dashboard-route.js'
import { makeDocuments } from './pages/documents.js'
import { requireLoopback } from './require-loopback.js'
import type { ServerContext } from './operation.js'
import { OPERATIONS } from './operations/index.js'
import { answerFailure, problemFor } from './problem.js'
import type { RateLimit } from './limits/rate-limit.js'
import { portsOf, requestTelemetry } from './request-telemetry.js'
import { requestLimits, type RequestLimits } from './limits/request-limits.js'
import { jsonText } from './input/json-text.js'
import { bearerKey, readQuery } from './input/request-headers.js'
import { ReplyBudget } from './limits/reply-budget.js'
import { operationsRouter } from './router.js'
import { sessionOf } from './sign-in/cookies.js'
import { SIGN_IN_PATH, signInRoutes } from './sign-in/routes.js'
import { ImportSlots } from './transfer/import-slots.js'

export interface HttpOptions {
  host: string
  /** 0 chooses a free port, which `listen` returns. */
  port: number
  /** `off` makes every caller the admin and accepts only loopback host names and pages. */
  auth: 'on' | 'off'
  adminKey: string
  /** Issuer of tokens beside the keys; null or absent: none. */
  issuer?: IdentityProvider | null
  /** Origins whose pages may call the API. `*` allows every origin. */
  corsOrigins: readonly string[]
  /** Requests per key; null disables the limit. */
  rateLimit: RateLimit | null
  addressLimits?: Partial<AddressLimits>
  maxBodyBytes: number
  /** Key that reads `/metrics` and nothing else; null or absent: only an admin key does. */
  metricsToken?: string | null
  /** Bytes of bodies in memory. Default: 8 × `maxBodyBytes` in total, 4 × per key. */
  bodyBytes?: BodyBytes
  bodyTimes?: Pick<BodyLimits, 'idleMs' | 'totalMs'>
  version: string
  sockets?: Partial<SocketLimits>
  /** Makes handlers for paths outside the operations: the doors. They run before the operations. */
  mounts?: readonly Mount[]
  /** Milliseconds a response may wait for a client that reads nothing. Default: 30,000. */
  stallMs?: number
  /** Milliseconds for which a check of a key is trusted if no wake-up arrives. Default: 5,000. */
  keyCheckMs?: number
  /** Writes a log line for each request. Default: false. */
  accessLog?: boolean
  /** Folder of the built dashboard. Default: the one of this build. */
  dashboardFolder?: string
}

/** A handler for paths of its own, with what it needs of the server. */
export type Mount = (admission: Admission, bodyBudget: BodyBudget) => RequestHandler

export interface HttpServer {
  listen(): Promise<{ port: number }>
  /** Refuses new connections, ends streams, and lets running requests finish. Resolves when everything is closed. */
  close(): Promise<void>
}

const HEADERS_TIMEOUT_MS = 20_000
/** An import may take this long. Other bodies have shorter limits of their own. */
const REQUEST_TIMEOUT_MS = 3_600_000
/** Longer than the keep-alive of common proxies, so that they close first and no request hits a closed connection. */
const KEEP_ALIVE_MS = 65_000
/** Milliseconds running requests have to finish during a shutdown. */
const DRAIN_MS = 6_000
const CLOSE_IDLE_MS = 50

export function createHttpServer(ports: Ports, options: HttpOptions): HttpServer {
  const closing = new AbortController()
  const { version } = options
  const issuer = options.issuer ?? null
  const server: ServerContext = {
    ports,
    keyring: createKeyring(ports, { adminKey: options.adminKey, checkMs: options.keyCheckMs ?? KEY_CHECK_MS, issuer }),
    keyWatch: new KeyWatch(ports, options.keyCheckMs ?? KEY_CHECK_MS),
    version,
    signIn: issuer?.login ? SIGN_IN_PATH : null,
    documents: makeDocuments(OPERATIONS, version),
    feed: new EventFeed(ports.store),
    isReady: readinessCheck(ports),
    replies: new ReplyBudget(),
    imports: new ImportSlots(),
    closing: closing.signal,
    slowReaderMs: options.sockets?.slowMs ?? SOCKET_LIMITS.slowMs,
  }
  const admission: Admission = {
    server,
    options,
    addresses: guardAddresses(ports.clock, options.addressLimits),
    limits: requestLimits(options.rateLimit, ports.quotas, ports.clock),
  }
  const app = createApp(admission)
  const httpServer = createServer(messageClasses(app))
  serveSequentially(httpServer, app, options.stallMs)
  httpServer.headersTimeout = HEADERS_TIMEOUT_MS
  httpServer.requestTimeout = REQUEST_TIMEOUT_MS
  httpServer.keepAliveTimeout = KEEP_ALIVE_MS
  answerParserErrors(httpServer)
  const sockets = attachEventSockets(httpServer, {
    ports,
    feed: server.feed,
    keyWatch: server.keyWatch,
    admit: (request) => admitSocket(admission, request),
    withContent: async (event) => jsonText((await withContent(ports.store, event)).view),
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
        await quietMoment(httpServer)
        const drained = new Promise<void>((resolve) => httpServer.close(() => resolve()))
        // Running streams and requests end one by one. Without this, keep-alive would hold their connections open.
        const idle = setInterval(() => httpServer.closeIdleConnections(), CLOSE_IDLE_MS)
        const deadline = setTimeout(() => httpServer.closeAllConnections(), DRAIN_MS)
        await sockets.close()
        await drained
        clearInterval(idle)
        clearTimeout(deadline)
      })()
      return closed
    },
  }
}

/** Checks that every HTTP request and WebSocket handshake must pass. */
export interface Admission {
  server: ServerContext
  options: HttpOptions
  addresses: AddressGuard
  limits: RequestLimits
}

function createApp(admission: Admission) {
  const { server, options } = admission
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use(requestTelemetry(server.ports, options.accessLog ?? false))
  app.use((request: Request, response: Response, next: NextFunction) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('Cache-Control', 'no-store')
    // An open keep-alive connection would block the shutdown.
    if (server.closing.aborted) response.setHeader('Connection', 'close')
    if (options.auth === 'off') requireLoopback(request, options.corsOrigins)
    next()
  })
  app.use(cors(options.corsOrigins))
  const bodyBudget = new BodyBudget(options.bodyBytes ?? defaultBodyBytes(options.maxBodyBytes))
  for (const mount of options.mounts ?? []) app.use(mount(admission, bodyBudget))
  if (options.issuer?.login)
    app.use(signInRoutes(options.issuer.login, { addresses: admission.addresses, clock: server.ports.clock }))
  app.use(dashboardRoute(options.dashboardFolder ?? builtDashboard()))
  app.use(
    operationsRouter(OPERATIONS, {
      server,
      bodyLimits: { maxBytes: options.maxBodyBytes, ...options.bodyTimes },
      largeBodies: new LargeBodies(),
      bodyBudget,
      identify: (request, ticket) => identify(admission, request, ticket),
      limits: admission.limits,
    }),
  )
  // Express recognizes an error handler by its four parameters, so the unused one is required.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerFailure(response, error, portsOf(request, server.ports), sessionIn(request.path))
  })
  return app
}

/** Returns the session that a path names. */
function sessionIn(path: string): { sessionId?: string } {
  const sessionId = /^\/v1\/sessions\/(ses_\w{1,60})/.exec(path)?.[1]
  return sessionId === undefined ? {} : { sessionId }
}

/** Returns the caller of a request. Throws unauthorized, rate_limited. */
export async function identify(
  { server, options, addresses }: Admission,
  request: IncomingMessage,
  ticket: string | undefined,
): Promise<Principal> {
  if (options.auth === 'off') return LOCAL_ADMIN
  const key = bearerKey(request)
  if (key !== null && options.metricsToken && isMetrics(request) && isSame(key, options.metricsToken)) return SCRAPER
  const login = options.issuer?.login
  const session = key === null && ticket === undefined && login ? sessionOf(request, login) : null
  if (session !== null && login)
    return addresses.lookUp(request, async () => server.keyring.byIdentity(await login.open(session)))
  if (key === null && ticket === undefined) return server.keyring.byKey(null)
  return addresses.lookUp(request, () =>
    key === null && ticket !== undefined ? server.keyring.byTicket(ticket) : server.keyring.byKey(key),
  )
}

/** Principal of METRICS_TOKEN. It is an admin for one path. */
const SCRAPER: Principal = { ...LOCAL_ADMIN, name: 'metrics' }

function isMetrics({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?')[0] === '/metrics'
}

/** Applies the rules for requests to a WebSocket handshake: origin, rate limits, key and app. */
async function admitSocket(admission: Admission, request: IncomingMessage): Promise<Principal> {
  const { server, options } = admission
  if (options.auth === 'off') requireLoopback(request, options.corsOrigins)
  // Before the key lookup: a refused handshake must not consume a ticket.
  admission.addresses.handshake(request)
  const principal = await identify(admission, request, readQuery(request.url ?? '').ticket)
  admission.limits.key(principal, null)
  const appId = request.headers['x-app-id']
  const caller = await actAs(server.ports, principal, typeof appId === 'string' ? appId : null)
  await admission.limits.app(caller, null)
  return caller
}
