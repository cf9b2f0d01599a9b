import type { Format } from './format.js'
import type { NativeMessage } from './contexts.js'

/** Messages that can be appended, per format. They are wider than the messages of a context: what a provider's library returns, and the
 * whole response object, are accepted as they are. The daemon checks them by the rules of the format. */

interface OpenAIInput {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  readonly content?: string | readonly object[] | null
  readonly name?: string
  readonly tool_calls?: readonly object[] | null
  readonly tool_call_id?: string
  readonly refusal?: string | null
}
interface ResponsesMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant'
  readonly content: string | readonly object[]
}
interface ResponsesTyped {
  readonly type: string
}
interface AnthropicInput {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly object[]
}
interface OllamaInput {
  readonly role: string
  readonly content?: string
  readonly thinking?: string
  readonly images?: readonly (string | Uint8Array)[]
  readonly tool_calls?: readonly object[]
  readonly tool_name?: string
}

/** What may be appended in each format: messages, or responses of the provider. */
export interface InputMessages {
  native: NativeMessage
  openai: OpenAIInput | { readonly object: 'chat.completion'; readonly choices: readonly object[] }
  responses: ResponsesMessage | ResponsesTyped | { readonly object: 'response'; readonly output: readonly object[] }
  anthropic: AnthropicInput
  ollama: OllamaInput | { readonly message: OllamaInput; readonly done: boolean }
}

export type InputMessage<F extends Format = Format> = InputMessages[F]
