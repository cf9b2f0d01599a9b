import { DomainError } from '../../domain/errors.js'
import { formatInteger } from '../../domain/number-format.js'
import { WINDOW_SECONDS, type StoredQuota } from '../../domain/quota.js'

/** Refusals for quotas. Each names the quota, its limit, and what is used. */

const STORED_NOUN: Record<StoredQuota, string> = {
  sessions: 'sessions',
  messages: 'messages',
  bytes: 'bytes of messages',
}

/** Waiting does not help here, so clients must not retry by themselves. */
export function storageFull(quota: StoredQuota, limit: number, used: number, wanted: number): DomainError {
  const noun = STORED_NOUN[quota]
  return new DomainError(
    'storage_quota_exceeded',
    `The app may store ${formatInteger(limit)} ${noun} and has ${formatInteger(used)}; the request adds ${formatInteger(wanted)}. ` +
      'Delete sessions, or ask the operator for a higher quota.',
    { quota, limit, used, wanted },
  )
}

export function tooManyRequests(limit: number, resetSeconds: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds))
  return new DomainError(
    'quota_exceeded',
    `The app may send ${formatInteger(limit)} requests in ${WINDOW_SECONDS.requestsPerMinute} s. Retry in ${retryAfterSeconds} s.`,
    { quota: 'requestsPerMinute', limit, used: limit, retryAfterSeconds },
  )
}

/** Seconds to wait for another stream to close. */
const STREAM_RETRY_SECONDS = 10

export function tooManyStreams(limit: number, used: number): DomainError {
  return new DomainError(
    'quota_exceeded',
    `The app may have ${formatInteger(limit)} event streams open and has ${formatInteger(used)}. Close one, or retry later.`,
    { quota: 'subscribers', limit, used, retryAfterSeconds: STREAM_RETRY_SECONDS },
  )
}
