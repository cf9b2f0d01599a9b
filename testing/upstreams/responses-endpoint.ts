import { countText } from '../../src/model/encoding.js'
import { PromptCounter } from '../prompt-tokens.js'
import { itemsFault } from './openai-checks.js'
import { lengthFailure, OPENAI_FAILURES, openaiFailure } from './openai-failures.js'
import { randomPieces, scriptedId, type Script } from './script.js'
import type { Endpoint, Received, UpstreamError, Written, Loose } from './scripted-upstream.js'

/** State of the server that the endpoint reads. */
export interface ResponsesServer {
  random: () => number
  script: Script
  calls: number
  window: number
}

/** `/v1/responses`: keeps responses unless `store` is false, and continues them by `previous_response_id` and by
 * references to single items. */
export class ResponsesEndpoint implements Endpoint {
  readonly ping = ': keep-alive\n\n'
  readonly midwayError = sse('error', {
    type: 'error',
    code: 'server_error',
    message: 'The server had an error.',
    param: null,
    sequence_number: 999,
  })
  /** Items of stored answers by their ids. */
  private readonly items = new Map<string, Loose>()
  /** Items before and in each stored response. */
  private readonly stored = new Map<string, Loose[]>()
  /** Id of the reasoning of each item that was written after one. */
  private readonly reasoned = new Map<string, string>()
  /** Encrypted reasoning the model wrote, and ids of stored items. */
  private readonly sealed = new Set<string>()

  private readonly counter = new PromptCounter()

  constructor(private readonly server: ResponsesServer) {}

  check({ body }: Received): UpstreamError | null {
    const fail = (message: string, code: string | null = null) =>
      openaiFailure(400, 'invalid_request_error', message, code)
    if (body === undefined) return fail('We could not parse the JSON body of your request.')
    if (typeof body.model !== 'string') return fail("Missing required parameter: 'model'.")
    const previous = body.previous_response_id ?? null
    if (previous !== null && !this.stored.has(previous))
      return fail(`Previous response with id '${previous}' not found.`, 'previous_response_not_found')
    const items = this.itemsOf(body)
    const unknown = items.find(({ type }) => type === 'item_reference')
    if (unknown) return fail(`Item with id '${unknown.id}' not found.`)
    const fault =
      itemsFault(items, ({ id, encrypted_content: sealed }) => this.sealed.has(sealed ?? id)) ?? this.unreasoned(items)
    return fault === null ? lengthFailure(this.promptTokens(body, items), this.server.window) : fail(fault)
  }

  /** An item is refused by its id without the reasoning that led to it. */
  private unreasoned(items: Loose[]): string | null {
    const lacks = ({ id }: Loose) =>
      this.reasoned.has(id) && !items.some((one) => one.type === 'reasoning' && one.id === this.reasoned.get(id))
    const item = items.find(lacks)
    if (!item) return null
    return `Item '${item.id}' of type '${item.type}' was provided without its required 'reasoning' item: '${this.reasoned.get(item.id)}'.`
  }

  error(kind: keyof typeof OPENAI_FAILURES): UpstreamError {
    return OPENAI_FAILURES[kind]
  }

  answer({ body }: Received): Written {
    const { calls, script } = this.server
    const items = this.itemsOf(body)
    const id = scriptedId('resp_', calls)
    const answer = script({
      call: calls,
      last: String(items.at(-1)?.type).endsWith('_output') ? 'result' : 'text',
      tools: (body.tools ?? []).flatMap((tool: Loose) => (tool.type === 'function' ? [tool.name] : [])),
      thinks: body.reasoning !== undefined,
    })
    const output: Loose[] = [
      ...(answer.thinking === undefined ? [] : [this.reasoning(answer.thinking, body)]),
      ...(answer.text === undefined
        ? []
        : [
            {
              id: scriptedId('msg_', calls),
              type: 'message',
              status: 'completed',
              role: 'assistant',
              content: [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }],
            },
          ]),
      ...(answer.calls ?? []).map(({ name, args }, i) => ({
        id: scriptedId('fc_', calls, i),
        type: 'function_call',
        status: 'completed',
        call_id: scriptedId('call_', calls, i),
        name,
        arguments: JSON.stringify(args),
      })),
    ]
    const [first] = output
    if (first?.type === 'reasoning') for (const item of output.slice(1)) this.reasoned.set(item.id, first.id)
    const isStored = body.store !== false
    if (isStored) {
      this.stored.set(id, [...items, ...output])
      for (const item of output) this.items.set(item.id, item)
      for (const item of output) this.sealed.add(item.id)
    }
    const [input_tokens, output_tokens] = [
      this.promptTokens(body, items),
      Math.max(1, countText(JSON.stringify(output))),
    ]
    const usage = {
      input_tokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input_tokens + output_tokens,
    }
    const base = {
      id,
      object: 'response',
      created_at: 1_790_000_000,
      model: body.model,
      store: isStored,
      previous_response_id: body.previous_response_id ?? null,
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: body.tools ?? [],
      instructions: body.instructions ?? null,
      metadata: {},
      temperature: 1,
      top_p: 1,
      error: null,
    }
    const ended = {
      ...base,
      status: answer.isCut ? 'incomplete' : 'completed',
      incomplete_details: answer.isCut ? { reason: 'max_output_tokens' } : null,
      output,
      usage,
    }
    const started = { ...base, status: 'in_progress', incomplete_details: null, output: [], usage: null }
    return { events: this.events(started, ended), whole: ended }
  }

  private reasoning(thinking: string, body: Loose) {
    const encrypted = `gAAAA${Buffer.from(`sealed ${thinking}`).toString('base64')}`
    this.sealed.add(encrypted)
    const isAsked = body.include?.includes('reasoning.encrypted_content')
    return {
      id: scriptedId('rs_', this.server.calls),
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: thinking }],
      ...(isAsked && { encrypted_content: encrypted }),
    }
  }

  private events(started: object, ended: Loose): string[] {
    let sequence_number = 0
    const event = (type: string, members: object) => sse(type, { type, sequence_number: sequence_number++, ...members })
    return [
      event('response.created', { response: started }),
      event('response.in_progress', { response: started }),
      ...ended.output.flatMap((item: Loose, output_index: number) => [
        event('response.output_item.added', { output_index, item: opened(item) }),
        ...this.deltas(item).map(({ type, members }) => event(type, { item_id: item.id, output_index, ...members })),
        event('response.output_item.done', { output_index, item }),
      ]),
      event(`response.${ended.status}`, { response: ended }),
    ]
  }

  private deltas(item: Loose): { type: string; members: object }[] {
    const pieces = (type: string, text: string, at: object) =>
      randomPieces(text, this.server.random).map((delta) => ({ type: `${type}.delta`, members: { ...at, delta } }))
    if (item.type === 'message') {
      const [part] = item.content
      const at = { content_index: 0 }
      return [
        { type: 'response.content_part.added', members: { ...at, part: { ...part, text: '' } } },
        ...pieces('response.output_text', part.text, { ...at, logprobs: [] }),
        { type: 'response.output_text.done', members: { ...at, text: part.text, logprobs: [] } },
        { type: 'response.content_part.done', members: { ...at, part } },
      ]
    }
    if (item.type === 'function_call')
      return [
        ...pieces('response.function_call_arguments', item.arguments, {}),
        { type: 'response.function_call_arguments.done', members: { name: item.name, arguments: item.arguments } },
      ]
    const [part] = item.summary
    const at = { summary_index: 0 }
    return [
      { type: 'response.reasoning_summary_part.added', members: { ...at, part: { ...part, text: '' } } },
      ...pieces('response.reasoning_summary_text', part.text, at),
      { type: 'response.reasoning_summary_text.done', members: { ...at, text: part.text } },
      { type: 'response.reasoning_summary_part.done', members: { ...at, part } },
    ]
  }

  private promptTokens({ tools, instructions }: Loose, items: Loose[]): number {
    return this.counter.countAll(items, tools, instructions)
  }

  private itemsOf({ input, previous_response_id: previous = null }: Loose): Loose[] {
    const given: Loose[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input
    const items = given.map((item) => (item.type === 'item_reference' ? (this.items.get(item.id) ?? item) : item))
    return previous === null ? items : [...(this.stored.get(previous) ?? []), ...items]
  }
}

function opened(item: Loose) {
  if (item.type === 'message') return { ...item, status: 'in_progress', content: [] }
  if (item.type === 'function_call') return { ...item, status: 'in_progress', arguments: '' }
  return { ...item, summary: [] }
}

function sse(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
