import { DomainError } from '../domain/errors.js'
import type { Clock, Log } from '../ports/ports.js'
import { COOLDOWN_MS, IssuerFault } from './fetch-json.js'

/** Age from which a copy is renewed, without a wait. */
const RENEW_AFTER_MS = 600_000
/** Age up to which a copy is used while the issuer does not answer: an outage should not sign everyone out. */
const USABLE_MS = 24 * 3_600_000

/** A document of the issuer that is kept, and renewed by at most one request per cooldown, for all callers. */
export interface Refreshed<Value> {
  /** Returns the document. Throws issuer_unavailable if there is no copy that may be used. */
  get(): Promise<Value>
  /** Returns a newer document than the copy, or null in the cooldown. Throws issuer_unavailable. */
  renew(): Promise<Value | null>
}

export function refreshed<Value>(
  read: () => Promise<Value>,
  { clock, log, cooldownMs = COOLDOWN_MS }: { clock: Clock; log: Log; cooldownMs?: number },
): Refreshed<Value> {
  let copy: { value: Value; atMs: number } | null = null
  let triedMs = -Infinity
  let failed = false
  let running: Promise<Value> | null = null
  const age = (sinceMs: number) => clock.monotonicMs() - sinceMs
  const coolsDown = () => age(triedMs) < cooldownMs
  const request = () =>
    (running ??= (async () => {
      triedMs = clock.monotonicMs()
      try {
        const value = await read()
        copy = { value, atMs: clock.monotonicMs() }
        failed = false
        return value
      } catch (error) {
        failed = true
        if (!(error instanceof IssuerFault)) throw error
        log.warn({ err: error }, 'issuer is unavailable')
        throw unavailable(cooldownMs)
      } finally {
        running = null
      }
    })())
  const renew = async () => {
    if (running) return running
    if (!coolsDown()) return request()
    if (failed) throw unavailable(cooldownMs - age(triedMs))
    return null
  }
  return {
    renew,
    async get() {
      if (copy !== null && age(copy.atMs) < USABLE_MS) {
        if (age(copy.atMs) > RENEW_AFTER_MS && !coolsDown()) request().catch(() => {})
        return copy.value
      }
      const value = await renew()
      if (value === null) throw unavailable(cooldownMs)
      return value
    },
  }
}

export function unavailable(retryMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryMs / 1_000))
  return new DomainError(
    'issuer_unavailable',
    `The issuer of tokens does not answer as it should. Keys work. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
