/** The names of spans and their attributes. Those with `gen_ai`, `http`, `server` and `error` follow the semantic conventions of
 * OpenTelemetry. No attribute holds conversation text. */

export const TRACER = 'palimpsest'

export const SPAN = {
  append: 'palimpsest.append',
  compression: 'palimpsest.compression',
  'door-turn': 'palimpsest.door_turn',
} as const
/** The convention for spans of model calls: operation and model. */
export const chatSpan = (model: string): string => `chat ${model}`
/** The convention for spans of HTTP servers: method and route. */
export const requestSpan = (method: string, route: string | null): string =>
  route === null ? method : `${method} ${route}`

export const ATTRIBUTE = {
  requestId: 'palimpsest.request.id',
  operation: 'palimpsest.operation',
  appId: 'palimpsest.app.id',
  compressionId: 'palimpsest.compression.id',
  protocol: 'palimpsest.door.protocol',
  messages: 'palimpsest.messages',
  numCtx: 'palimpsest.request.num_ctx',
  sessionId: 'gen_ai.conversation.id',
  genAiOperation: 'gen_ai.operation.name',
  genAiProvider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  maxTokens: 'gen_ai.request.max_tokens',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  serverAddress: 'server.address',
  errorType: 'error.type',
} as const

export const GEN_AI_CHAT = 'chat'
