import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatTime } from '../parts/format.js'
import { Fault, Loading } from '../parts/notices.js'
import { addressOf } from '../state/route.js'
import { useRead } from '../state/use-read.js'

/** What people stated for all sessions of a scope, each entry with the way to the message that has the words. */

type Standing = components['schemas']['StandingEntry']

const PAGE = 200

interface StandingProps {
  client: PalimpsestClient
  scope: string
  /** App of the scope. */
  appId: string
}

export function StandingCard({ client, scope, appId }: StandingProps) {
  const { data, fault, again } = useRead(
    async (signal) => {
      const params = { path: { scope }, query: { limit: PAGE, appId } }
      const reply = await take(client.api.GET('/v1/scopes/{scope}/entries', { params, signal }))
      return reply as { entries: Standing[]; nextAfter: string | null }
    },
    [client, scope, appId],
  )
  const open = data?.entries.filter(({ state }) => state === 'open') ?? []
  const closed = data?.entries.filter(({ state }) => state !== 'open') ?? []
  return (
    <section class="card whole" aria-labelledby="standing-title">
      <h2 id="standing-title">
        Standing entries <small>of the scope {scope}</small>
      </h2>
      {fault !== null && <Fault text={fault} retry={again} />}
      {data === null && fault === null && <Loading what="the standing entries" />}
      {data && open.length === 0 && (
        <p class="hint">
          None is open. People state them: “always answer in French”. All sessions of the scope share them.
        </p>
      )}
      <Entries entries={open} />
      {closed.length > 0 && (
        <details>
          <summary>Superseded and ended: {closed.length}</summary>
          <Entries entries={closed} />
        </details>
      )}
      {data !== null && data.nextAfter !== null && <p class="hint">The newest {PAGE} entries are shown.</p>}
    </section>
  )
}

function Entries({ entries }: { entries: readonly Standing[] }) {
  return (
    <ul class="standing-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span class="tag">{entry.kind}</span> <q dir="auto">{entry.text}</q>{' '}
          <small>
            <time dateTime={entry.at}>{formatTime(entry.at)}</time>
            {entry.reason !== null && `, ended by “${entry.reason}”`}
          </small>{' '}
          {entry.sessionId !== null && entry.seq !== null && (
            <a href={addressOf({ view: 'session', sessionId: entry.sessionId, tab: 'strip', item: String(entry.seq) })}>
              Read message {entry.seq}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
