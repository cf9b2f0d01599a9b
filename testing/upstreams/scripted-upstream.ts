import type { ServerResponse } from 'node:http'
import { setImmediate as nextTick } from 'node:timers/promises'
import { ScriptedServer, sendJson, type Loose, type Received } from '../scripted-server.js'
import { PromptCounter } from '../prompt-tokens.js'
import { randomChunks, seededRandom, workingScript, type Script } from './script.js'

/** An HTTP server with the API of a provider on a free loopback port. It refuses what the provider refuses. The test
 * chooses how it answers. */

/** Behaviors of the upstream. All but `honest`, `pings`, `open` and `late` are failures. */
export type UpstreamScenario =
  | 'honest'
  | 'pings' // with pings and comments between the events
  | 'error-midway' // an error event in the middle of the stream
  | 'reset' // closes the connection in the middle
  | 'half' // ends the answer in the middle, without an error
  | 'open' // sends the whole answer, and does not close the stream
  | 'silent' // sends status 200 and no byte
  | 'hang' // sends nothing
  | 'late' // sends nothing until the test calls `release`, and then an honest answer
  | 'error500'
  | 'overloaded'
  | 'rate-limited'
  | 'garbage' // bytes that are no event
  | 'wrong-type' // a page instead of an answer

export type { Loose, Received }

/** An error as the provider reports it. */
export interface UpstreamError {
  status: number
  body: object
  headers?: Record<string, string>
}
export interface Written {
  /** Server-sent events as text, in order. */
  events: string[]
  whole: object
}
/** One endpoint. */
export interface Endpoint {
  /** Returns why the request is refused. */
  check(request: Received): UpstreamError | null
  answer(request: Received): Written
  /** Sent between events. */
  ping: string
  error(kind: 'error500' | 'overloaded' | 'rate-limited'): UpstreamError
  /** Event in the middle of a stream. */
  midwayError: string
}
export interface ScriptedUpstreamOptions {
  scenario?: UpstreamScenario | ((request: Received, call: number) => UpstreamScenario)
  script?: Script
  /** Window in tokens; longer prompts are refused. Default 200,000. */
  window?: number
  /** Refuses a prompt that does not fit beside the wanted output, as vLLM does. */
  countsOutput?: boolean
  seed?: number
}

export abstract class ScriptedUpstream extends ScriptedServer {
  scenario: NonNullable<ScriptedUpstreamOptions['scenario']>
  script: Script
  /** Messages of refusals, in order. */
  readonly refusals: string[] = []
  /** Requests answered with a message. */
  calls = 0
  /** Answers the client aborted. */
  abandoned = 0
  /** Ends the silence of `late` answers. */
  release = () => {}
  private readonly released = new Promise<void>((resolve) => (this.release = resolve))
  readonly window: number
  readonly countsOutput: boolean
  readonly random: () => number
  /** Counts prompts; those of one conversation share most of their texts. */
  readonly counter = new PromptCounter()

  constructor(options: ScriptedUpstreamOptions = {}) {
    super()
    this.scenario = options.scenario ?? 'honest'
    this.script = options.script ?? workingScript
    this.window = options.window ?? 200_000
    this.countsOutput = options.countsOutput ?? false
    this.random = seededRandom(options.seed ?? 1)
  }

  /** Requests beside the questions for the window of a model, in order. */
  get turns(): Received[] {
    return this.requests.filter(({ method }) => method === 'POST')
  }

  /** Returns the endpoint that answers with a message; null for other paths. */
  abstract endpoint(path: string): Endpoint | null
  /** Answers all other requests. */
  protected abstract other(request: Received): UpstreamError

  protected async serve(request: Received, response: ServerResponse): Promise<void> {
    const { method, path } = request
    const endpoint = method === 'POST' ? this.endpoint(path.split('?')[0]!) : null
    if (!endpoint) return send(response, this.other(request))
    const refusal = endpoint.check(request)
    if (refusal) {
      this.refusals.push(JSON.stringify(refusal.body))
      return send(response, refusal)
    }
    this.calls++
    response.once('close', () => {
      if (!response.writableFinished) this.abandoned++
    })
    const scenario = typeof this.scenario === 'function' ? this.scenario(request, this.calls) : this.scenario
    await this.answer(scenario, endpoint, request, response)
  }

  private async answer(scenario: UpstreamScenario, endpoint: Endpoint, request: Received, response: ServerResponse) {
    if (scenario === 'hang') return
    if (scenario === 'late') await this.released
    if (scenario === 'error500' || scenario === 'overloaded' || scenario === 'rate-limited')
      return send(response, endpoint.error(scenario))
    if (scenario === 'wrong-type')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    const { events, whole } = endpoint.answer(request)
    if (request.body.stream !== true) return this.sendWhole(scenario, whole, response)
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-request-id': `req_${this.calls}`,
    })
    response.flushHeaders()
    if (scenario === 'silent') return
    const middle = Math.max(1, Math.floor(events.length / 2))
    const isFailing = ['error-midway', 'reset', 'half'].includes(scenario)
    const sent = isFailing ? events.slice(0, middle) : events
    if (scenario === 'error-midway') sent.push(endpoint.midwayError)
    const text = scenario === 'garbage' ? '<?>\u0000 no events\n\n{"half":' : withPings(sent, scenario, endpoint.ping)
    for (const chunk of randomChunks(Buffer.from(text), this.random)) {
      if (response.destroyed) return
      if (!response.write(chunk)) await drained(response)
      await nextTick()
    }
    if (scenario === 'reset') response.destroy()
    else if (scenario !== 'open') response.end()
  }

  private sendWhole(scenario: UpstreamScenario, whole: object, response: ServerResponse): void {
    const text = JSON.stringify(whole)
    if (scenario === 'silent') return response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    if (scenario === 'honest' || scenario === 'pings' || scenario === 'late')
      return send(response, { status: 200, body: whole })
    response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, text.length / 2), () => {
      if (scenario === 'reset') response.destroy()
      else response.end()
    })
  }
}

function withPings(events: readonly string[], scenario: UpstreamScenario, ping: string): string {
  return events.map((event, i) => (scenario === 'pings' && i % 3 === 1 ? ping + event : event)).join('')
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve)
    response.once('close', resolve)
  })
}

function send(response: ServerResponse, { status, body, headers }: UpstreamError): void {
  sendJson(response, status, body, headers)
}
