import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { Ports } from '../ports/ports.js'
import { DomainError, type ErrorCode, type Fault } from '../domain/errors.js'

/** Failures as RFC 9457 problem documents. [13] */

/** Error codes of the domain, and those that only HTTP and the doors have. */
export type ProblemCode =
  | ErrorCode
  | 'method_not_allowed'
  | 'headers_too_large'
  | 'internal_error'
  | 'upstream_unavailable'
  | 'upstream_timeout'

interface Kind {
  status: number
  title: string
}
export const PROBLEMS: Record<ProblemCode, Kind> = {
  invalid_request: { status: 400, title: 'Invalid request' },
  unauthorized: { status: 401, title: 'Missing or invalid key' },
  forbidden: { status: 403, title: 'Not allowed for this key' },
  session_not_found: { status: 404, title: 'Session not found' },
  not_found: { status: 404, title: 'Resource not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timed out' },
  idempotency_conflict: { status: 409, title: 'Idempotency-Key already used with another body' },
  cursor_invalid: { status: 409, title: 'Cursor does not belong to this event log' },
  compression_running: { status: 409, title: 'Compression already running' },
  decision_locked: { status: 409, title: 'Decision is locked' },
  message_not_in_context: { status: 409, title: 'Message not raw in the context' },
  withdrawal_refused: { status: 409, title: 'Messages cannot be withdrawn' },
  state_not_recorded: { status: 409, title: 'Earlier state was not recorded' },
  external_id_taken: { status: 409, title: 'External id is taken' },
  snapshots_disabled: { status: 409, title: 'Snapshots are switched off for this session' },
  too_many_snapshots: { status: 409, title: 'Too many snapshots' },
  version_mismatch: { status: 412, title: 'Session version has changed' },
  body_too_large: { status: 413, title: 'Request body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type; use application/json' },
  message_exceeds_window: { status: 422, title: 'Message too large for the context window' },
  goal_exceeds_budget: { status: 422, title: 'Goal or lock too large for the goal budget' },
  import_refused: { status: 422, title: 'File cannot be imported' },
  window_exceeded: { status: 422, title: 'Requested size exceeds the window of the model' },
  system_prompt_exceeds_window: { status: 422, title: 'System prompt and tools too large for the context window' },
  headers_too_large: { status: 431, title: 'Request headers too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  quota_exceeded: { status: 429, title: 'Quota of the app is used up for now' },
  storage_quota_exceeded: { status: 403, title: 'Storage quota of the app is full' },
  internal_error: { status: 500, title: 'Internal error' },
  upstream_unavailable: { status: 502, title: 'Upstream of the door unavailable' },
  issuer_unavailable: { status: 503, title: 'Issuer of tokens unavailable' },
  store_unavailable: { status: 503, title: 'Database or job queue unavailable' },
  upstream_timeout: { status: 504, title: 'Upstream of the door did not answer in time' },
}

/** Seconds a client should wait before a retry while the database is unavailable. */
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

/** Returns the document for any failure. An unexpected error is a bug, and its message is not sent to the client. */
export function problemFor(error: unknown): Problem {
  if (error instanceof DomainError) return problem(error.code, error.message, error.details, error.faults)
  if (isMalformedUrl(error)) return problem('invalid_request', 'The URL contains an invalid percent-encoding.')
  return problem('internal_error', 'An unexpected error occurred in the service and was logged.')
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

/** Returns the document for a request that Node could not parse. @param errorCode error code of Node */
export function connectionProblem(errorCode: string | undefined): Problem {
  if (errorCode === 'HPE_HEADER_OVERFLOW')
    return problem('headers_too_large', 'The request line and headers exceed 16 KiB.')
  if (errorCode === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem('request_timeout', 'The request did not arrive completely within the time limit.')
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

/** Answers a failed request. Logs failures that the client did not cause. */
export function answerFailure(
  response: Response,
  error: unknown,
  { log, telemetry }: Pick<Ports, 'log' | 'telemetry'>,
  ids: { sessionId?: string } = {},
): void {
  const document = problemOf(response.req, error)
  telemetry.refused(document.code)
  if (document.status >= 500) log.error({ ...ids, err: error, code: document.code }, 'request failed')
  // Too late for a document: destroy the response so that the client notices it is incomplete.
  if (response.headersSent) response.destroy()
  else sendProblem(response, document)
}

/** Returns the document for a request that failed. A client that closed the connection before its body was complete caused that itself. */
export function problemOf(request: IncomingMessage, error: unknown): Problem {
  return isDroppedUpload(request) ? DROPPED : problemFor(error)
}

function isDroppedUpload(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete
}

const DROPPED = problem('invalid_request', 'Connection closed before the body was complete.')

/** Returns the seconds that a client should wait; null: waiting does not help. */
export function retrySeconds(document: Problem): number | null {
  if (typeof document.retryAfterSeconds === 'number') return document.retryAfterSeconds
  return document.code === 'store_unavailable' ? STORE_RETRY_SECONDS : null
}

/** Whether the router failed to decode the percent-encoding of a URL. */
function isMalformedUrl(error: unknown): boolean {
  return error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400)
}
