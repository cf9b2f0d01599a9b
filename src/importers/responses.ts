import { firstString, isObject, type JsonObject } from '../domain/json/json.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

/** Reads requests and response objects of OpenAI's Responses API: `input` and `output` items, `instructions`, `tools`. */

export function isResponses(document: JsonObject): boolean {
  const isRequest = typeof document.input === 'string' || isItemList(document.input)
  return isRequest || (document.object === 'response' && Array.isArray(document.output))
}

export function readResponses(document: JsonObject, title: string): LoggedConversation {
  const { input, output, tools } = document
  const model = firstString(document.model)
  const system = firstString(document.instructions)
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : Array.isArray(input) ? input : []
  const messages = [...items, ...(Array.isArray(output) ? output : [])].map((value): LoggedMessage => ({ value }))
  return {
    title,
    format: 'responses',
    ...(model !== undefined && { model }),
    ...(system !== undefined && { system }),
    ...(Array.isArray(tools) && { tools }),
    messages,
    skipped: [],
  }
}

function isItemList(input: JsonObject[string] | undefined): boolean {
  const isItem = (item: JsonObject[string]) => isObject(item) && ('role' in item || 'type' in item)
  return Array.isArray(input) && input.length > 0 && input.every(isItem)
}
