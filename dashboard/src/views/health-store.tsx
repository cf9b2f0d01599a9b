import { take, type PalimpsestClient } from '@palimpsest/client'
import { formatBytes, formatInteger } from '../parts/format.js'
import { Fault, Loading } from '../parts/notices.js'
import { numbers, TableHead } from '../parts/table-head.js'
import { WideTable } from '../parts/wide-table.js'
import type { Role } from '../state/connection.js'
import { usePolled } from '../state/polled.js'
import { sessions } from '../state/sessions.js'

/** How much is stored, by app. */

/** The size of the store is counted by whole tables, so it is read less often than the rest of the view. */
const SIZES_MS = 30_000
/** Apps whose size an admin sees. */
const APPS_SHOWN = 20

async function readSizes({ api }: PalimpsestClient, ids: readonly string[], signal: AbortSignal) {
  const found = []
  for (const appId of ids) {
    const params = { path: { appId } }
    found.push(await take(api.GET('/v1/apps/{appId}', { params, signal })))
  }
  return found
}

export function StoreCard({ client, role }: { client: PalimpsestClient; role: Role }) {
  const own = sessions.value.rows[0]?.appId
  const { data, fault, reload } = usePolled(
    async (signal) => {
      if (role !== 'admin') return own === undefined ? [] : readSizes(client, [own], signal)
      const { apps } = await take(client.api.GET('/v1/apps', { params: { query: { limit: APPS_SHOWN } }, signal }))
      return readSizes(
        client,
        apps.map(({ id }) => id),
        signal,
      )
    },
    SIZES_MS,
    [client, role, own],
  )
  const database = data?.find(({ usage }) => usage.databaseBytes !== undefined)?.usage.databaseBytes
  return (
    <section class="card" aria-labelledby="store-title">
      <h2 id="store-title">Store {database !== undefined && <small>{formatBytes(database)} in the database</small>}</h2>
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the sizes" />}
      {data?.length === 0 && <p class="hint">Nothing is stored yet.</p>}
      {data && data.length > 0 && (
        <WideTable title="Sessions and messages by app">
          <table>
            <TableHead columns={['App', ...numbers('Sessions', 'Messages')]} />
            <tbody>
              {data.map(({ id, name, usage: { sessions: count, messages } }) => (
                <tr key={id}>
                  <th scope="row" class="exact">
                    {name || id}
                  </th>
                  <td class="number">{formatInteger(count)}</td>
                  <td class="number">{formatInteger(messages)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.length === APPS_SHOWN && <p class="hint">The first {APPS_SHOWN} apps are shown.</p>}
        </WideTable>
      )}
    </section>
  )
}
