import { backoffMs, pause } from './backoff.js'
import { limited } from './limited.js'
import { errorOf, retryAfter, UnavailableError } from './errors.js'

/** Sends requests: adds the key, limits the time, and repeats what may be repeated. */

export interface TransportOptions {
  /** Address of the daemon. Default: PALIMPSEST_URL of the environment, else `http://127.0.0.1:7420`. */
  baseUrl?: string | undefined
  /** API key. Default: PALIMPSEST_KEY of the environment. Without it, requests succeed only if the daemon runs with `AUTH=off`. */
  apiKey?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** Time limit of one attempt with its reply, in ms. Default: 30,000. */
  timeoutMs?: number | undefined
  /** Repetitions after the first attempt. Default: 3. */
  retries?: number | undefined
}

export interface Transport {
  readonly baseUrl: string
  /** Time limit of one attempt, in ms. */
  readonly timeoutMs: number
  /** Sends a request with the key, once and without a time limit. Throws UnavailableError. */
  send(request: Request): Promise<Response>
  /** Sends a request within the time limit. Repeats it after a failure that may pass, if a repetition is harmless.
   * Throws UnavailableError if nothing answers. */
  sendRepeatedly(request: Request): Promise<Response>
}

const BASE_URL = 'http://127.0.0.1:7420'
const TIMEOUT_MS = 30_000
const RETRIES = 3
const BACKOFF = { firstMs: 250, maxMs: 5_000 }
/** A longer wait is the decision of the program, so the reply is returned instead. */
const RETRY_AFTER_MAX_MS = 30_000

export function makeTransport(options: TransportOptions): Transport {
  const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  const apiKey = options.apiKey ?? variable('PALIMPSEST_KEY')
  const baseUrl = (options.baseUrl ?? variable('PALIMPSEST_URL') ?? BASE_URL).replace(/\/+$/, '')

  async function send(request: Request): Promise<Response> {
    if (apiKey !== undefined) request.headers.set('authorization', `Bearer ${apiKey}`)
    // Looked up at each call, so that a program may replace the global one later.
    const fetch = options.fetch ?? globalThis.fetch
    return answered(request, fetch(request))
  }

  async function answered<T>({ signal }: Request, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (signal.aborted && !isTimeout(signal.reason)) throw error
      throw new UnavailableError(`No daemon answers at ${baseUrl} (${reasonOf(error)}).`, { cause: error })
    }
  }

  /** Sends a request once and reads its reply, so that one that breaks off has not answered. */
  async function sendWhole(request: Request): Promise<Response> {
    const response = await send(request)
    const { status, statusText, headers } = response
    const type = headers.get('content-type') ?? ''
    // Another server, or the sign-in page of a proxy.
    if (response.ok && type.startsWith('text/html') && !isPage(request)) throw errorOf(response, null)
    if (!/json/.test(type) || isExport(request)) return response
    return new Response(await answered(request, response.text()), { status, statusText, headers })
  }

  async function sendRepeatedly(request: Request): Promise<Response> {
    const { signal } = request
    for (let failures = 1; ; failures++) {
      const isLast = failures > retries
      const attempt = new Request(isLast ? request : request.clone(), { signal: limited(signal, timeoutMs) })
      const outcome = await sendWhole(attempt).catch((error: unknown) => ({ error }))
      const waitMs = isLast ? null : waitBeforeRetry(request, outcome, failures)
      if (waitMs === null) {
        if ('error' in outcome) throw outcome.error
        return outcome
      }
      if (!('error' in outcome)) await outcome.body?.cancel()
      await pause(waitMs, signal)
      signal.throwIfAborted()
    }
  }

  return { baseUrl, timeoutMs, send, sendRepeatedly }
}

/** Returns the wait before the next attempt in ms; null if the outcome is final. */
function waitBeforeRetry(request: Request, outcome: Response | { error: unknown }, failures: number): number | null {
  const usual = backoffMs(BACKOFF, failures)
  if ('error' in outcome) return outcome.error instanceof UnavailableError && isRepeatable(request) ? usual : null
  // A request over the rate limit was not executed.
  const mayPass = outcome.status === 429 || ([502, 503, 504].includes(outcome.status) && isRepeatable(request))
  if (!mayPass) return null
  const asked = retryAfter(outcome)
  if (asked === null) return usual
  return asked > RETRY_AFTER_MAX_MS ? null : Math.max(asked, usual)
}

/** Whether the daemon executes a repeated request once. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'PUT' || method === 'DELETE' || headers.has('idempotency-key')
}

/** Whether the daemon answers with HTML. */
function isPage({ url }: Request): boolean {
  return ['/', '/docs'].includes(new URL(url).pathname)
}

/** Whether the reply may be larger than memory. Its reader takes it as it comes. */
function isExport({ url }: Request): boolean {
  return new URL(url).pathname.endsWith('/export')
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/** Returns the cause of a failed connection, which Node hides behind "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}

/** Returns a variable of the environment. A browser has none. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  // oxlint-disable-next-line palimpsest/process-env -- a library has no entry point that could pass it
  return process?.env?.[name] || undefined
}
