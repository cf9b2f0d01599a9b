import { isObject, type JsonObject } from '../domain/json/json.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

/** Reads MemoryBank: `{user: {history: {date: [{query, response}]}}}`, one conversation per user. */

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
