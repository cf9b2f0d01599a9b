import type { ServerResponse } from 'node:http'
import { countText } from '../src/model/encoding.js'
import { embeddingOf } from './scripted-ollama/embedding.js'
import { pieces, promptTokens } from './scripted-ollama/pieces.js'
import { speak, type Scenario } from './scripted-ollama/scenarios.js'
import { BEHAVIORS, type BehaviorName, type Changes, type ChatAnswer } from './scripted-model-server/behaviors.js'
import { modelList, ownEndpoint, tooLong, type ServedModel, type ServerKind } from './scripted-model-server/kinds.js'
import { ScriptedServer, sendJson, type Loose, type Received } from './scripted-server.js'

export interface ScriptedModelServerOptions {
  kind?: ServerKind
  model?: string
  /** More models, with the same window. */
  others?: string[]
  window?: number
  isLoaded?: boolean
  /** The server refuses requests without this key. */
  key?: string
  /** Behavior of chats. One of the model's scenarios is answered in an honest form. */
  behavior?: BehaviorName
  scenario?: Scenario
  /** Tokens of the scripted tokenizer per token of ours. */
  tokenFactor?: number
}

/** An OpenAI-compatible model server of one kind. The test chooses how it answers chats. */
export class ScriptedModelServer extends ScriptedServer {
  behavior: BehaviorName
  key: string | null
  readonly kind: ServerKind
  readonly models: ServedModel[]
  calls = 0
  running = 0
  maxConcurrent = 0

  constructor(readonly options: ScriptedModelServerOptions = {}) {
    super()
    const { kind = 'vllm', model = 'qwen2.5-7b-instruct', others = [], window = 8_192, isLoaded = true } = options
    this.kind = kind
    this.behavior = options.behavior ?? 'honest'
    this.key = options.key ?? null
    this.models = [model, ...others].map((id) => ({ id, window, isLoaded }))
  }

  /** Base URL of the API. */
  get base(): string {
    return `${this.url}/v1`
  }

  get chats(): Received[] {
    return this.requests.filter(({ path }) => path === '/v1/chat/completions')
  }

  protected serve(request: Received, response: ServerResponse): void {
    const { path, headers, body } = request
    const [plain = ''] = path.split('?')
    if (this.key !== null && headers.authorization !== `Bearer ${this.key}`)
      return sendJson(response, 401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } })
    if (plain === '/v1/models') return sendJson(response, 200, modelList(this.kind, this.models))
    if (plain === '/v1/embeddings') return this.embed(body, response)
    if (plain === '/v1/chat/completions') return this.chat(body, response)
    const own = ownEndpoint(this.kind, plain, this.models)
    if (own) return sendJson(response, 200, own)
    // LM Studio answers 200 to everything.
    if (this.kind === 'lm-studio')
      return sendJson(response, 200, { error: `Unexpected endpoint or method. (GET ${plain})` })
    sendJson(response, 404, { error: { message: 'Not Found', code: 404 } })
  }

  private embed({ input }: Loose, response: ServerResponse): void {
    const data = [input]
      .flat()
      .map((text: string, index) => ({ object: 'embedding', index, embedding: embeddingOf(text) }))
    // In any order: the index decides.
    sendJson(response, 200, { object: 'list', data: data.toReversed(), usage: { prompt_tokens: 8, total_tokens: 8 } })
  }

  private chat(body: Loose, response: ServerResponse): void {
    this.calls++
    this.running++
    this.maxConcurrent = Math.max(this.maxConcurrent, this.running)
    response.once('close', () => this.running--)
    const model = this.models.find(({ id }) => id === body.model)
    if (!model)
      return sendJson(response, 404, {
        error: { message: `The model \`${body.model}\` does not exist.`, type: 'NotFoundError', code: 404 },
      })
    model.isLoaded = true
    const limit = body.max_tokens ?? body.max_completion_tokens
    const tokens = promptTokens(body.messages, this.options.tokenFactor ?? 1)
    if (tokens + limit > model.window) {
      const { status, body: refusal } = tooLong(this.kind, tokens, model)
      return sendJson(response, status, refusal)
    }
    const format = body.response_format?.json_schema?.schema ?? (body.response_format ? 'json' : undefined)
    const speech = speak(this.options.scenario ?? 'honest', { turns: body.messages, format, numPredict: limit })
    const answer: ChatAnswer = {
      kind: this.kind,
      body,
      text: speech.text,
      promptTokens: tokens,
      call: this.calls,
      honest: (changes) => send(response, answer, changes),
    }
    BEHAVIORS[this.behavior](answer, response)
  }
}

function send(response: ServerResponse, { body, text, promptTokens }: ChatAnswer, changes: Changes = {}): void {
  const { deltas = pieces(text).map((content) => ({ content })), finish = 'stop', newline = '\n' } = changes
  const head = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: changes.model ?? body.model,
  }
  const event = (value: object | string) =>
    `data: ${typeof value === 'string' ? value : JSON.stringify(value)}${newline}${newline}`
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({ ...head, choices: [{ index: 0, delta, finish_reason }] })
  const usage =
    changes.usage === undefined ? { prompt_tokens: promptTokens, completion_tokens: countText(text) } : changes.usage
  const events = [
    changes.before ?? '',
    chunk({ role: 'assistant', content: '' }),
    ...deltas.map((delta) => chunk(delta)),
    changes.after ?? '',
    ...(finish === null ? [] : [chunk({}, finish)]),
    ...(usage === null || finish === null || !body.stream_options ? [] : [event({ ...head, choices: [], usage })]),
    ...(changes.staysOpen || changes.endsEarly ? [] : [event('[DONE]')]),
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(events.join(''))
  if (!changes.staysOpen) response.end()
}

/** Starts a scripted OpenAI-compatible server. The test must close it. */
export async function scriptedModelServer(options: ScriptedModelServerOptions = {}): Promise<ScriptedModelServer> {
  const server = new ScriptedModelServer(options)
  await server.listen()
  return server
}
