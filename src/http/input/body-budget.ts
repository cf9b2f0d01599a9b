import { DomainError } from '../../domain/errors.js'

/** Bounds the bytes of request bodies that the process holds at one time, in all and for each key: one app's uploads leave memory
 * for the others. [13] */

export interface BodyBytes {
  total: number
  perKey: number
}

/** Bodies of full size that all keys together, and one key, may have in work. */
const FULL_BODIES = { total: 8, perKey: 4 }
/** Seconds until a client should try again: a body is in work for less. */
const RETRY_AFTER_SECONDS = 1

/** The part of the budget that one request holds. */
export interface BodyShare {
  /** Raises the reservation to `bytes`; a smaller number changes nothing. Throws rate_limited. */
  growTo(bytes: number): void
  /** Returns everything. Later calls do nothing. */
  release(): void
}

export class BodyBudget {
  private used = 0
  private readonly usedBy = new Map<string, number>()

  constructor(private readonly limits: BodyBytes) {}

  /** An empty share; the opener releases it. @param key name of the key in limits */
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

/** The budget for bodies of at most `maxBodyBytes`. */
export function defaultBodyBytes(maxBodyBytes: number): BodyBytes {
  return { total: FULL_BODIES.total * maxBodyBytes, perKey: FULL_BODIES.perKey * maxBodyBytes }
}

function full(whose: string, bytes: number): DomainError {
  const detail = `Request bodies of ${whose} in work may hold ${bytes} bytes together.`
  return new DomainError('rate_limited', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
