import { isObject, type JsonObject, firstString } from '../domain/json/json.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'
import type { Json } from '../domain/message.js'
import { readChat } from './chat.js'

/** Published collections of conversations. */

/** MemoryBank: `{user: {history: {date: [{query, response}]}}}`, one conversation per user. */
export function isMemoryBank(document: JsonObject): boolean {
  const people = Object.values(document)
  return people.length > 0 && people.every((person) => isObject(person) && isObject(person.history))
}

export function readMemoryBank(document: JsonObject, title: string): LoggedConversation[] {
  return Object.entries(document).map(([user, person]) => {
    const days = isObject(person) && isObject(person.history) ? Object.entries(person.history) : []
    const messages = days.flatMap(([date, exchanges]) =>
      (Array.isArray(exchanges) ? exchanges : []).flatMap((exchange) =>
        isObject(exchange) ? readExchange(exchange, date) : [],
      ),
    )
    return { title: `${title}: ${user}`, format: 'native', messages, skipped: [] }
  })
}

function readExchange({ query, response }: JsonObject, date: string): LoggedMessage[] {
  const messages: LoggedMessage[] = []
  if (typeof query === 'string') messages.push({ value: { role: 'user', content: query, metadata: { date } } })
  if (typeof response === 'string')
    messages.push({ value: { role: 'assistant', content: response, metadata: { date } } })
  return messages
}

/** CrossWOZ: `{id: {messages: [{role: 'usr' | 'sys', content}]}}`. `usr` is the traveler. */
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

/** Reads ASDC: `{utterances: [{name: 'customer_1', text}]}`. The customer becomes the user, the operator the
 * assistant. */
export function readAsdc(dialogues: Json[], title: string): LoggedConversation[] {
  return dialogues.filter(isObject).flatMap((dialogue, index) => {
    if (!Array.isArray(dialogue.utterances)) return []
    const messages = dialogue.utterances.flatMap((line): LoggedMessage[] => {
      if (!isObject(line) || typeof line.text !== 'string') return []
      const speaker = typeof line.name === 'string' ? line.name : 'customer'
      const role = speaker.startsWith('operator') ? 'assistant' : 'user'
      return [{ value: { role, content: line.text, metadata: { speaker } } }]
    })
    return [{ title: `${title}: ${index + 1}`, format: 'native' as const, messages, skipped: [] }]
  })
}

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

/** Reads QMSum meetings. All speakers are people, so every line becomes a user message that starts with the speaker. */
export function readMeeting(transcript: Json[], title: string): LoggedConversation {
  const messages = transcript.flatMap((line): LoggedMessage[] => {
    if (!isObject(line) || typeof line.content !== 'string') return []
    const speaker = firstString(line.speaker) ?? 'Unknown'
    return [{ value: { role: 'user', content: `${speaker}: ${line.content}`, metadata: { speaker } } }]
  })
  return { title, format: 'native', messages, skipped: [] }
}
