/** Every expected failure of the service, as a closed list. Any other error is a bug. */
export type ErrorCode =
  | 'invalid_request' // the body, path or query does not match the schema of the operation
  | 'unauthorized'
  | 'forbidden'
  | 'session_not_found'
  | 'not_found'
  | 'idempotency_conflict'
  | 'version_mismatch' // If-Match names an older version
  | 'cursor_invalid' // a cursor of the event log past its end: the log it came from is another one
  | 'compression_running'
  | 'decision_locked' // a locked decision must be unlocked before it is changed
  | 'message_not_in_context' // covered, evicted or partly offloaded, so it can no longer be pinned
  | 'withdrawal_refused' // a later cut changed the messages, or newer messages follow those already withdrawn
  | 'state_not_recorded' // the session is older than the recording of its earlier contexts
  | 'external_id_taken' // by another session of the app
  | 'snapshots_disabled' // by the session's policy
  | 'too_many_snapshots'
  | 'body_too_large'
  | 'request_timeout' // the client stopped sending the body
  | 'unsupported_media_type'
  | 'message_exceeds_window'
  | 'goal_exceeds_budget' // the goal or lock does not fit beside the exact content already kept
  | 'import_refused' // the file is broken, incomplete, contradictory, or in no known format
  | 'window_exceeded' // the session asks for more than the model's real window
  | 'system_prompt_exceeds_window'
  | 'rate_limited'
  | 'quota_exceeded' // of the app; time or another request of its own frees it
  | 'storage_quota_exceeded' // of the app; only a deletion or a higher quota helps
  | 'issuer_unavailable' // of tokens; keys work
  | 'store_unavailable'

/** One fault in a request: the path, the expected value, and the received value. */
export interface Fault {
  path: string
  expected: string
  received: string
}

export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Numbers and names that describe the failure. They become members of the problem document. */
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly faults: readonly Fault[] = [],
  ) {
    super(message)
    this.name = 'DomainError'
  }
}

/** Returns the refusal of a request for one fault.
 * @param detail default: the fault as a sentence */
export function invalidRequest(
  path: string,
  expected: string,
  received: string,
  detail = `${path}: expected ${expected}, received ${received}.`,
): DomainError {
  return new DomainError('invalid_request', detail, {}, [{ path, expected, received }])
}
