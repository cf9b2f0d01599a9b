import type { JsonObject } from '../../domain/json/json.js'
import type { Members } from '../protocol.js'
import { eventText, newId, type AnswerWriter, type Delta, type Ending } from './ollama-answer.js'

/** Writes answers as Anthropic's messages. */
export class AnthropicWriter implements AnswerWriter {
  private readonly id = newId('msg_')
  private hasStarted = false
  private readonly blocks: JsonObject[] = []
  /** Whether the last block may grow. */
  private isOpen = false
  private ending: Ending | null = null
  private failure: string | null = null

  /** @param request of the door */
  constructor(private readonly request: Members) {}

  write(delta: Delta): string {
    const start = this.hasStarted || delta.kind === 'error' ? '' : this.start()
    this.hasStarted = true
    return start + this.part(delta)
  }

  whole(): string {
    if (this.failure !== null) return JSON.stringify(anthropicError(this.failure))
    return JSON.stringify({ ...this.message(this.blocks, this.stopReason()), usage: this.usage() })
  }

  private part(delta: Delta): string {
    switch (delta.kind) {
      case 'thinking':
        return this.grow('thinking', 'thinking', delta.text)
      case 'text':
        return this.grow('text', 'text', delta.text)
      case 'call': {
        const closed = this.close()
        const { id, name, args } = delta
        const started = this.open({ type: 'tool_use', id, name, input: {} })
        this.blocks.at(-1)!.input = args
        const json = this.change({ type: 'input_json_delta', partial_json: JSON.stringify(args) })
        return closed + started + json + this.close()
      }
      case 'end': {
        const closed = this.close()
        this.ending = delta
        const stop = { stop_reason: this.stopReason(), stop_sequence: null }
        const ended = eventText('message_delta', { type: 'message_delta', delta: stop, usage: this.usage() })
        return closed + ended + eventText('message_stop', { type: 'message_stop' })
      }
      case 'error':
        this.failure = delta.message
        return eventText('error', anthropicError(delta.message))
    }
  }

  private start(): string {
    const message = { ...this.message([], null), usage: { input_tokens: 0, output_tokens: 0 } }
    return eventText('message_start', { type: 'message_start', message })
  }

  /** Adds text to the last block, or opens a block of the type. */
  private grow(type: 'thinking' | 'text', key: string, text: string): string {
    const isSame = this.isOpen && this.blocks.at(-1)?.type === type
    const opened = isSame ? '' : this.close() + this.open({ type, [key]: '', ...(type === 'thinking' && NO_SIGNATURE) })
    const block = this.blocks.at(-1)!
    block[key] = `${String(block[key])}${text}`
    return opened + this.change({ type: `${type}_delta`, [key]: text })
  }

  private open(block: JsonObject): string {
    this.blocks.push({ ...block })
    this.isOpen = true
    return this.event('content_block_start', { content_block: block })
  }

  private change(delta: object): string {
    return this.event('content_block_delta', { delta })
  }

  private close(): string {
    if (!this.isOpen) return ''
    this.isOpen = false
    const block = this.blocks.at(-1)!
    const signed = block.type === 'thinking' ? this.change({ type: 'signature_delta', signature: SIGNATURE }) : ''
    if (block.type === 'thinking') block.signature = SIGNATURE
    return signed + this.event('content_block_stop', {})
  }

  private event(type: string, members: object): string {
    return eventText(type, { type, index: this.blocks.length - 1, ...members })
  }

  private message(content: readonly JsonObject[], stopReason: string | null) {
    const model = this.request.value('model')
    return {
      id: this.id,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: stopReason,
      stop_sequence: null,
    }
  }

  private stopReason(): string {
    if (this.ending?.isCut) return 'max_tokens'
    return this.blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
  }

  private usage() {
    const { promptTokens = 0, outputTokens = 0 } = this.ending ?? {}
    return { input_tokens: promptTokens, output_tokens: outputTokens }
  }
}

/** Local models sign nothing, and clients drop thinking without a signature. */
const SIGNATURE = 'bG9jYWwtbW9kZWw='
const NO_SIGNATURE = { signature: '' }

function anthropicError(message: string) {
  return { type: 'error', error: { type: 'api_error', message } }
}
