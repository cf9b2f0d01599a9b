import type { NextFunction, Request, Response } from 'express'

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-App-Id, ' +
  'X-Palimpsest-Session, X-Palimpsest-Scope, X-Palimpsest-User, X-Session-Id, X-Request-Id, Traceparent, Mcp-Protocol-Version, Mcp-Method, Mcp-Name'
const EXPOSED_HEADERS = 'ETag, Location, Retry-After, Allow, RateLimit, RateLimit-Policy, X-Request-Id'
const PREFLIGHT_SECONDS = 600

/** Allows calls from pages of the listed origins; `*` allows every origin. Clients send keys in a header, never in
 * cookies, so credentials stay off. */
export function cors(origins: readonly string[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const origin = request.headers.origin
    const allowed = origins.includes('*') ? '*' : origin !== undefined && origins.includes(origin) ? origin : null
    if (origins.length > 0) response.setHeader('Vary', 'Origin')
    if (allowed === null) return next()
    response.setHeader('Access-Control-Allow-Origin', allowed)
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next()
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS)
    response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
    response.status(204).end()
  }
}
