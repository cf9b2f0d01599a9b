import { bytesOf } from './outbox.js'
import type { Context, CreateSession, Format } from './types.js'

/** A context built without the daemon: the last one it returned, then the messages since, within the limit.
 * Whole turns leave, oldest first, then rounds of tool calls of the current turn. Nothing is summarized. */

/** What the daemon returned last. Formats that keep the system text among the messages have it there. */
export interface Known {
  messages: readonly unknown[]
  system?: unknown
  tools?: unknown
  /** Tokens of all of it. */
  tokens: number
  limit: number
  reserve: number
  /** Members that only the format has, such as `options` of Ollama. */
  extras: object
}

export interface LocalContext {
  extras: object
  messages: unknown[]
  system?: unknown
  tools?: unknown
  /** Estimated tokens: UTF-8 bytes of the JSON ÷ 3, or the daemon's own ratio if that is higher. */
  tokens: number
  limit: number
  /** Messages that left because they did not fit. The daemon still has them, or gets them. */
  leftOut: number
}

/** Not even the newest messages fit. They still wait for the daemon, which may shorten them. */
export class LocalWindowError extends Error {
  override name = 'LocalWindowError'
}

/** UTF-8 bytes per token. English text has 4 and code 3 to 3.5, so the estimate errs to the high side. */
const BYTES_PER_TOKEN = 3
/** Share of the window that the limit uses, and the default size: as the daemon computes them. [S1] [S3] */
const LIMIT_SHARE = 0.85
const DEFAULT_SIZE = '16K'

/** Returns what is known of a session that the daemon has not opened yet. */
export function beforeFirstContext(session: CreateSession, format: Format): Known {
  const limit = session.contextLimit ?? Math.floor(LIMIT_SHARE * sizeOf(session.contextSize ?? DEFAULT_SIZE))
  const reserve = session.reserve ?? Math.floor(Math.min(1_000, 0.15 * limit))
  const prompt = session.systemPrompt ?? undefined
  const isApart = format === 'anthropic' || format === 'native'
  const system = isApart ? prompt : undefined
  const messages = prompt === undefined || isApart ? [] : [{ role: 'system', content: prompt }]
  const tools = session.tools ?? undefined
  const tokens = estimate([system ?? '', tools ?? '', ...messages], 0)
  return { messages, system, tools, tokens, limit, reserve, extras: extrasOf(session, format) }
}

/** Returns what Ollama must get with each request. Without `num_ctx` it cuts long prompts silently. [S1] */
function extrasOf({ model, contextSize, contextLimit }: CreateSession, format: Format): object {
  if (format !== 'ollama') return {}
  const size = contextSize ?? (contextLimit === undefined ? DEFAULT_SIZE : Math.ceil(contextLimit / LIMIT_SHARE))
  return { model, options: { num_ctx: sizeOf(size) } }
}

/** Returns what to remember of a context of the daemon. */
export function knownFrom(context: Context): Known {
  const { messages, system, tools, tokens, limit, contextStatus } = context
  const extras = 'options' in context ? { model: context.model, options: context.options } : {}
  return { messages, system, tools, tokens, limit, reserve: contextStatus.reserve, extras }
}

/** Throws LocalWindowError. */
export function localContext(known: Known, since: readonly unknown[]): LocalContext {
  const { system, tools, limit, reserve, extras } = known
  const ratio = known.tokens / Math.max(1, bytesOf(JSON.stringify([system ?? '', tools ?? '', ...known.messages])))
  const all = [...known.messages, ...since]
  const fixedCount = all.findIndex((message) => !isSystem(message))
  const fixed = fixedCount < 0 ? all : all.slice(0, fixedCount)
  const rest = all.slice(fixed.length)
  const sizes = rest.map((message) => estimate([message], ratio))
  const fixedTokens = estimate([system ?? '', tools ?? '', ...fixed], ratio)
  const free = limit - reserve - fixedTokens
  const chosen = choose(rest, sizes, free)
  if (chosen === null)
    throw new LocalWindowError(
      `The newest messages take about ${sumFrom(sizes, lastTurn(rest))} tokens; ${Math.max(0, free)} are free. ` +
        'They wait for the daemon.',
    )
  const messages = [...fixed, ...chosen.map((index) => rest[index])]
  const tokens = fixedTokens + chosen.reduce((sum, index) => sum + (sizes[index] ?? 0), 0)
  return { messages, system, tools, tokens, limit, leftOut: rest.length - chosen.length, extras }
}

/** Returns the indexes of the messages that stay; null if none fit. Calls and results stay or leave together. */
function choose(rest: readonly unknown[], sizes: readonly number[], free: number): number[] | null {
  const indexes = rest.map((_, index) => index)
  // Without an earlier cut the first message may be one of any kind: a checkpoint, for example.
  const start = indexes.find((at) => (at === 0 || startsTurn(rest[at])) && sumFrom(sizes, at) <= free)
  if (start !== undefined || rest.length === 0) return indexes.slice(start ?? 0)
  const turn = lastTurn(rest)
  const round = indexes.find(
    (at) =>
      at > turn && isResult(rest[at - 1]) && !isResult(rest[at]) && (sizes[turn] ?? 0) + sumFrom(sizes, at) <= free,
  )
  return round === undefined ? null : [turn, ...indexes.slice(round)]
}

function sumFrom(sizes: readonly number[], from: number): number {
  return sizes.slice(from).reduce((sum, size) => sum + size, 0)
}

function lastTurn(messages: readonly unknown[]): number {
  return Math.max(0, messages.findLastIndex(startsTurn))
}

function estimate(values: readonly unknown[], tokensPerByte: number): number {
  const bytes = values.reduce<number>((sum, value) => sum + (value === '' ? 0 : bytesOf(JSON.stringify(value))), 0)
  return Math.ceil(bytes * Math.max(tokensPerByte, 1 / BYTES_PER_TOKEN))
}

function sizeOf(size: string | number): number {
  if (typeof size === 'number') return size
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([KM])?$/i.exec(size) ?? []
  return Number(digits ?? 16_000) * (unit === undefined ? 1 : unit.toUpperCase() === 'K' ? 1_000 : 1_000_000)
}

const fieldOf = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : undefined
const isSystem = (message: unknown) => fieldOf(message, 'role') === 'system' || fieldOf(message, 'role') === 'developer'
const startsTurn = (message: unknown) => fieldOf(message, 'role') === 'user' && !isResult(message)

/** Whether a message of any format carries results of tool calls. */
function isResult(message: unknown): boolean {
  const type = fieldOf(message, 'type')
  if (fieldOf(message, 'role') === 'tool' || (typeof type === 'string' && type.endsWith('_call_output'))) return true
  return ['content', 'parts'].some((name) => {
    const blocks = fieldOf(message, name)
    return Array.isArray(blocks) && blocks.some((block) => fieldOf(block, 'type') === 'tool_result')
  })
}
