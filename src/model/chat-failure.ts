import { holdsOne } from '../domain/texts.js'
import { ModelError } from '../ports/ports.js'
import { refusedLength } from '../domain/model/refused-length.js'
import { Refusal } from './refusal.js'

/** Error codes that count as timeouts. Undici times out by itself after 300 s without headers or without a chunk. */
const TIMEOUT_CODES = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
])
/** Wordings of Ollama, LM Studio, vLLM, and hosted APIs. */
const UNKNOWN_MODEL =
  /model[^\n]{0,200}(not found|does not exist|not exist|not available|not loaded|unknown)|(no|unknown|invalid) (such )?model|model_not_found|no models? loaded/i

/** Converts the failure of a call to a ModelError. An error inside a started stream counts as `unavailable`.
 * @param addressSetting variable with the address of the server */
export function asModelError(error: unknown, model: string, addressSetting: string): ModelError {
  if (error instanceof ModelError) return error
  if (error instanceof Refusal) return fromRefusal(error, model, addressSetting)
  const code = codeOf(error)
  if (code !== null && TIMEOUT_CODES.has(code))
    return new ModelError('timeout', `The model server did not answer in time (${code}).`, { model, code })
  return new ModelError(
    'unavailable',
    `The model server is unreachable or closed the connection early: ${code ?? reasonOf(error)}.`,
    {
      model,
      code: code ?? undefined,
    },
  )
}

function fromRefusal({ status, message, retryAfterMs }: Refusal, model: string, addressSetting: string): ModelError {
  const details = { model, status, ...(retryAfterMs !== null && { retryAfterMs }) }
  if (status >= 300 && status < 400) {
    const message =
      `The model server answered with a redirect (${status}). ` +
      `Palimpsest does not follow redirects: set ${addressSetting} to the final address.`
    return new ModelError('unavailable', message, details)
  }
  const window = refusedLength(status, message)
  if (window !== null)
    return new ModelError('prompt-cut', `The prompt does not fit into the window: ${message}`, { ...details, window })
  if ((status === 404 && holdsOne(message, ['model'])) || (status === 400 && UNKNOWN_MODEL.test(message)))
    return new ModelError('no-such-model', `The model server has no model ${model}. Add it or use another.`, details)
  if (status === 401 || status === 403)
    return new ModelError('unauthorized', `The model server refused the key with ${status}: ${message}`, details)
  if (status === 429)
    return new ModelError('rate-limited', `The model server limits the rate of calls: ${message}`, details)
  if (status === 404 || status >= 500)
    return new ModelError('unavailable', `The model server failed with ${status}: ${message}`, details)
  return new ModelError('rejected', `The model server rejected the request with ${status}: ${message}`, details)
}

/** Returns the innermost message. Replaces the message of a SyntaxError, because it quotes the answer. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'its answer is not JSON'
  if (!(error instanceof Error)) return 'unknown error'
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** Returns the error code (`ECONNREFUSED`, `UND_ERR_…`), or null. fetch nests it in `cause`. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = 'cause' in at ? at.cause : null
  }
  return null
}
