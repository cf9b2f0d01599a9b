import { useMemo } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { appAddress, appByAddress, appName, apps, useApps } from '../../state/apps.js'
import type { Role } from '../../state/connection.js'
import { nameOf } from '../../state/pick-rows.js'
import { addressOf } from '../../state/route.js'
import { useSearch } from '../../search/search.js'
import { sessions } from '../../state/sessions.js'
import { AppHits } from './app-hits.js'
import { Hits } from './hits.js'
import { SearchForm } from './search-form.js'

interface SearchProps {
  client: PalimpsestClient
  query: string
  /** Name or id of an app; null: all that the key may see. */
  app: string | null
  role: Role
}

/** Search in every session that the key may see: an admin searches all apps, or one that the address names. */
export function SearchView({ client, query, app, role }: SearchProps) {
  const { fault, reload } = useApps(role === 'admin' ? client : null)
  const { rows } = sessions.value
  const names = useMemo(() => new Map(rows.map((session) => [session.id, nameOf(session)])), [rows])
  const props = { client, query, sessionName: (id: string) => names.get(id) ?? id }
  if (role !== 'admin') return <OneApp {...props} appId={null} app={null} />
  if (fault !== null && apps.value.size === 0) return <Fault text={fault} retry={reload} />
  if (apps.value.size === 0) return <Loading what="the apps" />
  const [only] = apps.value.size === 1 ? apps.value.keys() : []
  if (only !== undefined) return <OneApp {...props} appId={only} app={null} />
  const appId = app === null ? undefined : appByAddress(app)
  if (app !== null && appId !== undefined) return <OneApp {...props} appId={appId} app={app} />
  return <AllApps {...props} unknown={app} />
}

type AppSearchProps = Pick<SearchProps, 'client' | 'query'> & { sessionName: (sessionId: string) => string }

function OneApp({
  client,
  query,
  appId,
  app,
  sessionName,
}: AppSearchProps & { appId: string | null; app: string | null }) {
  const search = useSearch({ client, query, sessionId: null, appId })
  return (
    <section class="recall" aria-labelledby="search-title">
      <Head query={query} app={app} restart={search.restart} hasApps={app !== null} />
      <Hits client={client} search={search} sessionName={sessionName} />
    </section>
  )
}

/** @param unknown what the address calls an app that does not exist; null: nothing */
function AllApps({ client, query, sessionName, unknown }: AppSearchProps & { unknown: string | null }) {
  const ids = [...apps.value.keys()].toSorted((a, b) => appName(a).localeCompare(appName(b)))
  return (
    <section class="recall" aria-labelledby="search-title">
      <Head query={query} app={null} restart={() => undefined} hasApps={ids.length > 1} />
      {unknown !== null && <p class="form-fault">No app has the name or id “{unknown}”. All apps are searched.</p>}
      {query !== '' && <AppHits client={client} query={query} ids={ids} sessionName={sessionName} />}
    </section>
  )
}

interface HeadProps {
  query: string
  app: string | null
  restart: () => void
  hasApps: boolean
}

function Head({ query, app, restart, hasApps }: HeadProps) {
  const go = (words: string, name: string | null) =>
    (location.hash = addressOf({ view: 'search', query: words, ...(name !== null && { app: name }) }))
  const ids = [...apps.value.keys()].toSorted((a, b) => appName(a).localeCompare(appName(b)))
  return (
    <>
      <h1 id="search-title">Search</h1>
      <SearchForm
        query={query}
        label="Search all sessions"
        onSearch={(words) => (words === query ? restart() : go(words, app))}
      >
        {hasApps && (
          <select
            aria-label="App"
            value={app === null ? '' : appAddress(appByAddress(app) ?? '')}
            onChange={(event) => go(query, event.currentTarget.value || null)}
          >
            <option value="">All apps</option>
            {ids.map((id) => (
              <option key={id} value={appAddress(id)}>
                {appName(id)}
              </option>
            ))}
          </select>
        )}
      </SearchForm>
      {query === '' && (
        <Empty title="Search all sessions.">
          Every message of every session {hasApps && app === null ? 'of every app' : 'of the app'} is searched,
          offloaded originals included.
        </Empty>
      )}
    </>
  )
}
