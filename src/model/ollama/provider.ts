import type { ListedModel, Model } from '../../ports/ports.js'
import { OllamaModel } from './ollama.js'
import type { Provider } from '../provider.js'
import { ollamaModels } from './windows.js'

/** Summaries by an Ollama server. */
export class OllamaProvider implements Provider {
  readonly title = 'Ollama'
  readonly traceName = 'ollama'
  readonly advice = {
    start: 'Install Ollama from https://ollama.com and run "ollama serve", or set OLLAMA_HOST.',
    refused: () => 'Check that this is an Ollama server.',
    unknownWindow: null,
    add: (model: string) => `Run: ollama pull ${model}.`,
    suggestedModel: 'qwen2.5:7b',
  }

  constructor(private readonly server: { url: string; authorization: string | null }) {}

  open(limits: { concurrency: number; timeoutMs: number }): Model {
    const { url: host, authorization } = this.server
    return new OllamaModel({ host, authorization, ...limits })
  }

  list(signal: AbortSignal): Promise<ListedModel[]> {
    const { url: host, authorization } = this.server
    return ollamaModels({ host, authorization }, signal)
  }
}
