/** Every expected failure of the service, as a closed list. What is not on it is a bug and may be loud. */
export type ErrorCode =
  | 'invalid_request' // the body, path or query does not have the shape the operation asks for
  | 'unauthorized'
  | 'forbidden'
  | 'session_not_found'
  | 'not_found'
  | 'idempotency_conflict'
  | 'version_mismatch' // If-Match names an older version
  | 'compression_running'
  | 'decision_locked' // what is locked is unlocked first, then changed
  | 'message_not_in_context' // covered, set aside or partly put away: it cannot be pinned any more
  | 'body_too_large'
  | 'request_timeout' // the body stopped coming
  | 'unsupported_media_type'
  | 'message_exceeds_window'
  | 'goal_exceeds_budget' // goal or lock does not fit beside what is kept already
  | 'window_exceeded' // the session asks for more than the model's real window
  | 'system_prompt_exceeds_window'
  | 'rate_limited'
  | 'store_unavailable'

/** One thing that is wrong with a request: where, what was expected, what came. */
export interface Fault {
  path: string
  expected: string
  received: string
}

export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Figures and names that belong to the failure; they appear as members of the problem document. */
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly faults: readonly Fault[] = [],
  ) {
    super(message)
    this.name = 'DomainError'
  }
}
