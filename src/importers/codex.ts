import { wordSet } from '../domain/texts.js'
import { firstString, isObject, type JsonObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'
import type { LogLine } from './lines.js'

/** Reads rollout files of Codex: items of the Responses API, one per line, in `{timestamp, type, payload}`. Older
 * versions wrote the items alone, after a line with the id of the session. */

const ITEMS = wordSet(`
  message reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call local_shell_call_output
  web_search_call web_search_call_output`)
/** Text in the user role that the client wrote. */
const CLIENT_TEXT =
  /^\s*(<(environment_context|user_instructions|turn_aborted|permissions)\b|# AGENTS\.md instructions)/

export function isCodex(lines: LogLine[]): boolean {
  const [first] = lines
  const isNew = ({ value }: LogLine) =>
    value.type === 'session_meta' || (value.type === 'response_item' && isObject(value.payload))
  return lines.some(isNew) || (first !== undefined && isOldHead(first.value) && lines.some((one) => isItem(one.value)))
}

export function readCodex(lines: LogLine[], title: string, skipped: Skipped[]): LoggedConversation {
  const messages: LoggedMessage[] = []
  let system: string | undefined
  let model: string | undefined
  for (const { line, value } of lines) {
    const payload = isObject(value.payload) ? value.payload : value
    if (value.type === 'session_meta' || isOldHead(value)) {
      const { base_instructions: base, instructions } = payload
      system ??= firstString(instructions, isObject(base) ? base.text : undefined)
    } else if (value.type === 'turn_context') model = firstString(payload.model) ?? model
    else if (value.type === 'response_item' || isItem(value)) {
      if (isItem(payload)) messages.push(messageOf(payload))
      else skipped.push({ line, reason: 'unknown kind of item' })
    }
  }
  const facts = { ...(model !== undefined && { model }), ...(system !== undefined && { system }) }
  return { title, format: 'responses', ...facts, messages, skipped }
}

function isOldHead(value: JsonObject): boolean {
  return typeof value.id === 'string' && typeof value.timestamp === 'string' && value.type === undefined
}

function isItem(value: JsonObject): boolean {
  return typeof value.type === 'string' && ITEMS.has(value.type)
}

function messageOf(item: JsonObject): LoggedMessage {
  const isClient = item.type === 'message' && item.role === 'user' && CLIENT_TEXT.test(textOf(item.content))
  return { value: item, ...(isClient && { origin: 'app' as const }) }
}

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  const [first] = Array.isArray(content) ? content : []
  return isObject(first) ? (firstString(first.text) ?? '') : ''
}
