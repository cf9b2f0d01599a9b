import { DomainError } from '../../domain/errors.js'

/** Bounds the bytes of request bodies in memory, in total and per key, so that the uploads of one app leave memory for
 * the others. [13] */

export interface BodyBytes {
  total: number
  perKey: number
}

/** Full-size bodies in memory: for all keys together, and for one key. */
const FULL_BODIES = { total: 8, perKey: 4 }
/** Seconds a refused client should wait before a retry. Most bodies are processed in less time. */
const RETRY_AFTER_SECONDS = 1

/** Budget share of one request. */
export interface BodyShare {
  /** Raises the reservation to `bytes`. A smaller number changes nothing. Throws rate_limited. */
  growTo(bytes: number): void
  /** Returns everything. Later calls do nothing. */
  release(): void
}

export class BodyBudget {
  private used = 0
  private readonly usedBy = new Map<string, number>()

  constructor(private readonly limits: BodyBytes) {}

  /** Returns an empty share. The caller must release it. @param key name of the key */
  open(key: string): BodyShare {
    let reserved = 0
    return {
      growTo: (bytes) => {
        if (bytes <= reserved) return
        this.add(key, bytes - reserved)
        reserved = bytes
      },
      release: () => {
        if (reserved > 0) this.remove(key, reserved)
        reserved = 0
      },
    }
  }

  private add(key: string, bytes: number): void {
    const keyBytes = (this.usedBy.get(key) ?? 0) + bytes
    if (keyBytes > this.limits.perKey) throw full('this key', this.limits.perKey)
    if (this.used + bytes > this.limits.total) throw full('all keys', this.limits.total)
    this.used += bytes
    this.usedBy.set(key, keyBytes)
  }

  private remove(key: string, bytes: number): void {
    this.used -= bytes
    const remaining = (this.usedBy.get(key) ?? 0) - bytes
    if (remaining > 0) this.usedBy.set(key, remaining)
    else this.usedBy.delete(key)
  }
}

/** Returns the default budget for bodies of at most `maxBodyBytes`. */
export function defaultBodyBytes(maxBodyBytes: number): BodyBytes {
  return { total: FULL_BODIES.total * maxBodyBytes, perKey: FULL_BODIES.perKey * maxBodyBytes }
}

function full(whose: string, bytes: number): DomainError {
  const detail = `Request bodies of ${whose} in progress exceed ${bytes} bytes. Retry in ${RETRY_AFTER_SECONDS} s.`
  return new DomainError('rate_limited', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
