import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { withCause } from '../app/ports/with-cause.js'
import type { Ports } from '../app/ports/ports.js'

/** The id of each request, its span, and its metrics. A request keeps the id its client gave it (`X-Request-Id`), or gets the
 * id of the trace it belongs to (`traceparent`), or a new one. The reply returns it, and the request's log lines name it. */

interface Named {
  requestId: string
  /** Its span, for the jobs that it causes. */
  traceparent: string | null
  operation: string
  route: string | null
  isStream: boolean
}
const names = new WeakMap<IncomingMessage, Named>()

const GIVEN = /^[\w.:@/+=-]{1,128}$/
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/

/** Runs before all other handlers. */
export function requestTelemetry({ telemetry }: Pick<Ports, 'telemetry'>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = idOf(request)
    response.setHeader('X-Request-Id', requestId)
    const { method, headers } = request
    const span = telemetry.request({ method, headers, requestId })
    const { traceparent } = span
    const named: Named = { requestId, traceparent, operation: 'other', route: null, isStream: false }
    names.set(request, named)
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : null
      const { operation, route, isStream } = named
      span.end({ operation, route, status, isStream })
    })
    span.run(next)
  }
}

/** Names a request for its span and its metrics. */
export function nameRequest(request: IncomingMessage, name: Partial<Omit<Named, 'requestId' | 'traceparent'>>): void {
  Object.assign(names.get(request) ?? {}, name)
}

/** Returns the ports for the work of a request: log lines and compressions name it. */
export function portsOf(request: IncomingMessage, ports: Ports): Ports {
  const named = names.get(request)
  return named === undefined ? ports : withCause(ports, { requestId: named.requestId, traceparent: named.traceparent })
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
  response.once('close', telemetry.streamOpened('sse'))
}
