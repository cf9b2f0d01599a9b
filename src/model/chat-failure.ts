import { ModelError } from '../app/ports/ports.js'
import { Refusal } from './ollama-connection.js'

/** Undici gives up on its own after 300 s without headers or without a chunk; that too is a time-out. */
const TIMEOUT_CODES = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])
/** What servers of several versions say to a prompt that is longer than the window, when they say it. */
const TOO_LONG = /exceeds the (available )?context (length|size)|prompt is longer than the context/i

/** What went wrong with a call, in the words of the port. Errors inside a stream that had begun count as `unavailable`. */
export function asModelError(error: unknown, model: string): ModelError {
  if (error instanceof ModelError) return error
  if (error instanceof Refusal) return fromRefusal(error, model)
  const code = codeOf(error)
  if (code !== null && TIMEOUT_CODES.has(code))
    return new ModelError('timeout', `The model server did not answer in time (${code}).`, { model, code })
  return new ModelError(
    'unavailable',
    `The model server cannot be reached, or broke off: ${code ?? reasonOf(error)}.`,
    {
      model,
      code: code ?? undefined,
    },
  )
}

function fromRefusal({ status, message }: Refusal, model: string): ModelError {
  const details = { model, status }
  if (status >= 300 && status < 400) {
    const message = `The model server answered with a redirect (${status}). Redirects are not followed: set OLLAMA_HOST to the final address.`
    return new ModelError('unavailable', message, details)
  }
  if (status === 404 && /model/i.test(message))
    return new ModelError('no-such-model', `The model server has no model ${model}.`, details)
  if (status >= 500 || status === 429)
    return new ModelError('unavailable', `The model server failed with ${status}: ${message}`, details)
  if (TOO_LONG.test(message))
    return new ModelError('prompt-cut', `The prompt does not fit the window: ${message}`, details)
  return new ModelError('rejected', `The model server refused with ${status}: ${message}`, details)
}

/** The innermost message. The message of a SyntaxError quotes the answer, so it is replaced. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'its answer is not JSON'
  if (!(error instanceof Error)) return 'unknown error'
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** fetch hides the system's code (`ECONNREFUSED`, `UND_ERR_…`) one level down. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = 'cause' in at ? at.cause : null
  }
  return null
}
