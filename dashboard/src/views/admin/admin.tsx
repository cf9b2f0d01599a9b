import type { PalimpsestClient } from '@palimpsest/client'
import { Fault, Loading } from '../../parts/notices.js'
import { APPS_MAX, readAdmin, readKeys } from '../../state/admin.js'
import type { Role } from '../../state/connection.js'
import { useRead } from '../../state/use-read.js'
import { ModelsCard } from '../health-models.js'
import { AlertsCard } from './alerts.js'
import { AppsCard } from './apps.js'
import { KeysCard } from './keys.js'
import { ScopesCard } from './scopes.js'

/** What an admin key manages: apps, keys, quotas, policies, retention, models and scopes. */
export function AdminView({ client, role }: { client: PalimpsestClient; role: Role }) {
  const apps = useRead(
    (signal) => (role === 'admin' ? readAdmin(client, signal) : Promise.resolve(null)),
    [client, role],
  )
  const keys = useRead((signal) => (role === 'admin' ? readKeys(client, signal) : Promise.resolve([])), [client, role])
  if (role !== 'admin')
    return (
      <section class="admin">
        <h1>Admin</h1>
        <p>This view needs an admin key. Yours has the role {role}.</p>
      </section>
    )
  return (
    <section class="admin" aria-labelledby="admin-title">
      <h1 id="admin-title">Admin</h1>
      {apps.fault !== null && <Fault text={apps.fault} retry={apps.again} />}
      {apps.data === null && apps.fault === null && <Loading what="the apps" />}
      {apps.data && <AppsCard client={client} apps={apps.data.apps} reload={apps.again} />}
      {apps.data?.isMore && <p class="hint">The first {APPS_MAX} apps are shown.</p>}
      {keys.fault !== null && <Fault text={keys.fault} retry={keys.again} />}
      {keys.data && apps.data && (
        <KeysCard client={client} keys={keys.data} apps={apps.data.apps} reload={keys.again} />
      )}
      <ModelsCard client={client} />
      <AlertsCard client={client} />
      <ScopesCard client={client} />
    </section>
  )
}
