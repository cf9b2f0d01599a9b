/** What kinds of OpenAI-compatible servers answer beside chats: lists of models, their own endpoints, refusals for length. */

export const KINDS = ['lm-studio', 'llama.cpp', 'vllm', 'sglang', 'hosted'] as const
export type ServerKind = (typeof KINDS)[number]

export interface ServedModel {
  id: string
  /** Window that it is loaded with, in tokens. */
  window: number
  /** LM Studio: not loaded before the first chat. */
  isLoaded: boolean
}

const CREATED = 1_790_000_000

/** Returns `/v1/models`. */
export function modelList(kind: ServerKind, models: readonly ServedModel[]): object {
  return { object: 'list', data: models.map((model) => ({ id: model.id, object: 'model', ...entry(kind, model) })) }
}

function entry(kind: ServerKind, { id, window }: ServedModel): object {
  switch (kind) {
    case 'lm-studio':
      return { owned_by: 'organization_owner' }
    case 'llama.cpp':
      return {
        created: CREATED,
        owned_by: 'llamacpp',
        meta: {
          vocab_type: 2,
          n_vocab: 151_936,
          n_ctx_train: 131_072,
          n_embd: 3_584,
          n_params: 7_615_616_512,
          size: 4_677_120_000,
        },
      }
    case 'vllm':
      // The time of the answer, as the real one does.
      return {
        created: Math.floor(Date.now() / 1_000),
        owned_by: 'vllm',
        root: `/models/${id}`,
        parent: null,
        max_model_len: window,
      }
    case 'sglang':
      return { created: CREATED, owned_by: 'sglang', root: id, max_model_len: window }
    case 'hosted':
      return { created: CREATED, owned_by: 'system' }
  }
}

/** Returns the body of an endpoint that only this kind has; null: 404. */
export function ownEndpoint(kind: ServerKind, path: string, models: readonly ServedModel[]): object | null {
  if (kind === 'lm-studio' && path === '/api/v0/models') return { object: 'list', data: models.map(studioModel) }
  if (kind === 'llama.cpp' && path === '/props')
    return {
      default_generation_settings: { id: 0, n_ctx: models[0]?.window, speculative: false, is_processing: false },
      total_slots: 1,
      model_path: models[0]?.id,
      chat_template: '',
    }
  return null
}

function studioModel({ id, window, isLoaded }: ServedModel): object {
  return {
    id,
    object: 'model',
    type: 'llm',
    publisher: 'qwen',
    arch: 'qwen2',
    compatibility_type: 'gguf',
    quantization: 'Q4_K_M',
    state: isLoaded ? 'loaded' : 'not-loaded',
    max_context_length: 131_072,
    ...(isLoaded && { loaded_context_length: window }),
  }
}

/** Returns the refusal of a prompt that is too long. */
export function tooLong(kind: ServerKind, tokens: number, { window }: ServedModel): { status: number; body: object } {
  switch (kind) {
    case 'lm-studio':
      return {
        status: 400,
        body: {
          error: `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough. The number of tokens to keep from the initial prompt is greater than the context length.`,
        },
      }
    case 'llama.cpp':
      return {
        status: 400,
        body: {
          error: {
            code: 400,
            message: `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`,
            type: 'exceed_context_size_error',
            n_prompt_tokens: tokens,
            n_ctx: window,
          },
        },
      }
    case 'vllm':
    case 'sglang':
      return {
        status: 400,
        body: {
          object: 'error',
          message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens in the messages, Please reduce the length of the messages.`,
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      }
    case 'hosted':
      return {
        status: 400,
        body: {
          error: {
            message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
            type: 'invalid_request_error',
            param: 'messages',
            code: 'context_length_exceeded',
          },
        },
      }
  }
}
