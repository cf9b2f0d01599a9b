import type { PalimpsestClient } from '@palimpsest/client'
import { formatInteger, pluralize } from '../../parts/format.js'
import { Fault } from '../../parts/notices.js'
import { appAddress, appName } from '../../state/apps.js'
import { addressOf } from '../../state/route.js'
import { useAppSearches } from '../../search/search-apps.js'
import { HitList, NoHits } from './hits.js'

interface AppHitsProps {
  client: PalimpsestClient
  query: string
  /** Apps that are searched. */
  ids: readonly string[]
  sessionName: (sessionId: string) => string
}

/** The best hits of every app, each app with a way to the others of it. */
export function AppHits({ client, query, ids, sessionName }: AppHitsProps) {
  const { found, searched, unread, fault, restart } = useAppSearches(client, query, ids)
  const isDone = searched === ids.length
  return (
    <>
      {fault !== null && <Fault text={fault} retry={restart} />}
      <p class="hint" role="status">
        {isDone ? `${pluralize(ids.length, 'app')} searched` : `Searching app ${searched + 1} of ${ids.length}`}
        {`, hits in ${formatInteger(found.size)}.`}
        {unread > 0 && ` ${pluralize(unread, 'new message')} not in the index yet; search again soon.`}
      </p>
      {isDone && found.size === 0 && <NoHits />}
      {[...found].map(([appId, { hits, isMore }]) => (
        <section key={appId} aria-label={`Hits in ${appName(appId)}`}>
          <h2>
            {appName(appId)}{' '}
            {isMore && (
              <small>
                <a href={addressOf({ view: 'search', query, app: appAddress(appId) })}>all hits of this app</a>
              </small>
            )}
          </h2>
          <HitList client={client} hits={hits} sessionName={sessionName} />
        </section>
      ))}
    </>
  )
}
