import type { ListedModel, Model } from '../../ports/ports.js'
import type { Provider } from '../provider.js'
import { ServerModel } from '../server-model.js'
import type { OpenaiServer } from './connection.js'
import { OpenaiApi } from './openai.js'
import { openaiModels } from './windows.js'

/** Summaries by an OpenAI-compatible server. */
export class OpenaiProvider implements Provider {
  readonly title = 'OpenAI-compatible server'
  readonly traceName = 'openai'
  readonly advice = {
    start: 'Start the server, or correct SUMMARY_BASE_URL (usually with /v1).',
    refused: (status: number) =>
      status === 401 || status === 403
        ? 'Set SUMMARY_API_KEY or SUMMARY_API_KEY_FILE to a key of this server.'
        : 'Check that SUMMARY_BASE_URL is the base URL of an OpenAI-compatible API, usually with /v1.',
    unknownWindow: 'The server reports no window for it: set SUMMARY_WINDOW, such as 8K.',
    add: (model: string) => `Load ${model} in the server, or set SUMMARY_MODEL to a model that it has.`,
    suggestedModel: 'an instruct model of 7B or more',
  }

  constructor(private readonly server: OpenaiServer) {}

  open(limits: { concurrency: number; timeoutMs: number }): Model {
    return new ServerModel(new OpenaiApi(this.server), limits)
  }

  list(signal: AbortSignal): Promise<ListedModel[]> {
    return openaiModels(this.server, signal)
  }
}
