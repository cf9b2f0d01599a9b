import type { Response } from 'express'
import type { Ports } from '../app/ports/ports.js'
import { DomainError, type ErrorCode, type Fault } from '../domain/errors.js'

/** Every failure leaves as an RFC 9457 problem document. [13] */

/** The domain's failures, and those only HTTP knows. */
export type ProblemCode = ErrorCode | 'method_not_allowed' | 'headers_too_large' | 'internal_error'

interface Kind {
  status: number
  title: string
}
export const PROBLEMS: Record<ProblemCode, Kind> = {
  invalid_request: { status: 400, title: 'The request does not have the shape this operation asks for' },
  unauthorized: { status: 401, title: 'The key is missing or wrong' },
  forbidden: { status: 403, title: 'The key may not do this' },
  session_not_found: { status: 404, title: 'There is no such session' },
  not_found: { status: 404, title: 'There is no such thing' },
  method_not_allowed: { status: 405, title: 'This address does not answer to this method' },
  request_timeout: { status: 408, title: 'The request took too long' },
  idempotency_conflict: { status: 409, title: 'The Idempotency-Key was used with another body' },
  compression_running: { status: 409, title: 'A compression of this session is running' },
  decision_locked: { status: 409, title: 'The decision is locked' },
  message_not_in_context: { status: 409, title: 'The message does not stand whole in the context' },
  version_mismatch: { status: 412, title: 'The session has changed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  message_exceeds_window: { status: 422, title: 'A message can fit into the window by no rule' },
  goal_exceeds_budget: { status: 422, title: 'There is no room to keep this goal or lock for good' },
  window_exceeded: { status: 422, title: "The model's window is smaller than the session asks for" },
  system_prompt_exceeds_window: { status: 422, title: 'System prompt and tools leave no room for a conversation' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  store_unavailable: { status: 503, title: 'The store is away' },
}

/** Seconds after which asking again makes sense while the store is away. */
const STORE_RETRY_SECONDS = 2

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  errors: readonly Fault[]
  [detail: string]: unknown
}

/** The document for any failure; what is not expected is a bug, and its message stays here. */
export function problemFor(error: unknown): Problem {
  if (error instanceof DomainError) return problem(error.code, error.message, error.details, error.faults)
  if (isBadAddress(error)) return problem('invalid_request', 'The address is not well-formed.')
  return problem('internal_error', 'The fault is ours; it has been logged.')
}

export function problem(
  code: ProblemCode,
  detail: string,
  details: Readonly<Record<string, unknown>> = {},
  errors: readonly Fault[] = [],
): Problem {
  const { status, title } = PROBLEMS[code]
  return { type: `/docs#problem-${code}`, title, status, detail, code, errors, ...details }
}

/** The document for a request that Node refused before it became one, by Node's error code. */
export function connectionProblem(errorCode: string | undefined): Problem {
  if (errorCode === 'HPE_HEADER_OVERFLOW')
    return problem('headers_too_large', 'The request line and headers are larger than 16 KiB.')
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', 'The request did not arrive in time.')
  return problem('invalid_request', 'The request is not valid HTTP/1.1.')
}

export function sendProblem(response: Response, document: Problem): void {
  const retryAfter = retrySeconds(document)
  if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter))
  if (document.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="palimpsest"')
  response.status(document.status).setHeader('Content-Type', 'application/problem+json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify(document))
}

/** Answers a failed request; logs what is not the caller's doing. */
export function answerFailure(response: Response, error: unknown, { log }: Pick<Ports, 'log'>): void {
  const document = problemFor(error)
  if (document.status >= 500) log.error({ err: error, code: document.code }, 'request failed')
  // Too late for a document: the reader must notice that what it got is not whole.
  if (response.headersSent) response.destroy()
  else sendProblem(response, document)
}

function retrySeconds(document: Problem): number | null {
  if (typeof document.retryAfterSeconds === 'number') return document.retryAfterSeconds
  return document.code === 'store_unavailable' ? STORE_RETRY_SECONDS : null
}

/** What the router throws at percent-escapes that mean nothing. */
function isBadAddress(error: unknown): boolean {
  return error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400)
}
