import type { NextFunction, Request, Response } from 'express'

const EXPOSED_HEADERS =
  'ETag, Location, Retry-After, Allow, RateLimit, RateLimit-Policy, X-Request-Id, X-Palimpsest-Session, ' +
  'X-Palimpsest-Used, X-Palimpsest-Limit, X-Palimpsest-Cut, X-Palimpsest-Recall, X-Palimpsest-Bypassed'
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
    // Libraries of the providers send headers of their own, and a key is needed in any case.
    const asked = request.headers['access-control-request-headers']
    if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked)
    response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
    response.status(204).end()
  }
}
