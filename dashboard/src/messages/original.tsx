import type { ComponentChildren } from 'preact'
import { take, type PalimpsestClient } from '@palimpsest/client'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { useRead } from '../state/use-read.js'
import { MessageCard } from './message-card.js'

interface OriginalProps {
  client: PalimpsestClient
  sessionId: string
  seq: number
  /** State of the message at the moment that the page shows; null: now. */
  then?: string | null
  /** What can be done with the message. Shown below it. */
  children?: ComponentChildren
}

/** Reads one message of the history and shows it. */
export function Original({ client, sessionId, seq, then = null, children }: OriginalProps) {
  const { data, fault, again } = useRead(
    async (signal) => {
      const query = { from: seq, to: seq, limit: 1, format: 'native' as const }
      const params = { path: { sessionId }, query }
      const { messages } = await take(client.api.GET('/v1/sessions/{sessionId}/messages', { params, signal }))
      return messages[0] ?? 'none'
    },
    [client, sessionId, seq],
  )
  if (fault !== null) return <Fault text={fault} retry={again} />
  if (data === null) return <Loading what={`message ${seq}`} />
  if (data === 'none') return <Empty title={`There is no message ${seq}.`} />
  return (
    <>
      <MessageCard message={data} then={then} />
      {children}
    </>
  )
}
