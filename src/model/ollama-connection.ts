import { Ollama } from 'ollama'
import { ModelError } from '../app/ports.js'

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
const MAX_ANSWER_BYTES = 4 * 1_048_576

/**
 * A client whose every request ends with the signal: the library itself can stop a stream only after its first byte. Answers other than
 * 2xx throw Refusal (the library would write to the console instead of leaving that to us). An answer of more than 4 MiB breaks off with
 * ModelError `length`.
 */
export function connect(host: string, signal: AbortSignal): Ollama {
  return new Ollama({
    host,
    fetch: async (url, init) => {
      const signals = init?.signal ? [signal, init.signal] : [signal]
      const response = bounded(await fetch(url, { ...init, signal: AbortSignal.any(signals) }))
      if (!response.ok) throw new Refusal(response.status, await refusalText(response))
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
      else flow.error(new ModelError('length', `The answer of the model server is longer than ${MAX_ANSWER_BYTES} bytes.`, { bytes }))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers })
}

async function refusalText(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
      return body.error.slice(0, REFUSAL_CHARS)
  } catch {
    // not JSON: the text itself says what is wrong
  }
  return text.slice(0, REFUSAL_CHARS) || `status ${response.status}`
}
