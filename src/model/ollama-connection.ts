import { Ollama } from 'ollama'
import { ModelError } from '../app/ports/ports.js'

/** The server answered, but not with what was asked for. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** How much of an error's text is kept: a proxy may answer with a whole page. */
const REFUSAL_CHARS = 500
/** No answer that is wanted is a third as long: one that does not end, not even its line, must not fill the memory before it can be judged. */
export const MAX_ANSWER_BYTES = 4 * 1_048_576

/** Address of a model server, without user name and password. */
export interface OllamaServer {
  /** `http(s)://host:port` */
  host: string
  /** Value of the Authorization header; null or absent: none is sent. */
  authorization?: string | null
}

/**
 * A client for every call but chats. Every request ends with the signal. A redirect is an error: a prompt or a credential must not reach
 * an address that the operator did not name. Answers other than 2xx throw Refusal (the library would write to the console). An answer of
 * more than 4 MiB breaks off with ModelError `length`.
 */
export function connect({ host, authorization }: OllamaServer, signal: AbortSignal): Ollama {
  return new Ollama({
    host,
    ...(authorization ? { headers: { Authorization: authorization } } : {}),
    fetch: async (url, init) => {
      const signals = init?.signal ? [signal, init.signal] : [signal]
      const response = bounded(await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) }))
      if (!response.ok) throw refusalOf(response.status, await response.text().catch(() => ''))
      return response
    },
  })
}

function bounded(response: Response): Response {
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

export function answerTooLong(bytes: number): ModelError {
  return new ModelError('length', `The answer of the model server is longer than ${MAX_ANSWER_BYTES} bytes.`, { bytes })
}

/** An answer other than 2xx, with the server's own words for it. */
export function refusalOf(status: number, text: string): Refusal {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
      return new Refusal(status, body.error.slice(0, REFUSAL_CHARS))
  } catch {
    // Not JSON: the text itself says what is wrong.
  }
  return new Refusal(status, text.slice(0, REFUSAL_CHARS) || `status ${status}`)
}
