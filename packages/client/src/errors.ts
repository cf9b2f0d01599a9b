import type { components } from './generated/api.js'

/** Failures of a call, in the two kinds that a program treats differently: the daemon refused, or nothing answered. */

export type Problem = components['schemas']['Problem']

/** The daemon refused a request. `code` is stable; the message names the fault, its numbers, and the remedy. */
export class PalimpsestError extends Error {
  override name = 'PalimpsestError'
  /** HTTP status. */
  readonly status: number
  readonly code: string

  constructor(
    readonly problem: Problem,
    /** Milliseconds the daemon asks to wait before a retry; null: it names none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(problem.detail || problem.title)
    this.status = problem.status
    this.code = problem.code
  }
}

/** The daemon did not answer: no connection, a broken one, or no reply in time. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}

/** Returns the error for a reply that is not a success, whatever its body. */
export function errorOf(response: Response, body: unknown): PalimpsestError {
  const retryAfterMs = retryAfter(response)
  if (isProblem(body)) return new PalimpsestError({ ...body, status: response.status }, retryAfterMs)
  const detail = `The server answered ${response.status} without a problem document.`
  const title = response.statusText || 'Unexpected reply'
  const { status } = response
  return new PalimpsestError(
    { type: 'about:blank', title, status, detail, code: 'unexpected_reply', errors: [] },
    retryAfterMs,
  )
}

/** Whether the same request may succeed later, without a change by the program. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnavailableError) return true
  return error instanceof PalimpsestError && (error.status === 429 || error.status === 408 || error.status >= 500)
}

/** Returns the wait that a reply asks for, in ms; null if it names none. */
export function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
