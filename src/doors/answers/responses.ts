import { sliceArray, sliceValue } from '../../domain/formats/slice.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Answer, AnswerReader } from '../protocol.js'
import { answerReader, framingOf, type AnswerObject, type Collector } from './collect.js'

/** Reads answers of OpenAI's Responses API: a list of items, each sent back as it came. */
export function readResponsesAnswer(contentType: string): AnswerReader {
  return answerReader(new ResponsesCollector(), framingOf(contentType))
}

/** Events that end an answer. After `response.failed` there is nothing to continue with. */
const END_EVENTS = ['response.completed', 'response.incomplete']

class ResponsesCollector implements Collector {
  /** Exact text of the finished items by their place. */
  private readonly items = new Map<number, string>()
  /** Text of items that have not finished. */
  private readonly texts = new Map<number, string>()
  private usage: Pick<Answer, 'promptTokens' | 'outputTokens'> = {}
  private id: string | undefined
  complete = false

  streamed({ value, text }: AnswerObject, name: string): void {
    const type = typeof value.type === 'string' ? value.type : name
    const index = typeof value.output_index === 'number' ? value.output_index : this.items.size
    if (type === 'response.output_item.done' && isObject(value.item)) {
      const item = sliceValue(text, 'item')
      if (item !== null) this.items.set(index, item)
      this.texts.delete(index)
    } else if (type === 'response.output_text.delta' && typeof value.delta === 'string') {
      this.texts.set(index, (this.texts.get(index) ?? '') + value.delta)
    } else if (isObject(value.response)) {
      this.readHead(value.response)
      if (!END_EVENTS.includes(type)) return
      this.complete = true
      // Some servers send no event per item.
      const response = this.items.size === 0 ? sliceValue(text, 'response') : null
      if (response !== null) this.readItems(response)
    }
  }

  whole({ value, text }: AnswerObject): void {
    if (!Array.isArray(value.output)) return
    this.readHead(value)
    this.readItems(text)
    this.complete = value.status === undefined || value.status === 'completed' || value.status === 'incomplete'
  }

  result(): Answer {
    const unfinished = [...this.texts]
      .filter(([, text]) => text !== '')
      .map(([index, text]): [number, string] => [index, messageItem(text)])
    const items = [...this.items, ...unfinished].sort(([a], [b]) => a - b)
    return {
      messages: items.map(([, item]) => item),
      ...this.usage,
      ...(this.id !== undefined && { id: this.id }),
      complete: this.complete,
    }
  }

  private readHead({ id, usage }: JsonObject): void {
    if (typeof id === 'string') this.id = id
    if (!isObject(usage)) return
    if (typeof usage.input_tokens === 'number') this.usage.promptTokens = usage.input_tokens
    if (typeof usage.output_tokens === 'number') this.usage.outputTokens = usage.output_tokens
  }

  private readItems(response: string): void {
    sliceArray(response, 'output').forEach((item, index) => this.items.set(index, item))
  }
}

/** Returns the part of a text that arrived before the stream broke off. */
function messageItem(text: string): string {
  return JSON.stringify({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })
}
