import type { PalimpsestClient } from '@palimpsest/client'
import { Empty } from '../../parts/notices.js'
import { addressOf } from '../../state/route.js'
import { useSearch } from '../../search/search.js'
import type { SessionData } from '../../state/session.js'
import { Hits } from './hits.js'
import { SearchForm } from './search-form.js'

/** Search in the whole history of a session, whether or not a message is still in the context. */
export function RecallView({ client, data, query }: { client: PalimpsestClient; data: SessionData; query: string }) {
  const sessionId = data.session.id
  const search = useSearch({ client, query, sessionId })
  return (
    <div class="recall">
      <SearchForm
        query={query}
        label="Search this session"
        onSearch={(item) => {
          if (item === query) search.restart()
          else location.hash = addressOf({ view: 'session', sessionId, tab: 'recall', item })
        }}
      />
      {query === '' && (
        <Empty title="Find what was said.">
          The search covers every message of the session, also those behind checkpoints, offloaded or evicted.
        </Empty>
      )}
      <Hits client={client} search={search} sessionName={null} />
    </div>
  )
}
