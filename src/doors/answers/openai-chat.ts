import type { Json } from '../../domain/message.js'
import { sliceAt } from '../../domain/formats/slice.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Answer, AnswerReader } from '../protocol.js'
import { answerReader, framingOf, type AnswerObject, type Collector } from './collect.js'

/** Reads answers of OpenAI's chat completions and of servers like it. Only the first choice is a message: clients that
 * ask for several continue with one of them, usually the first. */
export function readChatAnswer(contentType: string): AnswerReader {
  return answerReader(new ChatCollector(), framingOf(contentType))
}

/** Text members that arrive in pieces. Servers of reasoning models have two names for reasoning. */
const TEXT_KEYS = ['content', 'refusal', 'reasoning_content', 'reasoning']

class ChatCollector implements Collector {
  private readonly texts = new Map<string, string>()
  private readonly calls: ToolCall[] = []
  private readonly callAt = new Map<number, ToolCall>()
  private functionCall: ToolCall | null = null
  private readonly reasoningDetails: Json[] = []
  private message: string | null = null
  private usage: Pick<Answer, 'promptTokens' | 'outputTokens'> = {}
  private id: string | undefined
  complete = false

  streamed({ value }: AnswerObject): void {
    this.readHead(value)
    const choice = firstChoice(value)
    if (!choice) return
    const { delta } = choice
    if (isObject(delta)) this.apply(delta)
    if (typeof choice.finish_reason === 'string') this.complete = true
  }

  whole({ value, text }: AnswerObject): void {
    this.readHead(value)
    const at = Array.isArray(value.choices) ? value.choices.findIndex((choice) => choice === firstChoice(value)) : -1
    if (at < 0) return
    this.message = sliceAt(text, ['choices', at, 'message'])
    this.complete = this.message !== null
  }

  mark(data: string): void {
    if (data.trim() === '[DONE]') this.complete = true
  }

  result(): Answer {
    const messages = this.message === null ? this.streamedMessage() : [this.message]
    return { messages, ...this.usage, ...(this.id !== undefined && { id: this.id }), complete: this.complete }
  }

  private readHead({ id, usage }: JsonObject): void {
    if (typeof id === 'string') this.id = id
    if (!isObject(usage)) return
    if (typeof usage.prompt_tokens === 'number') this.usage.promptTokens = usage.prompt_tokens
    if (typeof usage.completion_tokens === 'number') this.usage.outputTokens = usage.completion_tokens
  }

  private apply(delta: JsonObject): void {
    for (const key of TEXT_KEYS) {
      const piece = delta[key]
      if (typeof piece === 'string') this.texts.set(key, (this.texts.get(key) ?? '') + piece)
    }
    if (Array.isArray(delta.reasoning_details))
      delta.reasoning_details.forEach((detail) => this.reasoningDetails.push(detail))
    if (Array.isArray(delta.tool_calls)) delta.tool_calls.forEach((call) => this.applyCall(call))
    if (isObject(delta.function_call)) {
      this.functionCall ??= { members: {}, name: '', arguments: '' }
      extend(this.functionCall, delta.function_call)
    }
  }

  private applyCall(piece: Json): void {
    if (!isObject(piece)) return
    const at = typeof piece.index === 'number' ? piece.index : undefined
    const id = typeof piece.id === 'string' && piece.id !== '' ? piece.id : undefined
    // Some servers number every call 0, and some give no number: a new id starts a new call.
    const last = at === undefined ? this.calls.at(-1) : this.callAt.get(at)
    const isKnown = last !== undefined && (id === undefined || last.id === undefined || last.id === id)
    const call: ToolCall = isKnown ? last : { members: {}, name: '', arguments: '' }
    if (!isKnown) this.calls.push(call)
    if (at !== undefined) this.callAt.set(at, call)
    call.id ??= id
    const { index: _index, function: called, ...members } = piece
    // The first piece has the id, the type and members of the server; later ones may repeat them empty.
    call.members = { ...members, ...call.members }
    if (isObject(called)) extend(call, called)
  }

  private streamedMessage(): string[] {
    const { calls, functionCall, texts } = this
    if (calls.length === 0 && functionCall === null && [...texts.values()].every((text) => text === '')) return []
    const [content, ...others] = TEXT_KEYS
    const message: JsonObject = { role: 'assistant', content: texts.get(content!) || (calls.length > 0 ? null : '') }
    for (const key of others) if (texts.get(key)) message[key] = texts.get(key)!
    if (this.reasoningDetails.length > 0) message.reasoning_details = this.reasoningDetails
    if (functionCall) message.function_call = { name: functionCall.name, arguments: functionCall.arguments }
    // A call cut off in the middle has no valid arguments: clients drop it.
    const kept = calls.filter((call) => this.complete || call !== calls.at(-1))
    if (kept.length > 0)
      message.tool_calls = kept.map(({ id, members, name, arguments: args }) => ({
        ...(id !== undefined && { id }),
        type: 'function',
        ...members,
        function: { name, arguments: args },
      }))
    const isEmpty = kept.length === 0 && functionCall === null && !TEXT_KEYS.some((key) => message[key])
    return isEmpty ? [] : [JSON.stringify(message)]
  }
}

interface ToolCall {
  id?: string | undefined
  members: JsonObject
  name: string
  arguments: string
}

function extend(call: ToolCall, { name, arguments: args }: JsonObject): void {
  if (typeof name === 'string') call.name += name
  if (typeof args === 'string') call.arguments += args
  else if (isObject(args)) call.arguments += JSON.stringify(args)
}

function firstChoice({ choices }: JsonObject): JsonObject | null {
  const objects = Array.isArray(choices) ? choices.filter((choice) => isObject(choice)) : []
  return objects.find(({ index }) => index === undefined || index === 0) ?? null
}
