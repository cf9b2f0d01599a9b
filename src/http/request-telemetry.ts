import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Principal } from '../app/access/authenticate.js'
import { withActor, withCause } from '../ports/with-cause.js'
import type { Ports } from '../ports/ports.js'
import { whenClosed } from './when-closed.js'

/** The id of each request, its span, and its metrics. A request keeps the id its client gave it (`X-Request-Id`), or gets the
 * id of the trace it belongs to (`traceparent`), or a new one. The reply returns it, and the request's log lines name it. */

interface Named {
  requestId: string
  /** Its span, for the jobs that it causes. */
  traceparent: string | null
  operation: string
  route: string | null
  isStream: boolean
  /** Who called; null: not authenticated. */
  caller: Pick<Principal, 'name' | 'scope'> | null
}
const names = new WeakMap<IncomingMessage, Named>()

/** Characters of a header and of a path that are kept. */
const [MAX_FORWARDED, MAX_PATH] = [200, 500]
const GIVEN = /^[\w.:@/+=-]{1,128}$/
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/

/** Runs before all other handlers.
 * @param hasAccessLog writes a log line for each request */
export function requestTelemetry({ telemetry, log, clock }: Ports, hasAccessLog: boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = idOf(request)
    response.setHeader('X-Request-Id', requestId)
    const { method, headers } = request
    const span = telemetry.request({ method, headers, requestId })
    const { traceparent } = span
    const named: Named = { requestId, traceparent, operation: 'other', route: null, isStream: false, caller: null }
    const startMs = clock.monotonicMs()
    names.set(request, named)
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : null
      const { operation, route, isStream } = named
      span.end({ operation, route, status, isStream })
      if (!hasAccessLog) return
      const ms = Math.round(clock.monotonicMs() - startMs)
      const { name = null, scope = null } = named.caller ?? {}
      log.info({ method, path: loggedPath(request), status, ms, keyId: name, appId: scope, requestId }, 'request')
    })
    span.run(next)
  }
}

/** Names a request for its span and its metrics. */
export function nameRequest(request: IncomingMessage, name: Partial<Omit<Named, 'requestId' | 'traceparent'>>): void {
  Object.assign(names.get(request) ?? {}, name)
}

/** Returns the ports for the work of a request: log lines and compressions name it, and the audit log its caller. */
export function portsOf(request: IncomingMessage, ports: Ports, caller?: Principal): Ports {
  const named = names.get(request)
  const caused = named ? withCause(ports, { requestId: named.requestId, traceparent: named.traceparent }) : ports
  if (caller === undefined) return caused
  const { name: key, role } = caller
  const forwarded = request.headers['x-forwarded-for']
  return withActor(caused, {
    ...{ key, role, requestId: named?.requestId ?? null },
    address: request.socket.remoteAddress ?? null,
    forwardedFor: typeof forwarded === 'string' ? forwarded.slice(0, MAX_FORWARDED) : null,
  })
}

/** Parts of the path of a door that are not logged, and what they hold. */
const HIDDEN = { 'with-key': 'key', 'in-scope': 'scope', 'in-session': 'name' }

/** Returns the path without its query, a key in it, or the name of a scope or a session, which may be that of a person. */
function loggedPath({ originalUrl }: Request): string {
  const [path = ''] = originalUrl.split('?')
  return (
    path
      // Anywhere: a client may have them in another order, which no door has.
      .replace(
        /\/(with-key|in-scope|in-session)\/[^/]*/g,
        (_, part: keyof typeof HIDDEN) => `/${part}/[${HIDDEN[part]}]`,
      )
      .replace(/^\/v1\/scopes\/[^/]+/, '/v1/scopes/[scope]')
      .slice(0, MAX_PATH)
  )
}

function idOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && GIVEN.test(given)) return given
  const parent = headers.traceparent
  const trace = typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined
  return trace ?? randomUUID().replaceAll('-', '')
}

/** Starts a measurement of a stream. It ends with the response. */
export function countStream({ telemetry }: Pick<Ports, 'telemetry'>, response: ServerResponse): void {
  whenClosed(response, telemetry.streamOpened('sse'))
}
