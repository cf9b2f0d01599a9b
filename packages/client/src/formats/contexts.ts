import type { Format } from './format.js'

/** Messages of a context, per format. They are structurally those of the providers' own libraries, so a context is passed to `openai`,
 * `@anthropic-ai/sdk` or `ollama` without a cast. A message that you appended comes back as you sent it: it may have members and
 * blocks that are not listed here. */

export interface OpenAIToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}
export interface TextBlock {
  type: 'text'
  text: string
}
export interface OpenAIImageBlock {
  type: 'image_url'
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
}
export type OpenAIMessage =
  | { role: 'system' | 'developer'; content: string | TextBlock[]; name?: string }
  | { role: 'user'; content: string | (TextBlock | OpenAIImageBlock)[]; name?: string }
  | { role: 'assistant'; content?: string | TextBlock[] | null; tool_calls?: OpenAIToolCall[]; name?: string }
  | { role: 'tool'; content: string | TextBlock[]; tool_call_id: string }

/** An item of the input of the Responses API. */
export type ResponsesItem =
  | {
      type?: 'message'
      role: 'system' | 'developer' | 'user'
      content: string | (ResponsesText | ResponsesImage)[]
    }
  | { type?: 'message'; role: 'assistant'; content: string }
  | {
      type: 'message'
      role: 'assistant'
      id: string
      status: 'completed' | 'incomplete' | 'in_progress'
      content: { type: 'output_text'; text: string; annotations: never[] }[]
    }
  | {
      type: 'reasoning'
      id: string
      summary: { type: 'summary_text'; text: string }[]
      encrypted_content?: string | null
    }
  | { type: 'function_call'; call_id: string; name: string; arguments: string; id?: string }
  | { type: 'function_call_output'; call_id: string; output: string }
interface ResponsesText {
  type: 'input_text'
  text: string
}
interface ResponsesImage {
  type: 'input_image'
  detail: 'auto' | 'low' | 'high'
  image_url?: string | null
}

export interface AnthropicImageBlock {
  type: 'image'
  source:
    | { type: 'url'; url: string }
    | { type: 'base64'; media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'; data: string }
}
export type AnthropicBlock =
  | TextBlock
  | AnthropicImageBlock
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | {
      type: 'tool_result'
      tool_use_id: string
      content?: string | (TextBlock | AnthropicImageBlock)[]
      is_error?: boolean
    }
export interface AnthropicMessage {
  role: 'user' | 'assistant'
  content: string | AnthropicBlock[]
}

export interface OllamaMessage {
  role: string
  content: string
  thinking?: string
  images?: string[]
  tool_calls?: { function: { name: string; arguments: Record<string, unknown> } }[]
  tool_name?: string
}

export type NativePart =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool_call'; callId: string; name: string; args: unknown }
  | { type: 'tool_result'; callId: string; name?: string; content: string | object[]; isError?: boolean }
  | { type: 'image' | 'file' | 'opaque'; [member: string]: unknown }
/** It has `parts` or, as a short form of one text part, `content`. */
export interface NativeMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  parts?: NativePart[]
  content?: string
  origin?: 'human' | 'app'
  pinned?: boolean
  timestamp?: string
  externalId?: string
  metadata?: Record<string, unknown>
}

/** JSON schema of the arguments of a tool. */
type Schema = { type: 'object'; properties?: Record<string, object>; required?: string[] }
type FunctionTool = {
  type: 'function'
  function: { name: string; description?: string; parameters?: Schema & Record<string, unknown> }
}

/** The messages of a context. */
export interface ContextMessages {
  native: NativeMessage
  openai: OpenAIMessage
  responses: ResponsesItem
  anthropic: AnthropicMessage
  ollama: OllamaMessage
}
/** The tools of a context: those of the session, as they were given. */
export interface ContextTools {
  native: unknown
  openai: FunctionTool
  responses: {
    type: 'function'
    name: string
    description?: string
    parameters: Record<string, unknown>
    strict: boolean | null
  }
  anthropic: { name: string; description?: string; input_schema: Schema }
  ollama: { type: 'function'; function: { name: string; description?: string; parameters?: Schema } }
}
/** Members that only one format has. */
export interface ContextExtras {
  native: object
  openai: object
  responses: object
  anthropic: object
  /** `num_ctx` is the window that Ollama must use. Without it, Ollama cuts long prompts silently. */
  ollama: { model: string; options: { num_ctx: number } }
}

export type ContextMessage<F extends Format = Format> = ContextMessages[F]
export type ContextTool<F extends Format = Format> = ContextTools[F]
