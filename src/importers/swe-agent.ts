import { isObject, type JsonObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import { readChat } from './chat.js'
import type { LoggedConversation } from './conversation.js'

/** Reads SWE-agent trajectories: `history` in OpenAI's format. Agents without tool calls receive command output in the
 * user role, so only the first user message that is not a demonstration counts as written by a person. */
export function readSweAgent(history: Json[], title: string): LoggedConversation {
  const conversation = readChat(history, title)
  const isUser = (value: Json): value is JsonObject => isObject(value) && value.role === 'user'
  const task = conversation.messages.find(({ value }) => isUser(value) && value.is_demo !== true)
  const messages = conversation.messages.map((message) =>
    isUser(message.value) && message !== task ? { ...message, origin: 'app' as const } : message,
  )
  return { ...conversation, messages }
}
