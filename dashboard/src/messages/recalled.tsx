import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare, formatTime, pluralize } from '../parts/format.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { addressOf } from '../state/route.js'
import { useRead } from '../state/use-read.js'

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
  const { data, fault, again } = useRead(
    async (signal) => {
      const params = { path: { sessionId }, query: { seq, limit: 1 } }
      const { recalls } = await take(client.api.GET('/v1/sessions/{sessionId}/recalls', { params, signal }))
      return recalls[0] ?? 'none'
    },
    [client, sessionId, seq],
  )
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
