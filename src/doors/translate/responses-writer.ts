import { firstString, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import type { ClientTool, Members } from '../protocol.js'
import { eventText, newId, type AnswerWriter, type Delta, type Ending } from './ollama-answer.js'

/** Writes answers as responses of OpenAI's Responses API. */
export class ResponsesWriter implements AnswerWriter {
  private readonly id = newId('resp_')
  private readonly createdAt = Math.floor(Date.now() / 1_000)
  private sequence = 0
  private readonly items: JsonObject[] = []
  /** Text of the last item while it grows; null: the last item is finished. */
  private growing: string | null = null
  private ending: Ending | null = null
  private failure: string | null = null

  /** @param request of the door
   * @param tools by the names that the model knows */
  constructor(
    private readonly request: Members,
    private readonly tools: ReadonlyMap<string, ClientTool>,
  ) {}

  write(delta: Delta): string {
    const start = this.sequence > 0 ? '' : this.started()
    return start + this.part(delta)
  }

  whole(): string {
    if (this.failure !== null) return JSON.stringify({ error: responseError(this.failure) })
    return JSON.stringify(this.response())
  }

  private part(delta: Delta): string {
    switch (delta.kind) {
      case 'thinking':
        return this.grow('reasoning', delta.text)
      case 'text':
        return this.grow('message', delta.text)
      case 'call':
        return this.close() + this.call(delta)
      case 'end': {
        const closed = this.close()
        this.ending = delta
        return (
          closed + this.event(delta.isCut ? 'response.incomplete' : 'response.completed', { response: this.response() })
        )
      }
      case 'error':
        this.failure = delta.message
        return this.event('response.failed', { response: this.response() })
    }
  }

  private started(): string {
    const response = { ...this.response(), status: 'in_progress', usage: null }
    return this.event('response.created', { response }) + this.event('response.in_progress', { response })
  }

  private grow(type: 'reasoning' | 'message', text: string): string {
    const isSame = this.growing !== null && this.items.at(-1)?.type === type
    const opened = isSame ? '' : this.close() + this.open(type)
    this.growing += text
    if (type === 'message')
      return opened + this.itemEvent('response.output_text.delta', { ...AT_CONTENT, delta: text, logprobs: [] })
    return opened + this.itemEvent('response.reasoning_summary_text.delta', { ...AT_SUMMARY, delta: text })
  }

  private open(type: 'reasoning' | 'message'): string {
    this.growing = ''
    if (type === 'message') {
      const message = { id: newId('msg_'), type, status: 'in_progress', role: 'assistant', content: [] }
      return this.add(message) + this.itemEvent('response.content_part.added', { ...AT_CONTENT, part: textPart('') })
    }
    const added = this.add({ id: newId('rs_'), type, summary: [] })
    return added + this.itemEvent('response.reasoning_summary_part.added', { ...AT_SUMMARY, part: summaryPart('') })
  }

  /** Finishes the item that grows. */
  private close(): string {
    const text = this.growing
    const item = this.items.at(-1)
    if (text === null || !item) return ''
    this.growing = null
    if (item.type === 'message') {
      Object.assign(item, { status: 'completed', content: [textPart(text)] })
      const ended = this.itemEvent('response.output_text.done', { ...AT_CONTENT, text, logprobs: [] })
      return ended + this.itemEvent('response.content_part.done', { ...AT_CONTENT, part: textPart(text) }) + this.done()
    }
    Object.assign(item, { summary: [summaryPart(text)], ...(this.wantsSeal() && { encrypted_content: SEAL }) })
    const ended = this.itemEvent('response.reasoning_summary_text.done', { ...AT_SUMMARY, text })
    return (
      ended +
      this.itemEvent('response.reasoning_summary_part.done', { ...AT_SUMMARY, part: summaryPart(text) }) +
      this.done()
    )
  }

  private call({ id, name: called, args }: Extract<Delta, { kind: 'call' }>): string {
    const { name, namespace, isText } = this.tools.get(called) ?? { name: called, namespace: null, isText: false }
    const key = isText ? 'input' : 'arguments'
    const text = isText ? (firstString(args.input) ?? JSON.stringify(args)) : JSON.stringify(args)
    const type = isText ? 'custom_tool_call' : 'function_call'
    const added = this.add({
      id: newId(isText ? 'ctc_' : 'fc_'),
      type,
      status: 'in_progress',
      call_id: id,
      name,
      ...(namespace !== null && { namespace }),
      [key]: '',
    })
    const events = `response.${isText ? 'custom_tool_call_input' : 'function_call_arguments'}`
    const delta = this.itemEvent(`${events}.delta`, { delta: text })
    const done = this.itemEvent(`${events}.done`, { ...(!isText && { name }), [key]: text })
    Object.assign(this.items.at(-1)!, { status: 'completed', [key]: text })
    return added + delta + done + this.done()
  }

  private add(item: JsonObject): string {
    this.items.push(item)
    return this.event('response.output_item.added', { output_index: this.items.length - 1, item })
  }

  private done(): string {
    return this.event('response.output_item.done', { output_index: this.items.length - 1, item: this.items.at(-1) })
  }

  private itemEvent(type: string, members: object): string {
    return this.event(type, { item_id: this.items.at(-1)?.id, output_index: this.items.length - 1, ...members })
  }

  private event(type: string, members: object): string {
    return eventText(type, { type, sequence_number: this.sequence++, ...members })
  }

  private wantsSeal(): boolean {
    const include = this.request.value('include')
    return Array.isArray(include) && include.includes('reasoning.encrypted_content')
  }

  private response(): JsonObject {
    const echoed = Object.entries(ECHOED).map(([key, fallback]) => [key, this.request.value(key) ?? fallback] as const)
    const { promptTokens = 0, outputTokens = 0, isCut = false } = this.ending ?? {}
    const usage: Json = {
      input_tokens: promptTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: promptTokens + outputTokens,
    }
    return {
      ...{ id: this.id, object: 'response', created_at: this.createdAt },
      status: this.failure !== null ? 'failed' : isCut ? 'incomplete' : 'completed',
      error: this.failure === null ? null : { code: 'server_error', message: this.failure },
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      ...Object.fromEntries(echoed),
      ...{ tool_choice: 'auto', parallel_tool_calls: true, temperature: null, top_p: null },
      output: this.items.map((item) => ({ ...item })),
      usage,
    }
  }
}

/** Members of the request that a response repeats, and their defaults. */
const ECHOED: JsonObject = {
  model: null,
  instructions: null,
  tools: [],
  previous_response_id: null,
  store: true,
  metadata: {},
}
const AT_CONTENT = { content_index: 0 }
const AT_SUMMARY = { summary_index: 0 }
/** Clients that keep no responses at the server send only reasoning with encrypted content back. */
const SEAL = 'bG9jYWwtbW9kZWw='

function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function summaryPart(text: string): JsonObject {
  return { type: 'summary_text', text }
}

function responseError(message: string) {
  return { message, type: 'server_error', param: null, code: 'server_error' }
}
