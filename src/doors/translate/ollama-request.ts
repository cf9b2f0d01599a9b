import { holdsOne } from '../../domain/texts.js'
import { invalidRequest } from '../../domain/errors.js'
import { isObject, typeName, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import type { TranslatedRequest } from '../protocol.js'
import { ollamaMessages, systemMessage } from './ollama-messages.js'
import { givenTools, ollamaTools } from './ollama-tools.js'

/** Translates requests of the other doors into requests to Ollama's `/api/chat`, always as a stream. */

/** Reads a request body of a door. Throws invalid_request. */
export function readBody(text: string): JsonObject {
  let body: Json
  try {
    body = JSON.parse(text) as Json
  } catch {
    body = null
  }
  if (isObject(body)) return body
  throw invalidRequest('', 'a JSON object', typeName(body), 'The body is not a JSON object.')
}

/** A request to Ollama. */
export interface TranslatedBody extends Pick<TranslatedRequest, 'clientTools'> {
  request: JsonObject
}

/** @param numCtx window in tokens [S1] */
export function fromChat(body: JsonObject, numCtx: number): TranslatedBody {
  const format = isObject(body.response_format) ? body.response_format : {}
  const schema = isObject(format.json_schema) ? format.json_schema.schema : undefined
  return requestOf(body, {
    messages: ollamaMessages('openai', listOf(body.messages)),
    outputTokens: body.max_completion_tokens ?? body.max_tokens,
    format: schema ?? (format.type === 'json_object' ? 'json' : undefined),
    think: thinkOf(body.reasoning_effort, body.model),
    noTools: body.tool_choice === 'none',
    numCtx,
  })
}

export function fromResponses(body: JsonObject, numCtx: number): TranslatedBody {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : listOf(body.input)
  const format = isObject(body.text) && isObject(body.text.format) ? body.text.format : {}
  return requestOf(body, {
    messages: [...systemMessage(body.instructions), ...ollamaMessages('responses', input)],
    outputTokens: body.max_output_tokens,
    format: format.schema ?? (format.type === 'json_object' ? 'json' : undefined),
    think: isObject(body.reasoning) ? thinkOf(body.reasoning.effort, body.model) : undefined,
    noTools: body.tool_choice === 'none',
    numCtx,
  })
}

export function fromAnthropic(body: JsonObject, numCtx: number): TranslatedBody {
  const config = isObject(body.output_config) ? body.output_config : {}
  const thinking = isObject(body.thinking) ? body.thinking.type : undefined
  const choice = isObject(body.tool_choice) ? body.tool_choice.type : undefined
  return requestOf(
    { ...body, stop: body.stop_sequences ?? null },
    {
      messages: [...systemMessage(body.system), ...ollamaMessages('anthropic', listOf(body.messages))],
      outputTokens: body.max_tokens,
      format: isObject(config.format) ? config.format.schema : undefined,
      think: thinking === 'disabled' ? false : undefined,
      noTools: choice === 'none',
      numCtx,
    },
  )
}

interface Translated {
  messages: Json[]
  outputTokens: Json | undefined
  format: Json | undefined
  think: Json | undefined
  noTools: boolean
  numCtx: number
}

/** Sampling options that mean the same under the same name. */
const OPTIONS = ['temperature', 'top_p', 'top_k', 'min_p', 'seed', 'stop', 'presence_penalty', 'frequency_penalty']

function requestOf(body: JsonObject, translated: Translated): TranslatedBody {
  const { messages, outputTokens, format, think, noTools, numCtx } = translated
  const { tools, clientTools } = ollamaTools(givenTools(body.tools, body.input))
  const options: JsonObject = { num_ctx: numCtx }
  // Coding agents ask for 64,000 tokens; more than the window would never end.
  if (typeof outputTokens === 'number' && outputTokens > 0) options.num_predict = Math.min(outputTokens, numCtx)
  for (const key of OPTIONS) if (body[key] !== undefined && body[key] !== null) options[key] = body[key]
  const request: JsonObject = {
    model: body.model ?? null,
    messages,
    ...(tools.length > 0 && !noTools && { tools }),
    ...(format !== undefined && { format }),
    ...(think !== undefined && { think }),
    ...(body.keep_alive !== undefined && { keep_alive: body.keep_alive }),
    stream: true,
    // A prompt that is too long must be an error: by default, Ollama drops its beginning without a word.
    truncate: false,
    shift: false,
    options,
  }
  return { request, clientTools }
}

/** Models that think do so by default, and all others refuse to be asked. Only gpt-oss knows levels. */
function thinkOf(effort: Json | undefined, model: Json | undefined): Json | undefined {
  if (effort === 'none' || effort === 'minimal') return false
  if (typeof model !== 'string' || !holdsOne(model, ['gpt-oss'])) return undefined
  return effort === 'low' || effort === 'medium' || effort === 'high' ? effort : effort === 'xhigh' ? 'high' : undefined
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
