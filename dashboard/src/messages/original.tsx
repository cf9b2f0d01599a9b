import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { take, type HistoryMessage, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from '../state/connection.js'
import { useHealing } from '../state/healing.js'
import type { Loaded } from '../state/session.js'
import { MessageCard } from './message-card.js'
import { Empty, Fault, Loading } from '../parts/notices.js'

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
  const [{ data, fault }, setLoaded] = useState<Loaded<HistoryMessage | 'none'>>({ data: null, fault: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    const query = { from: seq, to: seq, limit: 1, format: 'native' as const }
    const params = { path: { sessionId }, query }
    take(client.api.GET('/v1/sessions/{sessionId}/messages', { params, signal: ended.signal }))
      .then(({ messages }) => setLoaded({ data: messages[0] ?? 'none', fault: null }))
      .catch((error: unknown) => !ended.signal.aborted && setLoaded({ data: null, fault: faultOf(error) }))
    return () => ended.abort()
  }, [client, sessionId, seq, tries])
  const again = () => setTries((count) => count + 1)
  useHealing(fault, again)
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
