/** Circuit breaker for a model server, or for one model on it. Three consecutive failures open it. Each further failure
 * opens it for longer. [V6] */

export const MODEL_FAULTS = ['unavailable', 'timeout', 'no-such-model', 'unauthorized', 'rate-limited'] as const
export type ModelFault = (typeof MODEL_FAULTS)[number]

/** Whether a failure opens a breaker. The next call would end in the same way. */
export function isFault(failure: string): failure is ModelFault {
  return (MODEL_FAULTS as readonly string[]).includes(failure)
}

export type Breaker =
  | { state: 'closed'; failures: number }
  /** No job calls the model before `until` (ISO 8601). The number of consecutive `openings`, this one included, sets
   * the wait. */
  | { state: 'open'; until: string; openings: number; fault: ModelFault; since: string }
  /** One job makes a trial call. Another job may try if that one has not reported by `until`. */
  | { state: 'half-open'; until: string; openings: number; fault: ModelFault; since: string }

export const CLOSED: Breaker = { state: 'closed', failures: 0 }

const FAILURES_TO_OPEN = 3
/** Waits 10 s, 20 s, 40 s … 10 min, each with a jitter of 20%, so that many daemons do not retry at the same moment. */
const FIRST_WAIT_MS = 10_000
export const LONGEST_WAIT_MS = 600_000
const JITTER = 0.2
/** A call ends within five minutes. A job that has not reported for longer died with its process. */
const TRIAL_MS = 330_000

/** Returns whether a job may call the model. `trial`: it may, after storing `onTrial`; the outcome closes or opens the
 * breaker. */
export function admission(breaker: Breaker, now: Date): 'free' | 'trial' | 'forbidden' {
  if (breaker.state === 'closed') return 'free'
  return now.getTime() >= Date.parse(breaker.until) ? 'trial' : 'forbidden'
}

/** Returns the breaker while one job tries. A closed breaker stays closed. */
export function onTrial(breaker: Breaker, now: Date): Breaker {
  return breaker.state === 'closed'
    ? breaker
    : { ...breaker, state: 'half-open', until: new Date(now.getTime() + TRIAL_MS).toISOString() }
}

/** Returns the breaker after a trial that a shutdown aborted before any reply. The next trial may start at once. */
export function afterNoAnswer(breaker: Breaker, now: Date): Breaker {
  return breaker.state === 'half-open' ? { ...breaker, state: 'open', until: now.toISOString() } : breaker
}

export function afterSuccess(breaker: Breaker): Breaker {
  return breaker.state === 'closed' && breaker.failures === 0 ? breaker : CLOSED
}

/** A server that asks for a wait gets it: the breaker opens at once, for at least as long, up to 10 min.
 * @param jitter 0 to 1, drawn by the caller
 * @param askedWaitMs wait that the server asks for, in ms; null: none */
export function afterFailure(
  breaker: Breaker,
  fault: ModelFault,
  now: Date,
  jitter: number,
  askedWaitMs: number | null = null,
): Breaker {
  if (breaker.state === 'closed') {
    const failures = breaker.failures + 1
    if (failures < FAILURES_TO_OPEN && askedWaitMs === null) return { state: 'closed', failures }
    const until = waitUntil(1, now, jitter, askedWaitMs)
    return { state: 'open', until, openings: 1, fault, since: now.toISOString() }
  }
  // A call that was in flight when the breaker opened carries no new information.
  if (breaker.state === 'open') return breaker
  const openings = breaker.openings + 1
  const until = waitUntil(openings, now, jitter, askedWaitMs)
  return { state: 'open', until, openings, fault, since: breaker.since }
}

function waitUntil(openings: number, now: Date, jitter: number, askedWaitMs: number | null): string {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (openings - 1), LONGEST_WAIT_MS)
  const ownWaitMs = waitMs * (1 - JITTER + 2 * JITTER * jitter)
  return new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, Math.max(ownWaitMs, askedWaitMs ?? 0))).toISOString()
}
