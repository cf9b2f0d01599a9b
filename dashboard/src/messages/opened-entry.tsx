import type { ComponentChildren } from 'preact'
import type { PalimpsestClient } from '@palimpsest/client'
import type { Opened } from './entry-list.js'
import { Original } from './original.js'
import { Recalled } from './recalled.js'

interface OpenedEntryProps {
  client: PalimpsestClient
  sessionId: string
  opened: Opened | null
  /** State of the message at the moment that is shown; null: now. */
  then?: string | null
  /** What can be done with a message. */
  children?: ComponentChildren
}

/** The message that a person opened, or the sources of the words recalled for it. */
export function OpenedEntry({ client, sessionId, opened, then = null, children }: OpenedEntryProps) {
  if (opened === null) return null
  const { kind, seq } = opened
  if (kind === 'message')
    return (
      <Original key={seq} client={client} sessionId={sessionId} seq={seq} then={then}>
        {children}
      </Original>
    )
  return (
    <article class="message" aria-label={`Recalled for message ${seq}`}>
      <header>
        <b>Recalled for #{seq}</b>
      </header>
      <Recalled key={seq} client={client} sessionId={sessionId} seq={seq} hasQuotes />
    </article>
  )
}
