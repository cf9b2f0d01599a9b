import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { formatBytes, formatInteger } from '../../parts/format.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { WideTable } from '../../parts/wide-table.js'
import { useAct } from '../../state/act.js'
import { createApp, type App } from '../../state/admin.js'
import { EditApp } from './edit-app.js'

interface AppsProps {
  client: PalimpsestClient
  apps: readonly App[]
  /** Reads them again. */
  reload: () => void
}

/** Every app with its size, what it may use, and the settings of its sessions. */
export function AppsCard({ client, apps, reload }: AppsProps) {
  const [edited, setEdited] = useState<App | null>(null)
  return (
    <section class="card" aria-labelledby="admin-apps-title">
      <h2 id="admin-apps-title">Apps, quotas, policies and retention</h2>
      <WideTable title="Apps">
        <table class="stacked">
          <TableHead
            columns={[
              'App',
              ...numbers('Sessions', 'Messages', 'Stored'),
              'Quotas',
              'Default policy',
              'Retention',
              { unseen: 'Actions' },
            ]}
          />
          <tbody>
            {apps.map((app) => (
              <tr key={app.id}>
                <th scope="row">
                  {app.name} {app.name !== app.id && <small class="exact">{app.id}</small>}
                </th>
                <td class="number" data-title="Sessions">
                  {formatInteger(app.usage.sessions)}
                </td>
                <td class="number" data-title="Messages">
                  {formatInteger(app.usage.messages)}
                </td>
                <td class="number" data-title="Stored">
                  {formatBytes(app.quotas.bytes.used)}
                </td>
                <td data-title="Quotas">
                  <Quotas app={app} />
                </td>
                <td data-title="Default policy">{policyText(app)}</td>
                <td data-title="Retention">
                  {app.retentionDays === null ? 'sessions stay' : `${formatInteger(app.retentionDays)} days`}
                </td>
                <td>
                  <button type="button" aria-label={`Edit ${app.name}`} onClick={() => setEdited(app)}>
                    Edit …
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <NewApp client={client} reload={reload} />
      {edited && (
        <EditApp
          client={client}
          app={edited}
          close={(isChanged) => {
            setEdited(null)
            if (isChanged) reload()
          }}
        />
      )}
    </section>
  )
}

const QUOTA_TITLES: Record<keyof App['quotas'], string> = {
  sessions: 'sessions',
  messages: 'messages',
  bytes: 'bytes',
  subscribers: 'event streams',
  requestsPerMinute: 'requests a minute',
  modelSecondsPerHour: 'model seconds an hour',
}

/** Quotas that are set, with what is used of each. */
function Quotas({ app }: { app: App }) {
  const set = (Object.keys(QUOTA_TITLES) as (keyof App['quotas'])[]).flatMap((name) => {
    const { limit, used } = app.quotas[name]
    if (limit === null) return []
    const write = name === 'bytes' ? formatBytes : formatInteger
    return [
      {
        name,
        text: `${write(used)} of ${write(limit)} ${name === 'bytes' ? '' : QUOTA_TITLES[name]}`,
        isFull: used >= limit,
      },
    ]
  })
  if (set.length === 0) return <span class="hint">no limits</span>
  return (
    <ul class="plain">
      {set.map(({ name, text, isFull }) => (
        <li key={name} class={isFull ? 'condition warning' : ''}>
          {text}
        </li>
      ))}
    </ul>
  )
}

function policyText({ preset, policy }: App): string {
  const overrides = Object.keys(policy ?? {})
  const base = preset ?? 'checkpointed'
  return overrides.length === 0 ? base : `${base}, with ${overrides.join(', ')}`
}

function NewApp({ client, reload }: Omit<AppsProps, 'apps'>) {
  const [name, setName] = useState('')
  const act = useAct()
  const make = async () => {
    await createApp(client, name.trim())
    setName('')
    reload()
  }
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void act.run(make)
      }}
    >
      <input
        aria-label="Name of the new app"
        placeholder="Name"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" disabled={act.isBusy || name.trim() === ''}>
        New app
      </button>
      {act.fault !== null && (
        <span class="form-fault" role="alert">
          {act.fault}
        </span>
      )}
    </form>
  )
}
