import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatTime } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { Original } from '../../messages/original.js'
import { Sample } from '../../parts/strip-key.js'
import { piecesOfExcerpt } from '../../search/excerpt.js'
import { addressOf } from '../../state/route.js'
import { type Tab } from '../../state/tabs.js'
import type { Hit, useSearch } from '../../search/search.js'
import type { Look } from '../../strip/cells.js'
import { STATE_WORDS } from '../../parts/words.js'

/** Where the messages are now, each with the pattern of its cell in the strip. */
const PLACES: Record<Hit['where'], { title: string; look: Look }> = {
  raw: { title: 'in the context, whole', look: 'raw' },
  reduced: { title: 'in the context, shortened', look: 'reduced' },
  covered: { title: STATE_WORDS.covered, look: 'level-3' },
  evicted: { title: STATE_WORDS.evicted, look: 'evicted' },
  withdrawn: { title: STATE_WORDS.withdrawn, look: 'later' },
}

interface HitsProps {
  client: PalimpsestClient
  search: ReturnType<typeof useSearch>
  /** Name of the session of a hit; null: all hits are of one session. */
  sessionName: ((sessionId: string) => string) | null
}

export function Hits({ client, search, sessionName }: HitsProps) {
  const { status, hits, isMore, unread, fault, more, restart } = search
  if (status === 'idle') return null
  return (
    <>
      {fault !== null && <Fault text={fault} retry={restart} />}
      {status === 'searching' && hits.length === 0 && <Loading what="hits" />}
      {status === 'done' && fault === null && (
        <p class="hint" role="status">
          {hits.length === 0 ? 'Nothing found.' : `${formatInteger(hits.length)}${isMore ? ' or more' : ''} found.`}
          {unread > 0 && ` ${formatInteger(unread)} new messages are not in the index yet; search again soon.`}
        </p>
      )}
      {status === 'done' && hits.length === 0 && fault === null && <NoHits />}
      <HitList client={client} hits={hits} sessionName={sessionName} />
      {isMore && (
        <button type="button" disabled={status === 'searching'} onClick={more}>
          Show more
        </button>
      )}
    </>
  )
}

export function NoHits() {
  return (
    <Empty title="No message has these words.">
      Case, accents and common endings are ignored. Identifiers are found whole and by their words.
    </Empty>
  )
}

export function HitList({
  client,
  hits,
  sessionName,
}: Pick<HitsProps, 'client' | 'sessionName'> & { hits: readonly Hit[] }) {
  return (
    <ol class="hits" aria-label="Hits, best first">
      {hits.map((hit) => (
        <HitCard key={hit.id} client={client} hit={hit} sessionName={sessionName} />
      ))}
    </ol>
  )
}

function HitCard({ client, hit, sessionName }: Pick<HitsProps, 'client' | 'sessionName'> & { hit: Hit }) {
  const [isOpen, setOpen] = useState(false)
  const { sessionId, seq, role, where, createdAt, checkpointId, offloadId } = hit
  const { title, look } = PLACES[where]
  const inTab = (tab: Tab, item: string) => addressOf({ view: 'session', sessionId, tab, item })
  return (
    <li class="hit card">
      <header>
        <b>#{formatInteger(seq)}</b> <span>{role}</span>
        <span class="place">
          <Sample look={look} /> {title}
        </span>
        {sessionName && (
          <a href={addressOf({ view: 'session', sessionId, tab: 'strip' })} title={sessionId}>
            {sessionName(sessionId)}
          </a>
        )}
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      </header>
      <Excerpt hit={hit} />
      <div class="links">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close the original' : 'Read the original'}
        </button>
        <a href={inTab('strip', String(seq))}>Show in Messages</a>
        {checkpointId !== null && <a href={inTab('checkpoints', checkpointId)}>Open the checkpoint</a>}
        {offloadId !== null && <a href={inTab('offloads', offloadId)}>Open the shortened part</a>}
      </div>
      {isOpen && <Original client={client} sessionId={sessionId} seq={seq} />}
    </li>
  )
}

/** The passage with the words that match marked. */
function Excerpt({ hit }: { hit: Hit }) {
  return (
    <blockquote class="excerpt" dir="auto">
      {hit.offset > 0 && '… '}
      {piecesOfExcerpt(hit).map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))}
    </blockquote>
  )
}
