import { countText } from '../../src/model/encoding.js'
import { isMedium, MEDIUM_TEXT } from '../prompt-tokens.js'
import { anthropicFault, prefixOf } from './anthropic-checks.js'
import { randomPieces, scriptedId, type ScriptedAnswer } from './script.js'
import {
  ScriptedUpstream,
  type Endpoint,
  type Received,
  type ScriptedUpstreamOptions,
  type UpstreamError,
  type Written,
  type Loose,
} from './scripted-upstream.js'

/** Anthropic's messages API: `/v1/messages`, `/v1/messages/count_tokens`, `/v1/models`, `/api/hello`. */
export class ScriptedAnthropic extends ScriptedUpstream {
  /** Tokens read from the cache and tokens of all prompts, over all answers. */
  readonly cache = { read: 0, prompt: 0 }
  private lastPrompt = ''

  endpoint(path: string): Endpoint | null {
    if (path !== '/v1/messages') return null
    return {
      check: (request) => this.check(request, false),
      answer: (request) => this.written(request),
      ping: 'event: ping\ndata: {"type": "ping"}\n\n',
      error: (kind) => FAILURES[kind],
      midwayError: sse('error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    }
  }

  protected other(request: Received): UpstreamError {
    const path = request.path.split('?')[0]!
    if (path === '/api/hello') return { status: 200, body: { hello: 'world' } }
    if (path === '/v1/models')
      return {
        status: 200,
        body: { data: [{ type: 'model', id: 'claude-scripted-5', display_name: 'Scripted' }], has_more: false },
      }
    if (path !== '/v1/messages/count_tokens') return failure(404, 'not_found_error', 'Not found')
    return this.check(request, true) ?? { status: 200, body: { input_tokens: this.promptTokens(request.body) } }
  }

  private check({ body, headers }: Received, counting: boolean): UpstreamError | null {
    if (headers['anthropic-version'] === undefined)
      return failure(400, 'invalid_request_error', 'anthropic-version: header is required')
    if (body === undefined) return failure(400, 'invalid_request_error', 'The request body is not valid JSON')
    const fault = anthropicFault(body, String(headers['anthropic-beta'] ?? ''), counting)
    if (fault !== null) return failure(400, 'invalid_request_error', fault)
    const tokens = this.promptTokens(body)
    if (counting || tokens <= this.window) return null
    return failure(400, 'invalid_request_error', `prompt is too long: ${tokens} tokens > ${this.window} maximum`)
  }

  private written({ body }: Received): Written {
    const last = body.messages.at(-1)
    const isResult = Array.isArray(last.content) && last.content[0]?.type === 'tool_result'
    const answer = this.script({
      call: this.calls,
      last: isResult ? 'result' : 'text',
      tools: (body.tools ?? []).map(({ name }: { name: string }) => name),
      thinks: body.thinking !== undefined && body.thinking.type !== 'disabled',
    })
    const blocks = this.blocks(answer, body)
    const head = { id: scriptedId('msg_', this.calls), type: 'message', role: 'assistant', model: body.model }
    const stop = {
      stop_reason: answer.isCut ? 'max_tokens' : answer.calls?.length ? 'tool_use' : 'end_turn',
      stop_sequence: null,
    }
    const output = Math.max(1, countText(JSON.stringify(blocks)))
    const usage = this.usage(body)
    const events = [
      sse('message_start', {
        type: 'message_start',
        message: {
          ...head,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: 1 },
        },
      }),
      'event: ping\ndata: {"type": "ping"}\n\n',
      ...blocks.flatMap((block, index) => this.blockEvents(block, index)),
      sse('message_delta', { type: 'message_delta', delta: stop, usage: { output_tokens: output } }),
      sse('message_stop', { type: 'message_stop' }),
    ]
    return { events, whole: { ...head, content: blocks, ...stop, usage: { ...usage, output_tokens: output } } }
  }

  private blocks({ thinking, text, calls = [] }: ScriptedAnswer, body: Loose): Loose[] {
    const prefix = prefixOf(body)
    const isSealed = thinking !== undefined && this.calls % 5 === 0
    return [
      ...(thinking === undefined
        ? []
        : [
            isSealed
              ? { type: 'redacted_thinking', data: prefix.sign('') }
              : { type: 'thinking', thinking, signature: prefix.sign(thinking) },
          ]),
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ name, args }, i) => ({
        type: 'tool_use',
        id: scriptedId('toolu_', this.calls, i),
        name,
        input: args,
      })),
    ]
  }

  private blockEvents(block: Loose, index: number): string[] {
    const start = (content_block: object) =>
      sse('content_block_start', { type: 'content_block_start', index, content_block })
    const deltas = (type: string, key: string, text: string) =>
      randomPieces(text, this.random).map((piece) =>
        sse('content_block_delta', { type: 'content_block_delta', index, delta: { type, [key]: piece } }),
      )
    const stop = sse('content_block_stop', { type: 'content_block_stop', index })
    if (block.type === 'text') return [start({ ...block, text: '' }), ...deltas('text_delta', 'text', block.text), stop]
    if (block.type === 'thinking')
      return [
        start({ ...block, thinking: '', signature: '' }),
        ...deltas('thinking_delta', 'thinking', block.thinking),
        sse('content_block_delta', {
          type: 'content_block_delta',
          index,
          delta: { type: 'signature_delta', signature: block.signature },
        }),
        stop,
      ]
    if (block.type === 'tool_use')
      return [
        start({ ...block, input: {} }),
        ...deltas('input_json_delta', 'partial_json', JSON.stringify(block.input)),
        stop,
      ]
    return [start(block), stop]
  }

  private promptTokens(body: Loose): number {
    return this.counter.count(promptTexts(body))
  }

  /** The cache holds the newest prompt. */
  private usage(body: Loose) {
    const prompt = promptTexts(body).join()
    const total = this.promptTokens(body)
    let same = 0
    while (same < prompt.length && prompt[same] === this.lastPrompt[same]) same++
    this.lastPrompt = prompt
    const read = Math.floor((total * same) / Math.max(1, prompt.length))
    this.cache.read += read
    this.cache.prompt += total
    return { input_tokens: total - read, cache_creation_input_tokens: 0, cache_read_input_tokens: read }
  }
}

/** Marks of the cache, and the form of a text, make no difference to the cache. */
function promptTexts({ tools, system, messages }: Loose): string[] {
  const blocks = messages.map(({ role, content }: Loose) => [
    role,
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  ])
  return [tools ?? null, system ?? null, ...blocks].map((part) =>
    JSON.stringify(part, (key, value: unknown) => {
      if (key === 'cache_control') return undefined
      return isMedium(key, value) ? MEDIUM_TEXT : value
    }),
  )
}

function sse(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function failure(status: number, type: string, message: string, headers?: Record<string, string>): UpstreamError {
  return {
    status,
    body: { type: 'error', error: { type, message }, request_id: 'req_scripted' },
    ...(headers && { headers }),
  }
}

const FAILURES = {
  error500: failure(500, 'api_error', 'Internal server error'),
  overloaded: failure(529, 'overloaded_error', 'Overloaded'),
  'rate-limited': failure(429, 'rate_limit_error', 'Number of requests has exceeded your rate limit', {
    'retry-after': '7',
  }),
}

/** Starts a scripted Anthropic. The test must close it. */
export async function scriptedAnthropic(options: ScriptedUpstreamOptions = {}): Promise<ScriptedAnthropic> {
  const upstream = new ScriptedAnthropic(options)
  await upstream.listen()
  return upstream
}
