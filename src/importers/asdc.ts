import { isObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

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
