import { sliceArray, sliceValue } from '../../domain/formats/slice.js'
import { isObject } from '../../domain/json/json.js'
import type { Answer, AnswerReader } from '../protocol.js'
import { answerReader, framingOf, type AnswerObject, type Collector } from './collect.js'
import { arrayText, objectText } from './json-text.js'

/** Reads answers of Ollama's `/api/chat`: one JSON object per line, or one for the whole answer. */
export function readOllamaAnswer(contentType: string): AnswerReader {
  // Without a known type, a stream of lines is also right for a whole answer on one line.
  return answerReader(new OllamaCollector(), framingOf(contentType) ?? 'lines')
}

class OllamaCollector implements Collector {
  private content = ''
  private thinking = ''
  private readonly calls: string[] = []
  private wholeMessage: string | null = null
  private usage: Pick<Answer, 'promptTokens' | 'outputTokens'> = {}
  complete = false

  streamed({ value, text }: AnswerObject): void {
    const { message } = value
    if (isObject(message)) {
      if (typeof message.content === 'string') this.content += message.content
      if (typeof message.thinking === 'string') this.thinking += message.thinking
      if (Array.isArray(message.tool_calls)) {
        const calls = sliceArray(sliceValue(text, 'message') ?? '', 'tool_calls')
        calls.forEach((call) => this.calls.push(call))
      }
    }
    this.finishWith(value)
  }

  whole({ value, text }: AnswerObject): void {
    if (isObject(value.message)) this.wholeMessage = sliceValue(text, 'message')
    this.finishWith(value)
  }

  result(): Answer {
    const isEmpty = this.content === '' && this.thinking === '' && this.calls.length === 0
    const streamed = isEmpty ? [] : [this.message()]
    return {
      messages: this.wholeMessage === null ? streamed : [this.wholeMessage],
      ...this.usage,
      complete: this.complete,
    }
  }

  private finishWith({ done, prompt_eval_count: promptTokens, eval_count: outputTokens }: AnswerObject['value']): void {
    if (done !== true) return
    this.complete = true
    if (typeof promptTokens === 'number') this.usage.promptTokens = promptTokens
    if (typeof outputTokens === 'number') this.usage.outputTokens = outputTokens
  }

  private message(): string {
    return objectText({
      role: '"assistant"',
      content: JSON.stringify(this.content),
      thinking: this.thinking === '' ? null : JSON.stringify(this.thinking),
      tool_calls: this.calls.length > 0 ? arrayText(this.calls) : null,
    })
  }
}
