import { holdsOne } from '../../domain/texts.js'
import { firstString, isObject, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import type { Problem } from '../../http/problem.js'
import { parseJson } from '../../domain/formats/args.js'
import { readAnthropicAnswer } from '../answers/anthropic.js'
import type { BodyId, Members, Plan, Protocol, Quirk, RequestFacts } from '../protocol.js'
import { listText, modelOf, positive } from './facts.js'
import { refusedLength } from '../../domain/model/refused-length.js'
import {
  countMarks,
  joinAssistants,
  movedCacheControl,
  noteMessage,
  notesAfterCompaction,
  textsOf,
  withoutCacheMarks,
  withoutReasoning,
} from './anthropic-blocks.js'

/** Anthropic's messages API. Claude Code speaks it. */
export const anthropicProtocol: Protocol = {
  id: 'anthropic',
  format: 'anthropic',
  paths: ['/v1/messages'],
  list: 'messages',
  readFacts,
  kindOf: (value, leading) => (isObject(value) && value.role === 'system' ? (leading ? 'system' : 'reminder') : 'turn'),
  quirkOf: ({ last, facts, count }) => quirkOf(last, facts.system ?? '', count),
  write,
  withoutReasoning,
  readAnswer: readAnthropicAnswer,
  error: (problem) => ({ status: statusOf(problem), body: errorText(problem) }),
  ping: 'event: ping\ndata: {"type": "ping"}\n\n',
  streamError: (problem) => `event: error\ndata: ${errorText(problem)}\n\n`,
  refusedLength,
}

function readFacts(members: Members): RequestFacts {
  return {
    model: modelOf(members),
    stream: members.value('stream') === true,
    system: members.text('system'),
    tools: listText(members, 'tools'),
    outputTokens: positive(members.value('max_tokens')),
    window: null,
    ids: userSession(members.value('metadata')),
    user: personOf(members.value('metadata')),
  }
}

const OLD_USER_ID = /_session_([0-9a-f-]{36})$/i

/** `metadata.user_id` of Claude Code names the session, since 2.1.78 in JSON. Other clients write a user there, who has
 * many conversations: that is no id of one. */
function userSession(metadata: Json | undefined): BodyId[] {
  const userId = isObject(metadata) ? metadata.user_id : undefined
  if (typeof userId !== 'string') return []
  const read = userId.startsWith('{') ? parseJson(userId) : undefined
  const id = isObject(read) ? firstString(read.session_id) : OLD_USER_ID.exec(userId)?.[1]
  return id === undefined || id === '' ? [] : [{ source: 'metadata.user_id', id }]
}

/** Who writes: `metadata.user_id` without the conversation that Claude Code adds. */
function personOf(metadata: Json | undefined): string | null {
  const userId = isObject(metadata) ? metadata.user_id : undefined
  if (typeof userId !== 'string' || userId === '') return null
  const read = userId.startsWith('{') ? parseJson(userId) : undefined
  if (isObject(read)) return firstString(read.account_uuid) || firstString(read.device_id) || null
  return userId.replace(OLD_USER_ID, '')
}

/** Requests that Claude Code makes for itself, beside those that other clients make too. */
const CLAUDE_CODE: readonly { quirk: Quirk; start: string }[] = [
  { quirk: 'topic', start: '[suggestion mode:' },
  { quirk: 'topic', start: '<policy_spec>' },
  { quirk: 'title', start: 'please write a 5-10 word title for the following conversation' },
]
const CLAUDE_CODE_SYSTEM = [
  'summarize this coding conversation in under 50 characters',
  'extract any file paths that this command reads or modifies',
  'you are a helpful ai assistant tasked with summarizing conversations',
]

function quirkOf(last: Json, system: string, count: number): Quirk | null {
  const isUser = isObject(last) && last.role === 'user'
  const text = isUser ? (textsOf(last.content).at(-1) ?? '').trimStart().toLowerCase() : ''
  if (text === 'warmup') return 'warm-up'
  const known = CLAUDE_CODE.find(({ start }) => text.startsWith(start))
  if (known) return known.quirk
  // The long system prompt of a coding session may quote these; a request for itself has a short one.
  if (system.length < 2_000 && holdsOne(system, CLAUDE_CODE_SYSTEM)) return count > 1 ? 'compaction' : 'title'
  return null
}

/** Returns the messages after a cut: those the client sent, without reasoning that another prefix binds, and notes. */
function write(plan: Plan, { system, tools }: RequestFacts): string[] {
  const sent = plan.items.map((item) => {
    if (item.kind === 'note') return null
    const raw = item.kind === 'reduced' && item.isStored ? withoutCacheMarks(item.raw) : item.raw
    return item.bound === 'broken' ? withoutReasoning(raw) : raw
  })
  const inPlace = plan.items.reduce((sum, { kind }, at) => sum + (kind === 'reduced' ? countMarks(sent[at]!) : 0), 0)
  const cacheControl = movedCacheControl(plan.dropped, inPlace, [system, tools, ...sent])
  const last = plan.items.findLastIndex(({ kind }) => kind === 'note')
  const texts = plan.items.map((item, index) =>
    item.kind === 'note' ? noteMessage(item.text, index === last ? cacheControl : null) : sent[index]!,
  )
  const isNote = plan.items.map(({ kind }) => kind === 'note')
  return joinAssistants(notesAfterCompaction(texts, isNote))
}

/** Types of errors by status, as Anthropic documents them. */
const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** A prompt that is too long is 400 there: for 413, programs show their users a text about the size of files. */
function statusOf({ status, code }: Problem): number {
  return status === 413 && code !== 'body_too_large' ? 400 : status
}

function errorText(problem: Problem): string {
  const status = statusOf(problem)
  const message = status === problem.status ? problem.detail : `${tooLong(problem)} ${problem.detail}`
  const { providerCode } = problem
  // Programs of message threads read the code there.
  const details: JsonObject = typeof providerCode === 'string' ? { details: { error_code: providerCode } } : {}
  const error: JsonObject = { type: 'error', error: { type: anthropicErrorType(status), message, ...details } }
  return JSON.stringify(error)
}

/** Returns the wording by which programs recognize a prompt that is too long, with the numbers that they show. */
function tooLong({ tokens, askedTokens, allowed, freeTokens, windowTokens, limit, reserve, fixed }: Problem): string {
  const numbers = [allowed, freeTokens, windowTokens, numberOf(limit) - numberOf(reserve) - numberOf(fixed)]
  const maximum = numbers.find((one) => typeof one === 'number')
  const given = tokens ?? askedTokens
  if (typeof given !== 'number') return 'prompt is too long.'
  return `prompt is too long: ${given} tokens > ${Math.max(0, numberOf(maximum))} maximum.`
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

export function anthropicErrorType(status: number): string {
  return ERROR_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}
