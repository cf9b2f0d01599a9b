import type { SessionStoreEntry } from './contract.js'

/** Entries as messages. An entry is opaque, so its exact JSON is metadata of the message. The text that a person or the
 * model wrote is also a part, so that search finds it. */

export interface EntryMessage {
  role: 'user' | 'assistant'
  origin: 'app'
  parts: { type: 'text'; text: string }[]
  metadata: { entry: SessionStoreEntry }
}

export function messageOf(entry: SessionStoreEntry): EntryMessage {
  const text = textsOf(entry).join('\n\n')
  const role = entry.type === 'assistant' ? 'assistant' : 'user'
  return { role, origin: 'app', parts: [{ type: 'text', text }], metadata: { entry } }
}

/** Returns the entry of a stored message; null for a message of another program. */
export function entryOf(message: unknown): SessionStoreEntry | null {
  const entry = memberOf(memberOf(message, 'metadata'), 'entry')
  return typeof memberOf(entry, 'type') === 'string' ? (entry as SessionStoreEntry) : null
}

function textsOf(entry: SessionStoreEntry): string[] {
  const content = memberOf(entry.message, 'content') ?? entry.summary
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown) => {
    const text = memberOf(block, 'type') === 'text' ? memberOf(block, 'text') : undefined
    return typeof text === 'string' ? [text] : []
  })
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
