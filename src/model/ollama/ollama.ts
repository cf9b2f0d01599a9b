import { withoutEndSlashes } from '../../domain/addresses.js'
import { holdsOne } from '../../domain/texts.js'
import type { ChatRequest as OllamaRequest, ChatResponse } from 'ollama'
import { z } from 'zod'
import {
  ModelError,
  type ChatRequest,
  type EvaluateRequest,
  type ListedModel,
  type ModelWindow,
} from '../../ports/ports.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import { postForLines } from '../line-call.js'
import type { AnswerPart, Chat, ModelApi } from '../model-api.js'
import type { Refusal } from '../refusal.js'
import { ServerModel, type ServerModelOptions } from '../server-model.js'
import { connect, type OllamaServer } from './connection.js'
import { ollamaModels, ollamaWindow } from './windows.js'

export interface OllamaOptions extends OllamaServer, ServerModelOptions {
  /** How long the server keeps the model loaded after a call, in Ollama's notation. Default `10m`. */
  keepAlive?: string
}

/**
 * Without a repeat penalty, the smallest models loop at temperature 0 (measured: 9 of 9 spans). The penalty is Ollama's
 * default, over a longer stretch of text. It is set explicitly because not every server has that default.
 */
const LOOP_PENALTY = { repeat_penalty: 1.1, repeat_last_n: 256 }

/**
 * `truncate` and `shift` are newer than the client's types. If both are false, a server rejects a prompt that is too
 * long instead of cutting it. Older servers ignore both.
 */
type CheckedRequest = OllamaRequest & { stream: true; truncate: false; shift: false }

const Embeddings = z.object({ embeddings: z.array(z.array(z.number())) })

/** Implements the model port with an Ollama server: chats, embeddings, windows and model names. [V1] [S4] */
export class OllamaModel extends ServerModel {
  constructor(options: OllamaOptions) {
    super(new OllamaApi(options), options)
  }
}

class OllamaApi implements ModelApi {
  readonly addressSetting = 'OLLAMA_HOST'
  readonly choosesWindow = true
  /** Models that rejected the parameter `think`. */
  private readonly withoutThink = new Set<string>()

  constructor(private readonly options: OllamaOptions) {}

  open(request: ChatRequest, signal: AbortSignal): Chat {
    return this.chat(this.body(request), signal)
  }

  openEvaluation(request: EvaluateRequest, signal: AbortSignal): Chat {
    return this.chat(evaluationBody(request), signal)
  }

  private chat(body: object | string, signal: AbortSignal): Chat {
    const { host, authorization = null } = this.options
    const url = `${withoutEndSlashes(host)}/api/chat`
    const call = postForLines({ url, authorization, body }, signal)
    return {
      async *parts() {
        for await (const line of call.lines()) yield partOf(parsed(line))
      },
      finish: () => call.finish(),
      close: () => call.close(),
    }
  }

  adapt({ model }: ChatRequest, { status, message }: Refusal): boolean {
    if (status !== 400 || !holdsOne(message, ['think']) || this.withoutThink.has(model)) return false
    this.withoutThink.add(model)
    return true
  }

  async embed({ model, texts }: { model: string; texts: string[] }, signal: AbortSignal): Promise<number[][]> {
    const reply = await connect(this.options, signal).embed({ model, input: texts })
    return Embeddings.safeParse(reply).data?.embeddings ?? []
  }

  window(model: string, signal: AbortSignal): Promise<ModelWindow | null> {
    return ollamaWindow(this.options, model, signal)
  }

  list(signal: AbortSignal): Promise<ListedModel[]> {
    return ollamaModels(this.options, signal)
  }

  private body(request: ChatRequest): CheckedRequest {
    return {
      model: request.model,
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.prompt },
      ],
      stream: true,
      truncate: false,
      shift: false,
      keep_alive: this.options.keepAlive ?? '10m',
      options: { num_ctx: request.windowTokens, num_predict: request.maxOutputTokens, temperature: 0, ...LOOP_PENALTY },
      ...(request.schema ? { format: request.schema } : {}),
      ...(this.withoutThink.has(request.model) ? {} : { think: false }),
    }
  }
}

/** Returns the body of a call that evaluates a prompt. The messages keep their exact text: the server's cache compares what it
 * makes of them. Anything else that a client sends may decide how the model is loaded. */
function evaluationBody({ model, messages, tools, members, windowTokens }: EvaluateRequest): string {
  const options = isObject(members.options ?? null) ? (members.options as JsonObject) : {}
  const others = {
    ...members,
    ...{ model, stream: true, truncate: false, shift: false },
    options: { ...options, num_ctx: windowTokens, num_predict: 1 },
  }
  const tail = `"messages":[${messages.join(',')}]${tools === null ? '' : `,"tools":${tools}`}`
  return `${JSON.stringify(others).slice(0, -1)},${tail}}`
}

function partOf(chunk: ChatResponse): AnswerPart {
  const { content = '', thinking = '' } = chunk.message ?? {}
  if (!chunk.done) return { text: content, thinkingChars: thinking.length, end: null }
  const { prompt_eval_count, eval_count, done_reason } = chunk
  // Versions before 2024 omit the count for a cached prompt, and 0 is none.
  const end = {
    promptTokens: prompt_eval_count || null,
    outputTokens: eval_count || null,
    isCut: done_reason === 'length',
    model: null,
    hasCalls: false,
  }
  return { text: content, thinkingChars: thinking.length, end }
}

function parsed(line: string): ChatResponse {
  let part: unknown
  try {
    part = JSON.parse(line)
  } catch {
    part = null
  }
  if (typeof part !== 'object' || part === null) {
    // The line is conversation text, so the error contains only its length.
    throw new ModelError(
      'unavailable',
      `The model server sent a line of ${line.length} characters that is not a JSON object.`,
    )
  }
  if ('error' in part) throw new Error(String(part.error))
  return part as ChatResponse
}
