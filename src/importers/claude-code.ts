import { firstString, isObject, type JsonObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import { isClientText } from './client-text.js'
import type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'
import type { LogLine } from './lines.js'

/** Reads Claude Code sessions: one content block per line. Lines of one assistant message share its id, even if results
 * of its first calls appear between them. All results of its calls form one user message, as in the API request. */

export function isClaudeCode(lines: LogLine[]): boolean {
  return lines.some(
    ({ value }) => isSpoken(value) && ('uuid' in value || 'sessionId' in value || 'parentUuid' in value),
  )
}

export function readClaudeCode(lines: LogLine[], title: string, skipped: Skipped[]): LoggedConversation {
  const log = new Transcript(new Set(lines.flatMap(({ value }) => userText(value) ?? [])))
  const seen = new Set<string>()
  for (const { line, value } of lines) {
    if (value.type === 'queue-operation') log.queue(value)
    if (!isSpoken(value) || !isObject(value.message)) continue
    if (value.isSidechain === true) {
      skipped.push({ line, reason: 'belongs to a side conversation' })
      continue
    }
    const uuid = firstString(value.uuid)
    if (uuid !== undefined && seen.has(uuid)) {
      skipped.push({ line, reason: 'repeats an earlier line' })
      continue
    }
    if (uuid !== undefined) seen.add(uuid)
    if (value.type === 'assistant') log.assistant(value.message)
    else log.user(value.message, value.isMeta === true || value.isCompactSummary === true)
  }
  log.flushDeferred()
  const model = modelOf(lines)
  return { title, format: 'anthropic', ...(model !== undefined && { model }), messages: log.messages, skipped }
}

/** Returns the model of the newest reply. The client names its own texts `<synthetic>`. */
function modelOf(lines: LogLine[]): string | undefined {
  const names = lines.map(({ value }) => (isObject(value.message) ? firstString(value.message.model) : undefined))
  return names.findLast((name) => name !== undefined && !name.startsWith('<'))
}

interface Exchange {
  /** Blocks of the assistant message. */
  assistantBlocks: Json[]
  id: string | undefined
  /** Blocks of the user message with the results of its calls; null before the first result. */
  results: Json[] | null
}

class Transcript {
  readonly messages: LoggedMessage[] = []
  /** Last assistant message, which later lines may extend. */
  private exchange: Exchange | null = null
  private queued: string[] = []
  /** User texts sent to the model while its calls ran. They follow the results. */
  private deferred: string[] = []

  constructor(private readonly userTexts: Set<string>) {}

  assistant(message: JsonObject): void {
    const id = firstString(message.id)
    const blocks = blocksOf(message.content)
    if (this.exchange && id !== undefined && this.exchange.id === id) {
      this.exchange.assistantBlocks.push(...blocks)
      return
    }
    this.flushDeferred()
    this.exchange = { assistantBlocks: blocks, id, results: null }
    this.messages.push({ value: { role: 'assistant', content: blocks } })
  }

  user(message: JsonObject, byClient: boolean): void {
    const { content } = message
    if (Array.isArray(content) && content.some(isResult)) {
      this.results(content)
      return
    }
    this.flushDeferred()
    this.exchange = null
    this.queued = this.queued.filter((text) => text !== plainText(content))
    const app = byClient || isClientContent(content)
    this.messages.push({ value: { role: 'user', content: content ?? null }, ...(app && { origin: 'app' as const }) })
  }

  /** Reads a queue operation. Text typed while the agent worked often appears only there. */
  queue(operation: JsonObject): void {
    const text = firstString(operation.content)
    if (operation.operation === 'enqueue' && text !== undefined) this.queued.push(text)
    // The user moved the text back into the editor, so it was never sent.
    if (operation.operation === 'popAll') this.queued = this.queued.filter((other) => other !== text)
    if (operation.operation !== 'remove') return
    const sent = this.queued.shift()
    if (sent !== undefined && !this.userTexts.has(sent)) this.deferred.push(sent)
  }

  flushDeferred(): void {
    for (const text of this.deferred) {
      this.messages.push({
        value: { role: 'user', content: text },
        ...(isClientText(text) && { origin: 'app' as const }),
      })
      this.exchange = null
    }
    this.deferred = []
  }

  private results(blocks: Json[]): void {
    if (this.exchange?.results) {
      const all = [...this.exchange.results, ...blocks]
      // The API requires results before text.
      this.exchange.results.splice(
        0,
        this.exchange.results.length,
        ...all.filter(isResult),
        ...all.filter((block) => !isResult(block)),
      )
      return
    }
    const content = [...blocks]
    this.exchange ??= { assistantBlocks: [], id: undefined, results: null }
    this.exchange.results = content
    this.messages.push({ value: { role: 'user', content } })
  }
}

function isSpoken(value: JsonObject): boolean {
  return (value.type === 'user' || value.type === 'assistant') && isObject(value.message)
}

function isResult(block: Json): boolean {
  return isObject(block) && block.type === 'tool_result'
}

function blocksOf(content: Json | undefined): Json[] {
  if (Array.isArray(content)) return [...content]
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
}

function userText(value: JsonObject): string | undefined {
  return value.type === 'user' && isObject(value.message) ? plainText(value.message.content) : undefined
}

function plainText(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content
  const only = Array.isArray(content) && content.length === 1 ? content[0] : undefined
  return isObject(only) ? firstString(only.text) : undefined
}

function isClientContent(content: Json | undefined): boolean {
  if (typeof content === 'string') return isClientText(content)
  if (!Array.isArray(content) || content.length === 0) return false
  return content.every((block) => isObject(block) && typeof block.text === 'string' && isClientText(block.text))
}
