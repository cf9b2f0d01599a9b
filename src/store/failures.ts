import pg from 'pg'
import { DomainError } from '../domain/errors.js'

/** Postgres codes after which a retry may succeed: serialization failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
export const UNIQUE_VIOLATION = '23505'

/**
 * Postgres codes, and classes of two characters, of a database that is unavailable rather than a wrong statement:
 * connection exceptions, operator intervention (shutdown, crash, statement timeout), insufficient resources (disk,
 * memory, connections), lock not available, idle transaction ended, read-only standby, no such database or user yet.
 */
const UNAVAILABLE = new Set(['08', '57', '53', '55P03', '25P03', '25006', '3D000', '28000', '28P01'])
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
/** The driver's own errors have no code, only these messages. */
const DRIVER_UNAVAILABLE = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  'Cannot use a pool after calling end',
  'timeout expired',
]

/** Postgres codes of text it cannot store. Only ids and names from a request reach it without being encoded. */
const UNSTORABLE = new Set(['22021', '22P05'])

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error) ?? '')
}

/** Whether the database rejected a statement or is unavailable. The pool then discards the connection. */
export function isDatabaseFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError || isUnavailable(error)
}

/** Begins the value of a failed cast, with which SQL ends a transaction whose session is not as remembered. */
export const SESSION_MOVED = 'changed since it was read: session'
const INVALID_TEXT = '22P02'

/** Whether a transaction ended because another process had changed its session. */
export function isSessionMoved(error: unknown): boolean {
  return codeOf(error) === INVALID_TEXT && (error as Error).message.includes(SESSION_MOVED)
}

/** Postgres code: no space left on its disk. */
const DISK_FULL = '53100'

export function isDiskFull(error: unknown): boolean {
  if (error instanceof Error && error.cause !== undefined) return isDiskFull(error.cause)
  return codeOf(error) === DISK_FULL
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable)
  const code = codeOf(error) ?? ''
  if (UNAVAILABLE.has(code) || NETWORK.has(code)) return true
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.has(code.slice(0, 2))
  return error instanceof Error && DRIVER_UNAVAILABLE.some((start) => error.message.startsWith(start))
}

/** Maps an error to `store_unavailable` or `invalid_request` where it applies. Returns other errors unchanged. */
export function failureOf(error: unknown): unknown {
  if (isUnavailable(error)) {
    const unavailable = new DomainError(
      'store_unavailable',
      isDiskFull(error)
        ? 'The disk of the database is full. Nothing was partially written; free disk space, then try again.'
        : 'The database is unavailable. Nothing was partially written; try again later.',
    )
    unavailable.cause = error
    return unavailable
  }
  if (UNSTORABLE.has(codeOf(error) ?? ''))
    return new DomainError(
      'invalid_request',
      'An id or name contains a character that the database cannot store, such as U+0000. Remove it.',
    )
  return error
}
