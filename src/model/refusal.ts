import { ModelError } from '../ports/ports.js'

/** What every call to a model server shares: error responses, and the bound of an answer. */

/** Characters kept of an error text. A proxy may answer with a whole page. */
const REFUSAL_CHARS = 500
/** Limit of an answer in bytes. Valid answers are less than a third as long. An endless one must not fill memory. */
export const MAX_ANSWER_BYTES = 4 * 1_048_576
/** Longest wait that a server may ask for, in ms. A wrong clock or a mistake must not stop summaries for days. */
const LONGEST_WAIT_MS = 3_600_000

/** An error response of the model server. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Milliseconds after which the server accepts the next call, by its `Retry-After`; null: it named none. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** Creates the Refusal of a response other than 2xx, with the server's own message. */
export function refusalOf(status: number, text: string, retryAfter: string | null = null): Refusal {
  const wait = retryAfterMs(retryAfter, Date.now())
  try {
    const message = errorMessageIn(JSON.parse(text))
    if (message !== null) return new Refusal(status, message, wait)
  } catch {
    // Not JSON: use the text as the message.
  }
  return new Refusal(status, text.slice(0, REFUSAL_CHARS) || `status ${status}`, wait)
}

/** Returns the message of an error body; null: the value has no error. Servers write `{"error": "…"}`,
 * `{"error": {"message": "…"}}`, `{"detail": "…"}`, or `{"object": "error", "message": "…"}`. */
export function errorMessageIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const found = body as Record<string, unknown>
  const error = found.error ?? (found.object === 'error' || found.type === 'error' ? found : found.detail)
  if (error === undefined || error === null || error === false) return null
  if (typeof error === 'string') return error.slice(0, REFUSAL_CHARS)
  const { message, code } = error as Record<string, unknown>
  const text = typeof message === 'string' ? message : JSON.stringify(error)
  return (typeof code === 'string' ? `${text} (${code})` : text).slice(0, REFUSAL_CHARS)
}

/** Returns the wait that a `Retry-After` header asks for, in ms, at most an hour; null: none, or unreadable.
 * @param nowMs the time now, for a header that is a date */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (text === '' || text.length > 100) return null
  const isSeconds = /^\d{1,9}(\.\d{1,9})?$/.test(text)
  // `Date.parse` takes far more than the dates of HTTP, such as -5.
  if (!isSeconds && !/^[a-z]{3,9},? /i.test(text)) return null
  const ms = isSeconds ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(ms))) : null
}

export function answerTooLong(bytes: number): ModelError {
  return new ModelError('length', `The answer of the model server exceeds ${MAX_ANSWER_BYTES} bytes.`, { bytes })
}

/** Returns the response with a body that fails with ModelError `length` after 4 MiB. */
export function bounded(response: Response): Response {
  if (response.body === null) return response
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, flow) {
      bytes += chunk.byteLength
      if (bytes <= MAX_ANSWER_BYTES) flow.enqueue(chunk)
      else flow.error(answerTooLong(bytes))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers })
}
