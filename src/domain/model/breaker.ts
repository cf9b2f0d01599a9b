/** Whether a model server, or one model of it, may be asked. Three failures in a row close the road for a while, longer each time. [V6] */

export type ModelFault = 'unavailable' | 'timeout' | 'no-such-model'

export type Breaker =
  | { state: 'closed'; failures: number }
  /** Nobody asks before `until` (ISO 8601); `openings` in a row, the first included, set how long. */
  | { state: 'open'; until: string; openings: number; fault: ModelFault; since: string }
  /** One job tries; another may when that one was not heard of until `until`. */
  | { state: 'half-open'; until: string; openings: number; fault: ModelFault; since: string }

export const CLOSED: Breaker = { state: 'closed', failures: 0 }

const FAILURES_TO_OPEN = 3
/** 10 s, 20 s, 40 s … 10 min, each up to a fifth longer or shorter, so that many daemons do not come back at one moment. */
const FIRST_WAIT_MS = 10_000
export const LONGEST_WAIT_MS = 600_000
const JITTER = 0.2
/** A call ends within five minutes, one way or the other; a job not heard of for longer has died with its process. */
const TRIAL_MS = 330_000

/** `trial`: ask, after writing `onTrial` down; the first answer decides. */
export function admission(breaker: Breaker, now: Date): 'free' | 'trial' | 'forbidden' {
  if (breaker.state === 'closed') return 'free'
  return now.getTime() >= Date.parse(breaker.until) ? 'trial' : 'forbidden'
}

export function onTrial(breaker: Breaker, now: Date): Breaker {
  return breaker.state === 'closed'
    ? breaker
    : { ...breaker, state: 'half-open', until: new Date(now.getTime() + TRIAL_MS).toISOString() }
}

/** A trial that was given up before it said anything, by a shutdown: the next may be at once. */
export function afterNoAnswer(breaker: Breaker, now: Date): Breaker {
  return breaker.state === 'half-open' ? { ...breaker, state: 'open', until: now.toISOString() } : breaker
}

export function afterSuccess(breaker: Breaker): Breaker {
  return breaker.state === 'closed' && breaker.failures === 0 ? breaker : CLOSED
}

/** @param jitter 0 to 1, drawn by the caller */
export function afterFailure(breaker: Breaker, fault: ModelFault, now: Date, jitter: number): Breaker {
  if (breaker.state === 'closed') {
    const failures = breaker.failures + 1
    if (failures < FAILURES_TO_OPEN) return { state: 'closed', failures }
    return { state: 'open', until: waitUntil(1, now, jitter), openings: 1, fault, since: now.toISOString() }
  }
  // A call that was under way when the road was closed says nothing new.
  if (breaker.state === 'open') return breaker
  const openings = breaker.openings + 1
  return { state: 'open', until: waitUntil(openings, now, jitter), openings, fault, since: breaker.since }
}

function waitUntil(openings: number, now: Date, jitter: number): string {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (openings - 1), LONGEST_WAIT_MS)
  return new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, waitMs * (1 - JITTER + 2 * JITTER * jitter))).toISOString()
}
