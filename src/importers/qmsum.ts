import { firstString, isObject } from '../domain/formats/json.js'
import type { Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage } from './conversation.js'

/** Meetings of QMSum: everybody is a person, so all of it stands in the user role, each line with its speaker. */
export function readMeeting(transcript: Json[], title: string): LoggedConversation {
  const messages = transcript.flatMap((line): LoggedMessage[] => {
    if (!isObject(line) || typeof line.content !== 'string') return []
    const speaker = firstString(line.speaker) ?? 'Unknown'
    return [{ value: { role: 'user', content: `${speaker}: ${line.content}`, metadata: { speaker } } }]
  })
  return { title, format: 'native', messages, skipped: [] }
}
