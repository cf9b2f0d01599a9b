import type { Loose } from './scripted-upstream.js'
/** The validity checks of OpenAI's APIs, with their wording. Return the message of a 400. */

interface ChatMessage {
  role?: unknown
  content?: unknown
  tool_calls?: { id?: unknown; type?: unknown; function?: { name?: unknown; arguments?: unknown } }[]
  tool_call_id?: unknown
}

const CHAT_ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

export function chatFault(body: { model?: unknown; messages?: ChatMessage[] }): string | null {
  if (typeof body.model !== 'string') return 'you must provide a model parameter'
  const { messages } = body
  if (!Array.isArray(messages)) return "Missing required parameter: 'messages'."
  if (messages.length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
  let open: unknown[] = []
  for (const [at, { role, content, tool_calls: calls, tool_call_id: id }] of messages.entries()) {
    if (!CHAT_ROLES.includes(String(role)))
      return `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`
    if (role === 'tool') {
      if (!open.includes(id))
        return `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`
      open = open.filter((other) => other !== id)
      continue
    }
    if (open.length > 0) return unanswered(open)
    if ((content === null || content === undefined) && !(role === 'assistant' && calls?.length))
      return `Invalid value for 'content': expected a string, got null. (messages.[${at}].content)`
    for (const call of calls ?? [])
      if (
        typeof call.id !== 'string' ||
        typeof call.function?.name !== 'string' ||
        typeof call.function.arguments !== 'string'
      )
        return `Invalid type for 'messages[${at}].tool_calls[0]': expected an object with id and function.`
    open = (calls ?? []).map((call) => call.id)
  }
  if (open.length > 0) return unanswered(open)
  // Chat templates of local servers refuse a conversation without a question.
  return messages.some(({ role }) => role === 'user') ? null : 'No user query found in messages.'
}

function unanswered(ids: unknown[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
}

type Item = Record<string, Loose>

/** @param items the whole input, items of earlier responses included
 * @param isKnown whether the server keeps the reasoning, or wrote its encrypted content */
export function itemsFault(items: Item[], isKnown: (reasoning: Item) => boolean): string | null {
  const calls = new Map<string, string>()
  for (const [at, item] of items.entries()) {
    const { type = 'message', role, call_id: callId } = item
    if (type === 'message') {
      if (!['user', 'assistant', 'system', 'developer'].includes(role))
        return `Invalid value: '${role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`
      if ((item.content ?? null) === null) return `Missing required parameter: 'input[${at}].content'.`
    } else if (type === 'additional_tools') {
      if (role !== 'developer' || !Array.isArray(item.tools)) return `Invalid value: 'input[${at}]'.`
    } else if (type === 'function_call' || type === 'custom_tool_call') calls.set(callId, type)
    else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      if (!calls.delete(callId))
        return `No tool call found for ${type.startsWith('custom') ? 'custom tool' : 'function'} call output with call_id ${callId}.`
    } else if (type === 'reasoning') {
      const next = items[at + 1]
      const follows =
        next &&
        (next.type === 'reasoning' ||
          next.type?.endsWith('_call') ||
          ((next.type ?? 'message') === 'message' && next.role === 'assistant'))
      if (!follows) return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`
      if (typeof item.encrypted_content !== 'string' && !isKnown(item))
        return `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`
      if (!isKnown(item))
        return `The encrypted content for item ${item.id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`
    } else
      return `Invalid value: '${type}'. Supported values are: 'message', 'function_call', 'function_call_output', 'reasoning'.`
  }
  const [open] = calls.keys()
  if (open !== undefined) return `No tool output found for function call ${open}.`
  return items.some(({ role }) => role === 'user') ? null : 'No user query found in messages.'
}
