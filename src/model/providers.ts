import { OllamaProvider } from './ollama/provider.js'
import type { OpenaiServer } from './openai/connection.js'
import { OpenaiProvider } from './openai/provider.js'
import type { Provider } from './provider.js'

/** Address of the model server that writes summaries. A provider is one more kind. */
export type ModelServer =
  | { kind: 'ollama'; url: string; authorization: string | null }
  | ({ kind: 'openai' } & OpenaiServer)

/** Returns what the service needs of the provider of a server. */
export function providerOf(server: ModelServer): Provider {
  switch (server.kind) {
    case 'ollama':
      return new OllamaProvider(server)
    case 'openai':
      return new OpenaiProvider(server)
  }
}
