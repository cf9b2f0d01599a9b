import { randomBytes } from 'node:crypto'
import { parseJson } from '../../domain/formats/args.js'
import { firstString, isObject, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { LineReader } from '../answers/lines.js'
import type { AnswerTranslator } from '../protocol.js'

/** Translates an answer of Ollama's `/api/chat` while it arrives. */

export interface Ending {
  /** The output limit cut the answer off. */
  isCut: boolean
  promptTokens: number
  outputTokens: number
}
export type Delta =
  | { kind: 'thinking' | 'text'; text: string }
  | { kind: 'call'; id: string; name: string; args: JsonObject }
  | ({ kind: 'end' } & Ending)
  | { kind: 'error'; message: string }

/** Writes an answer in the shape of a door. */
export interface AnswerWriter {
  /** Returns the events for the next part of the answer. */
  write(delta: Delta): string
  /** Returns the whole answer, for a client that asked for no stream. Call after the end. */
  whole(): string
}

const ENDED_EARLY = 'The model server closed the connection before the end of its answer.'

/** @param isStream whether the client asked for a stream */
export function translateAnswer(writer: AnswerWriter, isStream: boolean): AnswerTranslator {
  const lines = new LineReader()
  const encoder = new TextEncoder()
  let hasEnded = false
  let failure: string | null = null
  const written = (texts: readonly string[]): Uint8Array => {
    let events = ''
    for (const text of texts)
      for (const delta of deltasOf(text)) {
        // Nothing may follow the end of an answer.
        if (hasEnded) break
        hasEnded = delta.kind === 'end' || delta.kind === 'error'
        if (delta.kind === 'error') failure = delta.message
        events += writer.write(delta)
      }
    return encoder.encode(isStream ? events : '')
  }
  return {
    contentType: isStream ? 'text/event-stream; charset=utf-8' : 'application/json',
    push: (chunk) => written(lines.push(chunk)),
    end: () => {
      const rest = written(lines.end())
      if (!hasEnded) failure = ENDED_EARLY
      const broken = hasEnded ? '' : writer.write({ kind: 'error', message: ENDED_EARLY })
      if (!isStream) return encoder.encode(writer.whole())
      return Buffer.concat([rest, encoder.encode(broken)])
    },
    failure: () => failure,
  }
}

function deltasOf(line: string): Delta[] {
  if (line.trim() === '') return []
  const value = parseJson(line)
  if (!isObject(value)) return [{ kind: 'error', message: 'The model server sent a line that is no JSON object.' }]
  const message = firstString(value.error)
  if (message !== undefined) return [{ kind: 'error', message }]
  return [...partsOf(value.message), ...(value.done === true ? [endingOf(value)] : [])]
}

function partsOf(message: Json | undefined): Delta[] {
  if (!isObject(message)) return []
  const { thinking, content, tool_calls: calls } = message
  const deltas: Delta[] = []
  if (typeof thinking === 'string' && thinking !== '') deltas.push({ kind: 'thinking', text: thinking })
  if (typeof content === 'string' && content !== '') deltas.push({ kind: 'text', text: content })
  for (const call of Array.isArray(calls) ? calls : []) {
    const called = isObject(call) ? call.function : undefined
    if (!isObject(call) || !isObject(called) || typeof called.name !== 'string') continue
    const args = isObject(called.arguments) ? called.arguments : {}
    deltas.push({ kind: 'call', id: firstString(call.id) || newId('call_'), name: called.name, args })
  }
  return deltas
}

function endingOf({ done_reason: reason, prompt_eval_count: prompt, eval_count: output }: JsonObject): Delta {
  return { kind: 'end', isCut: reason === 'length', promptTokens: numberOr0(prompt), outputTokens: numberOr0(output) }
}

function numberOr0(count: Json | undefined): number {
  return typeof count === 'number' ? count : 0
}

/** Returns a new id that looks like the provider's. */
export function newId(prefix: string): string {
  return prefix + randomBytes(12).toString('hex')
}

/** Returns a server-sent event. */
export function eventText(name: string | null, data: object): string {
  return `${name === null ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}
