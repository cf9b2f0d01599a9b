import { firstString, isObject, type JsonObject } from '../domain/formats/json.js'
import type { Json } from '../domain/message.js'
import { isClientText } from './client-text.js'
import type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'
import type { LogLine } from './lines.js'

/** Sessions of Claude Code: one content block a line. Lines of one assistant message share its id, also when results of its first calls
 * were written between them; all results of its calls are one user message, as the API had them. */

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
  log.releaseHeld()
  return { title, format: 'anthropic', messages: log.messages, skipped }
}

interface Turn {
  /** Blocks of the assistant message. */
  said: Json[]
  id: string | undefined
  /** Blocks of the user message with the results of its calls, once there is one. */
  results: Json[] | null
}

class Transcript {
  readonly messages: LoggedMessage[] = []
  /** The assistant message that may still grow. */
  private turn: Turn | null = null
  private waiting: string[] = []
  /** Words handed to the model while its calls ran: they follow the results. */
  private held: string[] = []

  constructor(private readonly userTexts: Set<string>) {}

  assistant(message: JsonObject): void {
    const id = firstString(message.id)
    const blocks = blocksOf(message.content)
    if (this.turn && id !== undefined && this.turn.id === id) {
      this.turn.said.push(...blocks)
      return
    }
    this.releaseHeld()
    this.turn = { said: blocks, id, results: null }
    this.messages.push({ value: { role: 'assistant', content: blocks } })
  }

  user(message: JsonObject, byClient: boolean): void {
    const { content } = message
    if (Array.isArray(content) && content.some(isResult)) {
      this.results(content)
      return
    }
    this.releaseHeld()
    this.turn = null
    this.waiting = this.waiting.filter((text) => text !== plainText(content))
    const app = byClient || isClientContent(content)
    this.messages.push({ value: { role: 'user', content: content ?? null }, ...(app && { origin: 'app' as const }) })
  }

  /** What the user typed while the agent worked often stands nowhere else. */
  queue(operation: JsonObject): void {
    const text = firstString(operation.content)
    if (operation.operation === 'enqueue' && text !== undefined) this.waiting.push(text)
    // Taken back into the editor: it was never sent like this.
    if (operation.operation === 'popAll') this.waiting = this.waiting.filter((other) => other !== text)
    if (operation.operation !== 'remove') return
    const sent = this.waiting.shift()
    if (sent !== undefined && !this.userTexts.has(sent)) this.held.push(sent)
  }

  releaseHeld(): void {
    for (const text of this.held) {
      this.messages.push({
        value: { role: 'user', content: text },
        ...(isClientText(text) && { origin: 'app' as const }),
      })
      this.turn = null
    }
    this.held = []
  }

  private results(blocks: Json[]): void {
    if (this.turn?.results) {
      const all = [...this.turn.results, ...blocks]
      // The API wants results before words.
      this.turn.results.splice(
        0,
        this.turn.results.length,
        ...all.filter(isResult),
        ...all.filter((block) => !isResult(block)),
      )
      return
    }
    const content = [...blocks]
    this.turn ??= { said: [], id: undefined, results: null }
    this.turn.results = content
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
