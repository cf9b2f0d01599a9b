import { useEffect, useState } from 'preact/hooks'
import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare, formatTime, pluralize } from '../parts/format.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { faultOf } from '../state/connection.js'
import { addressOf } from '../state/route.js'
import { useHealing } from '../state/healing.js'
import type { Loaded } from '../state/session.js'

type Recall = components['schemas']['Recall']

interface RecalledProps {
  client: PalimpsestClient
  sessionId: string
  /** The message that the recalled words answer. */
  seq: number
  /** Whether the quotes are shown, too. */
  hasQuotes?: boolean
}

/** What was recalled for a message of a person: from where, why, and the way to each source. [M7] */
export function Recalled({ client, sessionId, seq, hasQuotes = false }: RecalledProps) {
  const [{ data, fault }, setLoaded] = useState<Loaded<Recall | 'none'>>({ data: null, fault: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    const params = { path: { sessionId }, query: { seq, limit: 1 } }
    take(client.api.GET('/v1/sessions/{sessionId}/recalls', { params, signal: ended.signal }))
      .then(({ recalls }) => setLoaded({ data: recalls[0] ?? 'none', fault: null }))
      .catch((error: unknown) => !ended.signal.aborted && setLoaded({ data: null, fault: faultOf(error) }))
    return () => ended.abort()
  }, [client, sessionId, seq, tries])
  const again = () => setTries((count) => count + 1)
  useHealing(fault, again)
  if (fault !== null) return <Fault text={fault} retry={again} />
  if (data === null) return <Loading what="the sources" />
  if (data === 'none') return <Empty title={`Nothing was recalled for message ${seq}.`} />
  const { excerpts, tokens, ms, at } = data
  return (
    <div class="recalled">
      <p class="hint">
        Found by the words of message {formatInteger(seq)}: {pluralize(excerpts.length, 'quote')},{' '}
        {pluralize(tokens, 'token')}, in {formatInteger(ms)} ms, <time dateTime={at}>{formatTime(at)}</time>.
      </p>
      <ol>
        {excerpts.map((excerpt) => (
          <li key={`${excerpt.sessionId} ${excerpt.seq} ${excerpt.part} ${excerpt.start}`}>
            <Source excerpt={excerpt} sessionId={sessionId} hasQuote={hasQuotes} />
          </li>
        ))}
      </ol>
    </div>
  )
}

interface SourceProps {
  excerpt: Recall['excerpts'][number]
  sessionId: string
  hasQuote: boolean
}

function Source({ excerpt: { sessionId: source, seq, text, score, tokens }, sessionId, hasQuote }: SourceProps) {
  const where = `message ${formatInteger(seq)}${source === sessionId ? '' : ' of another session'}`
  return (
    <>
      {hasQuote && (
        <blockquote class="excerpt" dir="auto">
          {text}
        </blockquote>
      )}
      <a href={addressOf({ view: 'session', sessionId: source, tab: 'strip', item: String(seq) })}>Read {where}</a>:{' '}
      {formatShare(score)} of the question’s words by their rarity, {pluralize(tokens, 'token')}
    </>
  )
}
