import { Ollama } from 'ollama'
import { ModelError } from '../app/ports/ports.js'

/** An error response of the model server. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** Characters kept of an error text. A proxy may answer with a whole page. */
const REFUSAL_CHARS = 500
/** Limit of an answer in bytes. Valid answers are less than a third as long. An endless one must not fill memory. */
export const MAX_ANSWER_BYTES = 4 * 1_048_576

/** Address of a model server, without user name and password. */
export interface OllamaServer {
  /** `http(s)://host:port` */
  host: string
  /** Value of the Authorization header; null or absent to send none. */
  authorization?: string | null
}

/**
 * Creates a client for all calls except chats. The signal aborts every request. A redirect is an error, because a
 * prompt or a credential must not reach an address the operator did not configure. A status other than 2xx throws
 * Refusal, because the library would write to the console. An answer of more than 4 MiB throws ModelError `length`.
 */
export function connect({ host, authorization }: OllamaServer, signal: AbortSignal): Ollama {
  return new Ollama({
    host,
    ...(authorization ? { headers: { Authorization: authorization } } : {}),
    fetch: async (url, init) => {
      const response = bounded(await fetch(url, { ...init, redirect: 'error', signal }))
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
  return new ModelError('length', `The answer of the model server exceeds ${MAX_ANSWER_BYTES} bytes.`, { bytes })
}

/** Creates the Refusal of a response other than 2xx, with the server's own message. */
export function refusalOf(status: number, text: string): Refusal {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
      return new Refusal(status, body.error.slice(0, REFUSAL_CHARS))
  } catch {
    // Not JSON: use the text as the message.
  }
  return new Refusal(status, text.slice(0, REFUSAL_CHARS) || `status ${status}`)
}
