import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Members } from '../protocol.js'
import { eventText, newId, type AnswerWriter, type Delta, type Ending } from './ollama-answer.js'

/** Writes answers as OpenAI's chat completions. */
export class ChatWriter implements AnswerWriter {
  private readonly head = { id: newId('chatcmpl-'), created: Math.floor(Date.now() / 1_000) }
  private hasStarted = false
  private content = ''
  private reasoning = ''
  private readonly calls: JsonObject[] = []
  private ending: Ending | null = null
  private failure: string | null = null

  /** @param request of the door */
  constructor(private readonly request: Members) {}

  write(delta: Delta): string {
    const start = this.hasStarted || delta.kind === 'error' ? '' : this.chunk({ role: 'assistant', content: '' })
    this.hasStarted = true
    return start + this.part(delta)
  }

  whole(): string {
    if (this.failure !== null) return JSON.stringify({ error: chatError(this.failure) })
    const message = {
      role: 'assistant',
      content: this.content === '' && this.calls.length > 0 ? null : this.content,
      ...(this.reasoning !== '' && { reasoning_content: this.reasoning }),
      refusal: null,
      ...(this.calls.length > 0 && { tool_calls: this.calls.map(({ index: _index, ...call }) => call) }),
    }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: this.finishReason() }]
    const model = this.request.value('model')
    return JSON.stringify({ ...this.head, object: 'chat.completion', model, choices, usage: this.usage() })
  }

  private part(delta: Delta): string {
    switch (delta.kind) {
      case 'thinking':
        this.reasoning += delta.text
        return this.chunk({ reasoning_content: delta.text })
      case 'text':
        this.content += delta.text
        return this.chunk({ content: delta.text })
      case 'call': {
        const { id, name, args } = delta
        const called = { name, arguments: JSON.stringify(args) }
        const call = { index: this.calls.length, id, type: 'function', function: called }
        this.calls.push(call)
        return this.chunk({ tool_calls: [call] })
      }
      case 'end':
        this.ending = delta
        return `${this.chunk({}, this.finishReason())}${this.usageChunk()}data: [DONE]\n\n`
      case 'error':
        this.failure = delta.message
        return eventText(null, { error: chatError(delta.message) })
    }
  }

  private chunk(delta: object, finishReason: string | null = null): string {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }]
    return eventText(null, {
      ...this.head,
      object: 'chat.completion.chunk',
      model: this.request.value('model'),
      choices,
    })
  }

  /** Only for clients that ask: others expect a choice in every chunk. */
  private usageChunk(): string {
    const [options, model] = ['stream_options', 'model'].map((key) => this.request.value(key))
    if (!isObject(options) || options.include_usage !== true) return ''
    return eventText(null, { ...this.head, object: 'chat.completion.chunk', model, choices: [], usage: this.usage() })
  }

  private finishReason(): string {
    if (this.ending?.isCut) return 'length'
    return this.calls.length > 0 ? 'tool_calls' : 'stop'
  }

  private usage() {
    const { promptTokens = 0, outputTokens = 0 } = this.ending ?? {}
    return { prompt_tokens: promptTokens, completion_tokens: outputTokens, total_tokens: promptTokens + outputTokens }
  }
}

function chatError(message: string) {
  return { message, type: 'server_error', param: null, code: null }
}
