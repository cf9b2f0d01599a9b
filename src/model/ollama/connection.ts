import { Ollama } from 'ollama'
import { bounded, refusalOf } from '../refusal.js'

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
