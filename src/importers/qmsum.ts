import { firstString, isObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

/** Reads QMSum meetings. All speakers are people, so every line becomes a user message that starts with the speaker. */
export function readMeeting(transcript: Json[], title: string): LoggedConversation {
  const messages = transcript.flatMap((line): LoggedMessage[] => {
    if (!isObject(line) || typeof line.content !== 'string') return []
    const speaker = firstString(line.speaker) ?? 'Unknown'
    return [{ value: { role: 'user', content: `${speaker}: ${line.content}`, metadata: { speaker } } }]
  })
  return { title, format: 'native', messages, skipped: [] }
}
