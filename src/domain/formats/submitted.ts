import { DomainError, type Fault } from '../errors.js'
import { FORMATS, type Format, type Json } from '../message.js'
import { messageFormat } from './definitions.js'
import { invalidMessage } from './envelope.js'
import { isObject, parseStored } from '../json/json.js'
import { LIKENESS, type ResponseMessage, type Turns } from './message-format.js'
import { sliceArray, sliceAt, sliceValue } from './slice.js'

/** Turns the messages of a request into those to store. [13] */

/** A message to store. */
export interface Submitted {
  /** Exact JSON text. */
  raw: string
  value: Json
  /** Index in the request of the message it came from. */
  index: number
  /** The provider would refuse it as received, so it is rewritten when it is sent. */
  irregular: boolean
}

interface Given {
  /** null: the request named none, so the messages are native. */
  format: Format | null
  raw: readonly string[]
  values: readonly Json[]
  /** `strict` refuses what the provider would refuse. `lenient` accepts what logs contain. */
  validation: 'strict' | 'lenient'
}

/** Reduces response objects to their messages, joins the items of a model turn, and checks every message. A response
 * object is never refused, because a provider made it.
 * @returns the messages, and the prompt tokens that the last response object reports; null: none
 * Throws invalid_request with every fault of the first faulty message. */
export function submittedMessages(given: Given): { messages: Submitted[]; promptTokens: number | null } {
  const format = given.format ?? 'native'
  const { faults, turns } = messageFormat(format)
  const messages: Submitted[] = []
  let promptTokens: number | null = null
  for (const [index, value] of given.values.entries()) {
    const raw = given.raw[index]!
    const response = responseObject(value)
    if (response && response.format !== format) throw otherFormat(given.format, response.format, index)
    if (response) {
      messages.push(...messagesOf(response.message, raw, index))
      // Counted for the context before this response, so an older one of the same request says nothing.
      promptTokens = index === given.values.length - 1 ? response.promptTokens : null
    } else messages.push({ raw, value, index, irregular: false })
  }
  for (const message of messages) {
    const found = faults(message.value, `messages[${message.index}]`)
    message.irregular = found.length > 0
    const isOwn = responseObject(given.values[message.index]!) === null
    if (isOwn && message.irregular && given.validation === 'strict') throw refused(given, message, found)
  }
  return { messages: turns ? joinTurns(messages, turns) : messages, promptTokens }
}

/** Whether a value is a response object, whose messages are cut out of its text. */
export function holdsResponse(value: Json): boolean {
  return responseObject(value) !== null
}

type Where = ResponseMessage['message']

/** Returns how a value contains its message, and in which format; null if the value is not a response object. */
function responseObject(value: Json): (ResponseMessage & { format: Format }) | null {
  if (!isObject(value)) return null
  for (const format of FORMATS) {
    const response = messageFormat(format).readResponse?.(value)
    if (response) return { format, ...response }
  }
  return null
}

function messagesOf(where: Where, raw: string, index: number): Submitted[] {
  const messages: Submitted[] = []
  for (const text of textsOf(where, raw))
    messages.push({ raw: text, value: parseStored(text), index, irregular: false })
  return messages
}

function textsOf(where: Where, raw: string): string[] {
  if ('items' in where) return sliceArray(raw, where.items)
  if ('at' in where) return [sliceAt(raw, where.at) ?? 'null']
  const members: string[] = []
  for (const key of where.keys) members.push(`${JSON.stringify(key)}:${sliceValue(raw, key) ?? 'null'}`)
  return [`{${members.join(',')}}`]
}

/** Joins adjacent entries of a turn. A call, its parallel calls and the reasoning before them leave the context
 * together, as the API requires. */
function joinTurns(entries: readonly Submitted[], { joins, join }: Turns): Submitted[] {
  const joined: Submitted[][] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    if (last && joins(last[0]!.value) && joins(entry.value)) last.push(entry)
    else joined.push([entry])
  }
  return joined.map((turn) =>
    turn.length === 1
      ? turn[0]!
      : { ...join(turn), index: turn[0]!.index, irregular: turn.some(({ irregular }) => irregular) },
  )
}

function refused({ format }: Given, { value }: Submitted, faults: readonly Fault[]): DomainError {
  const other = likelyFormat(value)
  return other === null || other === format ? invalidMessage(...faults) : withHint(invalidMessage(...faults), other)
}

/** Adds which format the first message appears to have, if it is not the given one, to a refusal.
 * @param error why the native parser refused it */
export function withFormatHint(error: DomainError, format: Format | null, values: readonly Json[]): DomainError {
  const [fault] = error.faults
  const index = Number(/^messages\[(\d+)\]/.exec(fault?.path ?? '')?.[1] ?? 0)
  const other = likelyFormat(values[index] ?? null)
  return other === null || other === (format ?? 'native') ? error : withHint(error, other)
}

function withHint({ message, faults, details }: DomainError, other: Format): DomainError {
  const text = `${message} Did you mean format: "${other}"?`
  return new DomainError('invalid_request', text, { ...details, hint: `format: ${other}` }, faults)
}

function otherFormat(given: Format | null, found: Format, index: number): DomainError {
  const fault = {
    path: `messages[${index}]`,
    expected: `a message in the format ${given ?? 'native'}`,
    received: `a response object in the format ${found}`,
  }
  return withHint(invalidMessage(fault), found)
}

/** Returns the format whose rules a message appears to follow; null if it could have any. */
function likelyFormat(value: Json): Format | null {
  if (!isObject(value)) return null
  let likeliest: { format: Format | null; likeness: number } = { format: null, likeness: LIKENESS.none }
  for (const format of FORMATS) {
    const likeness = messageFormat(format).looksLike(value)
    if (likeness > likeliest.likeness) likeliest = { format, likeness }
  }
  return likeliest.format
}
