import { useMemo, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { pluralize } from '../../parts/format.js'
import { appName } from '../../state/apps.js'
import { sessions } from '../../state/sessions.js'
import { StandingCard } from '../standing.js'

/** Scopes that are listed. */
const SHOWN = 100

/** The memory scopes of all sessions, each with what people stated in it. */
export function ScopesCard({ client }: { client: PalimpsestClient }) {
  const { rows } = sessions.value
  const scopes = useMemo(() => scopesOf(rows), [rows])
  const [opened, setOpened] = useState<string | null>(null)
  const shown = scopes.find(({ key }) => key === opened)
  return (
    <section class="card" aria-labelledby="scopes-title">
      <h2 id="scopes-title">
        Memory scopes <small>{scopes.length}</small>
      </h2>
      {scopes.length === 0 && (
        <p class="hint">No session has a memory scope, so none shares recall and standing entries.</p>
      )}
      <ul class="plain">
        {scopes.slice(0, SHOWN).map(({ key, scope, appId, count }) => (
          <li key={key}>
            <button
              type="button"
              class="text"
              aria-expanded={opened === key}
              onClick={() => setOpened(opened === key ? null : key)}
            >
              {scope}
            </button>{' '}
            <small>
              {appName(appId)}, {pluralize(count, 'session')}
            </small>
          </li>
        ))}
      </ul>
      {shown && <StandingCard key={shown.key} client={client} scope={shown.scope} appId={shown.appId} />}
    </section>
  )
}

function scopesOf(rows: readonly { appId: string; memoryScope: string | null }[]) {
  const found = new Map<string, { key: string; scope: string; appId: string; count: number }>()
  for (const { appId, memoryScope: scope } of rows) {
    if (scope === null) continue
    const key = `${appId} ${scope}`
    const known = found.get(key)
    found.set(key, { key, scope, appId, count: (known?.count ?? 0) + 1 })
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}
