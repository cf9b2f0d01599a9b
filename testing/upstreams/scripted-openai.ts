import { countText } from '../../src/model/encoding.js'
import { lengthFailure, OPENAI_FAILURES, openaiFailure } from './openai-failures.js'
import { chatFault } from './openai-checks.js'
import { ResponsesEndpoint } from './responses-endpoint.js'
import { randomPieces, scriptedId } from './script.js'
import {
  ScriptedUpstream,
  type Endpoint,
  type Received,
  type ScriptedUpstreamOptions,
  type UpstreamError,
  type Written,
  type Loose,
} from './scripted-upstream.js'

/** OpenAI's API: `/v1/chat/completions`, `/v1/responses`, `/v1/models`. Also without `/v1`. */
export class ScriptedOpenai extends ScriptedUpstream {
  private readonly responses = new ResponsesEndpoint(this)

  endpoint(path: string): Endpoint | null {
    const name = path.replace(/^\/v1/, '')
    if (name === '/responses') return this.responses
    if (name !== '/chat/completions') return null
    return {
      check: (request) => this.check(request),
      answer: (request) => this.written(request),
      ping: ': keep-alive\n\n',
      error: (kind) => OPENAI_FAILURES[kind],
      midwayError: `data: ${JSON.stringify(OPENAI_FAILURES.error500.body)}\n\n`,
    }
  }

  protected other(request: Received): UpstreamError {
    if (/^(\/v1)?\/models$/.test(request.path.split('?')[0]!))
      return {
        status: 200,
        body: { object: 'list', data: [{ id: 'gpt-scripted', object: 'model', created: 0, owned_by: 'scripted' }] },
      }
    return openaiFailure(404, 'invalid_request_error', `Invalid URL (${request.method} ${request.path})`, null)
  }

  private check({ body }: Received): UpstreamError | null {
    if (body === undefined)
      return openaiFailure(400, 'invalid_request_error', 'We could not parse the JSON body of your request.', null)
    const fault = chatFault(body)
    if (fault !== null) return openaiFailure(400, 'invalid_request_error', fault, null)
    const output: number = body.max_completion_tokens ?? body.max_tokens ?? 0
    return lengthFailure(this.promptTokens(body), this.window, this.countsOutput ? output : null)
  }

  private written({ body }: Received): Written {
    const answer = this.script({
      call: this.calls,
      last: body.messages.at(-1).role === 'tool' ? 'result' : 'text',
      tools: (body.tools ?? []).map((tool: Loose) => tool.function.name),
      thinks: body.reasoning_effort !== undefined,
    })
    const calls = (answer.calls ?? []).map(({ name, args }, i) => ({
      id: scriptedId('call_', this.calls, i),
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }))
    const message = {
      role: 'assistant',
      content: answer.text ?? null,
      ...(answer.thinking !== undefined && { reasoning_content: answer.thinking }),
      refusal: null,
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const finish_reason = answer.isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'
    const prompt = this.promptTokens(body)
    const completion = Math.max(1, countText(JSON.stringify(message)))
    const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
    const head = { id: scriptedId('chatcmpl-', this.calls), created: 1_790_000_000, model: body.model }
    const chunk = (delta: object, finish: string | null = null) =>
      data({
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      })
    const pieces = (key: string, text = '') => randomPieces(text, this.random).map((piece) => chunk({ [key]: piece }))
    const events = [
      chunk({ role: 'assistant', content: '' }),
      ...pieces('reasoning_content', answer.thinking),
      ...pieces('content', answer.text),
      ...calls.flatMap(({ id, type, function: { name, arguments: args } }, index) => [
        chunk({ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] }),
        ...randomPieces(args, this.random).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
      chunk({}, finish_reason),
      ...(body.stream_options?.include_usage
        ? [data({ ...head, object: 'chat.completion.chunk', choices: [], usage })]
        : []),
      'data: [DONE]\n\n',
    ]
    const choices = [{ index: 0, message, logprobs: null, finish_reason }]
    return { events, whole: { ...head, object: 'chat.completion', choices, usage } }
  }

  private promptTokens({ tools, messages }: Loose): number {
    return this.counter.countAll(messages, tools)
  }
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** Starts a scripted OpenAI. The test must close it. */
export async function scriptedOpenai(options: ScriptedUpstreamOptions = {}): Promise<ScriptedOpenai> {
  const upstream = new ScriptedOpenai(options)
  await upstream.listen()
  return upstream
}
