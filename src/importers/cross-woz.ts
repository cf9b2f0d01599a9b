import { isObject, type JsonObject } from '../domain/json/json.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

/** Reads CrossWOZ: `{id: {messages: [{role: 'usr' | 'sys', content}]}}`. `usr` is the traveler. */

const ROLES: Readonly<Record<string, 'user' | 'assistant'>> = { usr: 'user', sys: 'assistant' }

export function isCrossWoz(document: JsonObject): boolean {
  const [first] = Object.values(document)
  const messages = isObject(first) && Array.isArray(first.messages) ? first.messages : []
  return messages.some((message) => isObject(message) && (message.role === 'usr' || message.role === 'sys'))
}

export function readCrossWoz(document: JsonObject, title: string): LoggedConversation[] {
  return Object.entries(document).map(([id, dialogue]) => {
    const lines = isObject(dialogue) && Array.isArray(dialogue.messages) ? dialogue.messages : []
    const messages = lines.flatMap((line): LoggedMessage[] => {
      const role = isObject(line) && typeof line.role === 'string' ? ROLES[line.role] : undefined
      return role && isObject(line) && typeof line.content === 'string'
        ? [{ value: { role, content: line.content } }]
        : []
    })
    return { title: `${title}: ${id}`, format: 'native', messages, skipped: [] }
  })
}
