import { isObject, type JsonObject } from '../../src/domain/json/json.js'
import type { Json } from '../../src/domain/message.js'

/** How one provider's API writes a request and an answer. Messages are those of its own format. */
export interface Wire {
  path: string
  headers: Record<string, string>
  body(fixed: Fixed, messages: readonly Json[]): JsonObject
  /** The answer of a model that says this message or these items. */
  answer(message: readonly Json[], promptTokens: number): JsonObject
  /** The prompt of a body in pieces: first what is fixed, then each message. */
  pieces(body: JsonObject): string[]
}

/** System text and tools that come with every request. */
export interface Fixed {
  system: string
  tools: { name: string; description: string }[]
}

const PARAMETERS = { type: 'object', properties: { input: { type: 'string' } } }
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

export const anthropicWire: Wire = {
  path: '/anthropic/v1/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  body: ({ system, tools }, messages) => ({
    model: 'claude-sonnet-4-5',
    max_tokens: 4_000,
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    tools: tools.map((tool) => ({ ...tool, input_schema: PARAMETERS })),
    messages: [...messages],
  }),
  answer: ([message], promptTokens) => ({
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: isObject(message) ? (message.content ?? []) : [],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: promptTokens, output_tokens: 100 },
  }),
  pieces: ({ system, tools, messages }) => [
    textOf([tools ?? null, system ?? null]),
    ...list(messages).map((message) => textOf(message)),
  ],
}

export const chatWire: Wire = {
  path: '/openai/v1/chat/completions',
  headers: {},
  body: ({ system, tools }, messages) => ({
    model: 'gpt-4o',
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages],
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: { ...tool, parameters: PARAMETERS } })),
    }),
  }),
  answer: ([message], promptTokens) => ({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, message: message ?? null, finish_reason: 'stop' }],
    usage: { prompt_tokens: promptTokens, completion_tokens: 100, total_tokens: promptTokens + 100 },
  }),
  pieces: ({ tools, messages }) => [textOf(tools ?? null), ...list(messages).map((message) => textOf(message))],
}

export const responsesWire: Wire = {
  path: '/openai/v1/responses',
  headers: {},
  body: ({ system, tools }, items) => ({
    model: 'gpt-5-codex',
    instructions: system,
    tools: tools.map((tool) => ({ type: 'function', ...tool, parameters: PARAMETERS })),
    input: [...items],
    store: false,
  }),
  answer: (items, promptTokens) => ({
    id: 'resp_bench',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'gpt-5-codex',
    output: [...items],
    usage: { input_tokens: promptTokens, output_tokens: 100, total_tokens: promptTokens + 100 },
  }),
  pieces: ({ instructions, tools, input }) => [
    textOf([instructions ?? null, tools ?? null]),
    ...list(input).map((item) => textOf(item)),
  ],
}

/** Members that are no text of a prompt: ids, marks, and seals that no tokenizer reads. */
const NO_TEXT = new Set(['id', 'call_id', 'tool_call_id', 'tool_use_id', 'type', 'status'])
const SEALS = new Set(['cache_control', 'signature', 'encrypted_content', 'data'])

/** Returns the texts in a value, in order. Neither the JSON around a text is part of a prompt, nor are ids. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (!isObject(value)) return ''
  const members = Object.entries(value).filter(([key]) => !NO_TEXT.has(key) && !SEALS.has(key))
  return members.map(([, member]) => textOf(member ?? null)).join('\n')
}
