import { useMemo, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { Empty } from '../../parts/notices.js'
import type { Role } from '../../state/connection.js'
import { nameOf } from '../../state/pick-rows.js'
import { addressOf } from '../../state/route.js'
import { useSearch } from '../../state/search.js'
import { sessions } from '../../state/sessions.js'
import { Hits } from './hits.js'
import { SearchForm } from './search-form.js'

/** The app that an admin key acts as unless it names another. */
const DEFAULT_APP = 'default'

/** Search in every session of an app. */
export function SearchView({ client, query, role }: { client: PalimpsestClient; query: string; role: Role }) {
  const [appId, setApp] = useState(DEFAULT_APP)
  const { rows } = sessions.value
  const names = useMemo(() => new Map(rows.map((session) => [session.id, nameOf(session)])), [rows])
  const apps = useMemo(() => [...new Set([DEFAULT_APP, ...rows.map((session) => session.appId)])].toSorted(), [rows])
  const search = useSearch({ client, query, sessionId: null, appId: role === 'admin' ? appId : null })
  return (
    <section class="recall" aria-labelledby="search-title">
      <h1 id="search-title">Search</h1>
      <SearchForm
        query={query}
        label="Search all sessions"
        onSearch={(words) => {
          if (words === query) search.restart()
          else location.hash = addressOf({ view: 'search', query: words })
        }}
      >
        {role === 'admin' && apps.length > 1 && (
          <select aria-label="App" value={appId} onChange={(event) => setApp(event.currentTarget.value)}>
            {apps.map((id) => (
              <option key={id} value={id}>
                App: {id}
              </option>
            ))}
          </select>
        )}
      </SearchForm>
      {query === '' && (
        <Empty title="Search all sessions.">
          Every message of every session of the app is searched, offloaded originals included.
        </Empty>
      )}
      <Hits client={client} search={search} sessionName={(id) => names.get(id) ?? id} />
    </section>
  )
}
