import pg from 'pg'
import { DomainError } from '../domain/errors.js'

/** Postgres codes after which the same work may succeed: serialisation failure, deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
export const UNIQUE_VIOLATION = '23505'
/** Every statement after the one that failed in a transaction. */
export const IN_FAILED_TRANSACTION = '25P02'

/** Codes and classes (two characters) that say the database is away or cannot work now, not that we are wrong: connection exceptions,
 * operator intervention (shutdown, crash, statement time-out), insufficient resources (disk, memory, connections), lock not available,
 * idle transaction ended, read-only standby, no such database or user yet. */
const AWAY = new Set(['08', '57', '53', '55P03', '25P03', '25006', '3D000', '28000', '28P01'])
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
/** The driver's own errors carry no code, only these words. */
const DRIVER_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|timeout expired)/

/** Text that Postgres cannot hold, in a place where we did not encode it: an id or a name in a request. */
const UNSTORABLE = new Set(['22021', '22P05'])

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(codeOf(error) ?? '')
}

/** Whether the database said no to a statement, so that the connection is best thrown away. */
export function isDatabaseFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError || isUnavailable(error)
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable)
  const code = codeOf(error) ?? ''
  if (AWAY.has(code) || NETWORK.has(code)) return true
  if (error instanceof pg.DatabaseError) return AWAY.has(code.slice(0, 2))
  return error instanceof Error && DRIVER_AWAY.test(error.message)
}

/** The failure as the service tells it: `store_unavailable` when the database is away, else the error itself. */
export function failureOf(error: unknown): unknown {
  if (isUnavailable(error)) {
    const unavailable = new DomainError(
      'store_unavailable',
      'The database cannot be reached now; nothing was half-written.',
    )
    unavailable.cause = error
    return unavailable
  }
  if (UNSTORABLE.has(codeOf(error) ?? ''))
    return new DomainError('invalid_request', 'An id or name holds a character that cannot be stored.')
  return error
}
