import { Ollama } from 'ollama'

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

/**
 * A client whose every request ends with the signal: the library itself can stop a stream only after its first byte. Answers other than
 * 2xx throw Refusal (the library would write to the console instead of leaving that to us).
 */
export function connect(host: string, signal: AbortSignal): Ollama {
  return new Ollama({
    host,
    fetch: async (url, init) => {
      const signals = init?.signal ? [signal, init.signal] : [signal]
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
      if (!response.ok) throw new Refusal(response.status, await refusalText(response))
      return response
    },
  })
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
