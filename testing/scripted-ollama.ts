import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { PromptCounter } from './prompt-tokens.js'
import { psBody, showBody, tagsBody, type ScriptedModel } from './scripted-ollama/catalogue.js'
import { embeddingOf } from './scripted-ollama/embedding.js'
import { head, reply, turnsOf, windowOf, type Call, type ChatBody } from './scripted-ollama/reply.js'
import { SCENARIOS, type AnyScenario, type Scenario } from './scripted-ollama/scenarios.js'
import { CRASHED, sendChunks, sendTokens, sendWhole } from './scripted-ollama/sending.js'
import { toolAnswer, toolPromptTokens, toolRequestFault, type ToolModel } from './scripted-ollama/tool-model.js'
import { ScriptedServer, sendJson, type Received } from './scripted-server.js'
import { seededRandom, workingScript, type Script } from './upstreams/script.js'

export { SCENARIOS, type ChatBody, type Scenario }

export interface ScriptedOllamaOptions {
  /** Behavior for all calls, one per call (the last repeats), or chosen by request and call number (1, 2, 3 …). */
  scenario?: AnyScenario | AnyScenario[] | ((request: ChatBody, call: number) => AnyScenario)
  /** Answers of a model with tools and thinking. Default: the model summarizes. */
  script?: Script
  /** Whether a model with a script can think. Default: it can. */
  thinks?: boolean
  model?: string
  contextLength?: number
  parameterSize?: string
  family?: string
  /** More models of the same size. */
  others?: string[]
  /** Tokens of the scripted tokenizer per token of ours. */
  tokenFactor?: number
  /** How a single message that is too long is cut: `fill` as Ollama until mid-2026, `half` since. */
  overlong?: 'fill' | 'half'
  /** Ignores `truncate` and `shift`, and silently cuts prompts that are too long. */
  cutsSilently?: boolean
  /** Answers 400 to any `think`, like models and servers without it. */
  refusesThink?: boolean
  /** Behavior of `/api/embed`, independent of the chats. */
  embedding?: 'honest' | 'hang' | 'error500' | 'too-few'
  /** Delay before the first token, in ms. Default 150 for `slow`, else 0. */
  firstTokenMs?: number
  /** Delay between two tokens, or two chunks of a script's answer, in ms. Default 10 for `slow`, else 0. */
  tokenMs?: number
}
/** An HTTP server with Ollama's API. The test chooses the behavior of its model: one that summarizes, or with a script,
 * one with tools. */
export class ScriptedOllama extends ScriptedServer {
  scenario: NonNullable<ScriptedOllamaOptions['scenario']>
  /** Chats started, not counting loads. */
  calls = 0
  running = 0
  maxConcurrent = 0
  /** Chats the client aborted. */
  abandoned = 0
  /** Requests refused because of the conversation or its length, in order. Only with a script. */
  readonly refusals: string[] = []
  /** Chats that must have arrived before the first of them is answered. */
  together = 1
  private readonly waiting: (() => void)[] = []
  /** Ends the silence of `late` answers. */
  release = () => {}
  private readonly released = new Promise<void>((resolve) => (this.release = resolve))
  readonly models: ScriptedModel[]
  private readonly loaded = new Map<string, number>()
  private readonly counter = new PromptCounter()
  private readonly random = seededRandom(1)

  constructor(readonly options: ScriptedOllamaOptions) {
    super()
    this.scenario = options.scenario ?? 'honest'
    const shape = {
      contextLength: options.contextLength ?? 8_192,
      parameterSize: options.parameterSize ?? '7.6B',
      family: options.family ?? 'qwen2',
    }
    this.models = [options.model ?? 'qwen2.5:7b', ...(options.others ?? [])].map((name, i) => ({
      ...shape,
      name,
      digest: `${i + 1}`.repeat(64),
    }))
  }

  /** Requests for answers, in order. */
  get chats(): Received[] {
    return this.requests.filter(({ path }) => path === '/api/chat')
  }

  protected serve({ path, body }: Received, response: ServerResponse): void | Promise<void> {
    if (body === undefined) return sendJson(response, 400, { error: 'unexpected EOF' })
    switch (path) {
      case '/':
        return void response.end('Ollama is running')
      case '/api/version':
        return sendJson(response, 200, { version: '0.25.0' })
      case '/api/tags':
        return sendJson(response, 200, tagsBody(this.models))
      case '/api/ps':
        return sendJson(response, 200, psBody(this.models.flatMap((model) => this.asLoaded(model))))
      case '/api/embed':
        return this.embed(body, response)
      case '/api/show':
      case '/api/chat':
      case '/api/generate':
        return this.ask(path, body, response)
      default:
        response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    }
  }

  private asLoaded(model: ScriptedModel) {
    const numCtx = this.loaded.get(model.name)
    return numCtx === undefined ? [] : [{ model, numCtx }]
  }

  private async ask(path: string, body: ChatBody, response: ServerResponse): Promise<void> {
    if (!body.model) return sendJson(response, 400, { error: 'model is required' })
    const model = this.modelNamed(body.model)
    if (!model) return sendJson(response, 404, { error: `model '${body.model}' not found` })
    if (path === '/api/show') return sendJson(response, 200, showBody(model))
    const call: Call = { model, speech: path === '/api/generate' ? 'generate' : 'chat', body, turns: [] }
    const refusal = this.refusalOf(call)
    if (refusal !== null) return sendJson(response, 400, { error: refusal })
    call.turns = turnsOf(call.speech, body)
    if (call.turns.length === 0) {
      const unload = body.keep_alive === 0
      if (unload) this.loaded.delete(model.name)
      return sendJson(response, 200, { ...head(call, ''), done: true, done_reason: unload ? 'unload' : 'load' })
    }
    this.calls++
    this.running++
    this.maxConcurrent = Math.max(this.maxConcurrent, this.running)
    response.once('close', () => {
      this.running--
      if (!response.writableFinished) this.abandoned++
    })
    const scenario = this.scenarioOf(body)
    await this.untilTogether()
    await this.answer(scenario, call, response)
  }

  private untilTogether(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      if (this.waiting.length >= this.together) for (const go of this.waiting.splice(0)) go()
    })
  }

  /** Returns why a request is refused before the model reads it. */
  private refusalOf({ model, body }: Call): string | null {
    if (this.options.script) {
      const fault = toolRequestFault(this.toolModel(model), body) ?? this.overlongOf(model, body)
      if (fault !== null) this.refusals.push(fault)
      return fault
    }
    if (body.think === true || (this.options.refusesThink && body.think !== undefined))
      return `"${body.model}" does not support thinking`
    return body.tools?.length ? `registry.ollama.ai/library/${model.name} does not support tools` : null
  }

  /** The real server would silently drop the beginning of a prompt that is too long. With a script, that is refused. */
  private overlongOf(model: ScriptedModel, body: ChatBody): string | null {
    const numCtx = windowOf(model, body)
    const tokens = toolPromptTokens(this.counter, body)
    if (tokens < numCtx) return null
    return `the prompt is longer than the context length: ${tokens} tokens exceed the context length (${numCtx})`
  }

  private toolModel({ name }: ScriptedModel): ToolModel {
    return { name, script: this.options.script ?? workingScript, thinks: this.options.thinks ?? true }
  }

  private modelNamed(wanted: string): ScriptedModel | undefined {
    const found = this.models.find(({ name }) => name === wanted || name === `${wanted}:latest`)
    return found ?? (wanted === EXACT_ALIAS && this.options.model === undefined ? this.models[0] : undefined)
  }

  private embed({ model, input = [] }: ChatBody, response: ServerResponse): void {
    const { embedding = 'honest' } = this.options
    if (embedding === 'hang') return
    if (embedding === 'error500') return sendJson(response, 500, { error: CRASHED })
    if (!this.models.some(({ name }) => name === model))
      return sendJson(response, 404, { error: `model "${model}" not found, try pulling it first` })
    const vectors = [input].flat().map(embeddingOf)
    const embeddings = embedding === 'too-few' ? vectors.slice(1) : vectors
    const counts = { total_duration: 3_000_000, load_duration: 1_000_000, prompt_eval_count: 8 }
    sendJson(response, 200, { model, embeddings, ...counts })
  }

  private scenarioOf(body: ChatBody): AnyScenario {
    if (typeof this.scenario === 'function') return this.scenario(body, this.calls)
    if (typeof this.scenario === 'string') return this.scenario
    return this.scenario[Math.min(this.calls, this.scenario.length) - 1] ?? 'honest'
  }

  private async answer(scenario: AnyScenario, call: Call, response: ServerResponse): Promise<void> {
    if (scenario === 'hang') return
    if (scenario === 'error500') return sendJson(response, 500, { error: CRASHED })
    if (scenario === 'rejecting') return sendJson(response, 400, { error: 'invalid options: num_ctx' })
    if (scenario === 'no-such-model') return sendJson(response, 404, { error: `model '${call.body.model}' not found` })
    if (this.options.script) return this.answerWithTools(scenario, call, response)
    const { tokenFactor = 1, overlong = 'half', cutsSilently = false, tokenMs } = this.options
    const answer = reply(scenario, call, { tokenFactor, overlong, cutsSilently })
    if ('refusal' in answer) return sendJson(response, 400, { error: answer.refusal })
    this.loaded.set(call.model.name, answer.numCtx)
    await pause(this.options.firstTokenMs ?? (scenario === 'slow' ? 150 : 0))
    if (call.body.stream === false)
      return sendJson(response, 200, { ...head(call, answer.written.join(''), answer.thinking), ...answer.ending })
    await sendTokens(response, { scenario, call, answer, tokenMs: tokenMs ?? (scenario === 'slow' ? 10 : 0) })
  }

  private async answerWithTools(scenario: AnyScenario, { model, body }: Call, response: ServerResponse): Promise<void> {
    const { random, calls: call, options } = this
    this.loaded.set(model.name, windowOf(model, body))
    if (scenario === 'late') await this.released
    await pause(options.firstTokenMs ?? 0)
    const promptTokens = toolPromptTokens(this.counter, body)
    const answer = toolAnswer(this.toolModel(model), { body, call, promptTokens, random })
    if (body.stream === false) return sendWhole(response, answer, scenario)
    await sendChunks(response, answer, { scenario, random, chunkMs: () => options.tokenMs ?? 0 })
  }
}

/** Also names the default model: sessions of this name are counted in stored tokens, so their figures are exact. */
const EXACT_ALIAS = 'gpt-4o:7b'
/** Starts a scripted server. The test must close it. */
export async function scriptedOllama(options: ScriptedOllamaOptions = {}): Promise<ScriptedOllama> {
  const ollama = new ScriptedOllama(options)
  await ollama.listen()
  return ollama
}

/** No timer for no delay. */
async function pause(ms: number): Promise<void> {
  if (ms > 0) await setTimeout(ms)
}
