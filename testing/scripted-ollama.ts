import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { psBody, showBody, tagsBody, type ScriptedModel } from './scripted-ollama/catalogue.js'
import { embeddingOf } from './scripted-ollama/embedding.js'
import { SCENARIOS, type Scenario } from './scripted-ollama/scenarios.js'
import { pieces } from './scripted-ollama/pieces.js'
import { head, reply, turnsOf, type Call, type ChatBody, type Reply } from './scripted-ollama/reply.js'

export { SCENARIOS, type ChatBody, type Scenario }

export interface ScriptedOllamaOptions {
  /** Behavior for all calls, one per call (the last repeats), or chosen by request and call number (1, 2, 3 …). */
  scenario?: Scenario | Scenario[] | ((request: ChatBody, call: number) => Scenario)
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
  /** Delay between two tokens, in ms. Default 10 for `slow`, else 0. */
  tokenMs?: number
}
/** An HTTP server with Ollama's API on a free loopback port. The test chooses the behavior of its model. */
export class ScriptedOllama {
  url = ''
  scenario: NonNullable<ScriptedOllamaOptions['scenario']>
  /** Chats started, not counting loads. */
  calls = 0
  running = 0
  maxConcurrent = 0
  /** Chats the client aborted. */
  abandoned = 0
  /** Every request in order. */
  readonly requests: { method: string; path: string; body: ChatBody }[] = []
  readonly models: ScriptedModel[]
  private readonly loaded = new Map<string, number>()
  private readonly server = createServer(
    (request, response) => void this.serve(request, response).catch(() => response.destroy()),
  )

  constructor(readonly options: ScriptedOllamaOptions) {
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

  listen(port = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', () => {
        this.server.off('error', reject)
        const address = this.server.address()
        if (address !== null && typeof address === 'object') this.url = `http://127.0.0.1:${address.port}`
        resolve()
      })
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let raw = ''
    for await (const chunk of request.setEncoding('utf8')) raw += chunk
    const path = (request.url ?? '').split('?')[0] ?? ''
    let body: ChatBody = {}
    if (raw !== '') {
      try {
        body = JSON.parse(raw)
      } catch {
        return json(response, 400, { error: 'unexpected EOF' })
      }
    }
    this.requests.push({ method: request.method ?? '', path, body })
    switch (path) {
      case '/':
        return void response.end('Ollama is running')
      case '/api/version':
        return json(response, 200, { version: '0.25.0' })
      case '/api/tags':
        return json(response, 200, tagsBody(this.models))
      case '/api/ps':
        return json(response, 200, psBody(this.models.flatMap((model) => this.asLoaded(model))))
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
    if (!body.model) return json(response, 400, { error: 'model is required' })
    const model = this.modelNamed(body.model)
    if (!model) return json(response, 404, { error: `model '${body.model}' not found` })
    if (path === '/api/show') return json(response, 200, showBody(model))
    if (body.think === true || (this.options.refusesThink && body.think !== undefined)) {
      return json(response, 400, { error: `"${body.model}" does not support thinking` })
    }
    if (body.tools?.length)
      return json(response, 400, { error: `registry.ollama.ai/library/${model.name} does not support tools` })
    const call: Call = { model, speech: path === '/api/generate' ? 'generate' : 'chat', body, turns: [] }
    call.turns = turnsOf(call.speech, body)
    if (call.turns.length === 0) {
      const unload = body.keep_alive === 0
      if (unload) this.loaded.delete(model.name)
      return json(response, 200, { ...head(call, ''), done: true, done_reason: unload ? 'unload' : 'load' })
    }
    this.calls++
    this.running++
    this.maxConcurrent = Math.max(this.maxConcurrent, this.running)
    response.once('close', () => {
      this.running--
      if (!response.writableFinished) this.abandoned++
    })
    await this.answer(this.scenarioOf(body), call, response)
  }

  private modelNamed(wanted: string): ScriptedModel | undefined {
    const found = this.models.find(({ name }) => name === wanted || name === `${wanted}:latest`)
    return found ?? (wanted === EXACT_ALIAS && this.options.model === undefined ? this.models[0] : undefined)
  }

  private embed({ model, input = [] }: ChatBody, response: ServerResponse): void {
    const { embedding = 'honest' } = this.options
    if (embedding === 'hang') return
    if (embedding === 'error500')
      return json(response, 500, { error: 'llama runner process has terminated: exit status 2' })
    if (!this.models.some(({ name }) => name === model))
      return json(response, 404, { error: `model "${model}" not found, try pulling it first` })
    const vectors = [input].flat().map(embeddingOf)
    const embeddings = embedding === 'too-few' ? vectors.slice(1) : vectors
    json(response, 200, {
      model,
      embeddings,
      total_duration: 3_000_000,
      load_duration: 1_000_000,
      prompt_eval_count: 8,
    })
  }

  private scenarioOf(body: ChatBody): Scenario {
    if (typeof this.scenario === 'function') return this.scenario(body, this.calls)
    if (typeof this.scenario === 'string') return this.scenario
    return this.scenario[Math.min(this.calls, this.scenario.length) - 1] ?? 'honest'
  }

  private async answer(scenario: Scenario, call: Call, response: ServerResponse): Promise<void> {
    if (scenario === 'hang') return
    if (scenario === 'error500')
      return json(response, 500, { error: 'llama runner process has terminated: exit status 2' })
    if (scenario === 'rejecting') return json(response, 400, { error: 'invalid options: num_ctx' })
    if (scenario === 'no-such-model') return json(response, 404, { error: `model '${call.body.model}' not found` })
    const { tokenFactor = 1, overlong = 'half', cutsSilently = false } = this.options
    const answer = reply(scenario, call, { tokenFactor, overlong, cutsSilently })
    if ('refusal' in answer) return json(response, 400, { error: answer.refusal })
    this.loaded.set(call.model.name, answer.numCtx)
    const firstTokenMs = this.options.firstTokenMs ?? (scenario === 'slow' ? 150 : 0)
    if (firstTokenMs > 0) await sleep(firstTokenMs)
    if (call.body.stream === false)
      return json(response, 200, { ...head(call, answer.written.join(''), answer.thinking), ...answer.ending })
    await this.stream(scenario, call, answer, response)
    if (!response.destroyed) response.end(JSON.stringify({ ...head(call, ''), ...answer.ending }) + '\n')
  }

  private async stream(
    scenario: Scenario,
    call: Call,
    { written, thinking }: Reply,
    response: ServerResponse,
  ): Promise<void> {
    const tokenMs = this.options.tokenMs ?? (scenario === 'slow' ? 10 : 0)
    const breaksAt = Math.min(3, written.length - 1)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    for (const piece of pieces(thinking))
      response.write(JSON.stringify({ ...head(call, '', piece), done: false }) + '\n')
    for (const [i, piece] of written.entries()) {
      if (response.destroyed) return
      if (i === breaksAt && scenario === 'reset') return void response.destroy()
      if (i === breaksAt && scenario === 'error-midway') response.write(`{"error":"${MIDWAY}"}\n`)
      const flushed = response.write(JSON.stringify({ ...head(call, piece), done: false }) + '\n')
      if (tokenMs > 0) await sleep(tokenMs)
      // Unread data accumulates, and a disconnected client never drains it, so check again after 1 ms.
      else if (!flushed) await sleep(1)
    }
  }
}

/** Also names the default model: sessions of this name are counted in stored tokens, so their figures are exact. */
const EXACT_ALIAS = 'gpt-4o:7b'
const MIDWAY = 'an error was encountered while running the model: unexpected EOF'

/** Starts a scripted server. The test must close it. */
export async function scriptedOllama(options: ScriptedOllamaOptions = {}): Promise<ScriptedOllama> {
  const ollama = new ScriptedOllama(options)
  await ollama.listen()
  return ollama
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
