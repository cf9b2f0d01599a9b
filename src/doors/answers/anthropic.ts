import type { Json } from '../../domain/message.js'
import { sliceValue } from '../../domain/formats/slice.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Answer, AnswerReader } from '../protocol.js'
import { answerReader, framingOf, type AnswerObject, type Collector } from './collect.js'
import { arrayText, isJson, objectText, sumOfCounts } from './json-text.js'

/** Reads answers of Anthropic's messages API. Thinking and its signature stay byte-identical: the API refuses a block
 * that differs in one character. */
export function readAnthropicAnswer(contentType: string): AnswerReader {
  return answerReader(new AnthropicCollector(), framingOf(contentType))
}

interface Block {
  /** Exact text of the block as it started. */
  started: string
  members: JsonObject
  /** Input of a call, as JSON text that arrives in pieces. */
  input: string
  changed: boolean
  stopped: boolean
}

class AnthropicCollector implements Collector {
  private readonly blocks = new Map<number, Block>()
  private content: string | null = null
  private counts: JsonObject = {}
  private id: string | undefined
  complete = false

  streamed({ value, text }: AnswerObject): void {
    const index = typeof value.index === 'number' ? value.index : -1
    const block = this.blocks.get(index)
    switch (value.type) {
      case 'message_start':
        if (isObject(value.message)) this.readHead(value.message)
        return
      case 'content_block_start':
        if (isObject(value.content_block)) this.start(index, value.content_block, text)
        return
      case 'content_block_delta':
        if (block && isObject(value.delta)) apply(block, value.delta)
        return
      case 'content_block_stop':
        if (block) block.stopped = true
        return
      case 'message_delta':
        if (isObject(value.usage)) this.counts = { ...this.counts, ...value.usage }
        return
      case 'message_stop':
        this.complete = true
        return
      default:
    }
  }

  whole({ value, text }: AnswerObject): void {
    if (value.type !== 'message' || !Array.isArray(value.content)) return
    this.readHead(value)
    this.content = value.content.length > 0 ? sliceValue(text, 'content') : null
    this.complete = true
  }

  result(): Answer {
    const { input_tokens: fresh, cache_creation_input_tokens: written, cache_read_input_tokens: read } = this.counts
    const promptTokens = sumOfCounts(fresh, written, read)
    const outputTokens = sumOfCounts(this.counts.output_tokens)
    const blocks = [...this.blocks].sort(([a], [b]) => a - b).flatMap(([, block]) => blockText(block))
    const content = this.content ?? (blocks.length > 0 ? arrayText(blocks) : null)
    return {
      messages: content === null ? [] : [objectText({ role: '"assistant"', content })],
      ...(promptTokens !== undefined && { promptTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(this.id !== undefined && { id: this.id }),
      complete: this.complete,
    }
  }

  private readHead({ id, usage }: JsonObject): void {
    if (typeof id === 'string') this.id = id
    if (isObject(usage)) this.counts = { ...this.counts, ...usage }
  }

  private start(index: number, members: JsonObject, text: string): void {
    const started = sliceValue(text, 'content_block') ?? JSON.stringify(members)
    this.blocks.set(index, { started, members: { ...members }, input: '', changed: false, stopped: false })
  }
}

function apply(block: Block, { type: _type, ...delta }: JsonObject): void {
  block.changed = true
  for (const [key, piece] of Object.entries(delta)) {
    const known = block.members[key]
    if (key === 'partial_json' && typeof piece === 'string') block.input += piece
    else if (key === 'citation') cite(block.members, piece)
    else block.members[key] = typeof known === 'string' && typeof piece === 'string' ? known + piece : piece
  }
}

function cite(members: JsonObject, citation: Json): void {
  if (Array.isArray(members.citations)) members.citations.push(citation)
  else members.citations = [citation]
}

/** Returns the block as a client sends it back; nothing for an empty block, which the API refuses, and for a call or
 * reasoning that broke off. */
function blockText({ started, members, input, changed, stopped }: Block): string[] {
  if (members.type === 'text') return members.text === '' ? [] : [changed ? JSON.stringify(members) : started]
  if (!stopped) return []
  if (!changed) return [started]
  if (input === '') return [JSON.stringify(members)]
  if (!isJson(input)) return []
  const { input: _input, ...others } = members
  const texts = Object.entries(others).map(([key, value]) => [key, JSON.stringify(value)] as const)
  return [objectText({ ...Object.fromEntries(texts), input })]
}
