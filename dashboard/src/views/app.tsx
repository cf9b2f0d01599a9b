import { useEffect } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { Keys } from '../parts/keys.js'
import { Loading } from '../parts/notices.js'
import { useApps } from '../state/apps.js'
import { access, issuerPage, signOut, type Role } from '../state/connection.js'
import { followEvents, link, wasLost } from '../state/events.js'
import { addressOf, route, type Route } from '../state/route.js'
import { TAB_TITLES } from '../state/tabs.js'
import { keepSessions, sessions } from '../state/sessions.js'
import { useTitle } from '../state/title.js'
import { nameOf } from '../state/pick-rows.js'
import { AdminView } from './admin/admin.js'
import { SessionsView } from './overview/sessions.js'
import { SearchView } from './recall/search.js'
import { AllSavingsView } from './reports/all-savings.js'
import { EventsView } from './events.js'
import { HealthView } from './health.js'
import { SessionView } from './session.js'
import { SignIn } from './sign-in.js'

export function App() {
  const now = access.value
  switch (now.status) {
    case 'checking':
      return (
        <main class="center">
          <Loading what="the dashboard" />
        </main>
      )
    case 'signed-out':
      return <SignIn fault={now.fault} isChecking={now.isChecking === true} />
    case 'signed-in':
      return <Shell client={now.client} role={now.role} maySignOut={now.key !== null || issuerPage.value !== null} />
  }
}

function Shell({ client, role, maySignOut }: { client: PalimpsestClient; role: Role; maySignOut: boolean }) {
  useEffect(() => {
    const ended = new AbortController()
    void followEvents(client, ended.signal)
    keepSessions(client, ended.signal)
    // Without names, apps are shown by their ids.
    return () => ended.abort()
  }, [client])
  useApps(role === 'admin' ? client : null)
  const at = route.value
  useTitle(...titlesOf(at))
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector('main')?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={addressOf({ view: 'sessions' })}>
          Palimpsest
        </a>
        <nav aria-label="Views">
          {VIEWS.filter(([view]) => view !== 'admin' || role === 'admin').map(([view, title]) => (
            <a
              key={view}
              href={addressOf(view === 'search' ? { view, query: '' } : { view })}
              {...(at.view === view && { 'aria-current': 'page' as const })}
            >
              {title}
            </a>
          ))}
          <a href="./docs">API reference</a>
        </nav>
        <LinkState />
        <span class="role" title="Role of the key">
          {role}
        </span>
        {maySignOut && (
          <button type="button" class="quiet" onClick={() => signOut()}>
            Sign out
          </button>
        )}
      </header>
      <Keys />
      <LostConnection />
      <main tabIndex={-1}>
        <View client={client} role={role} at={at} />
      </main>
    </>
  )
}

function titlesOf(at: Route): string[] {
  if (at.view === 'search' && at.query !== '') return [at.query, 'Search']
  if (at.view !== 'session') return [VIEWS.find(([view]) => view === at.view)![1]]
  const row = sessions.value.rows.find(({ id }) => id === at.sessionId)
  return [TAB_TITLES[at.tab], row ? nameOf(row) : at.sessionId]
}

const VIEWS = [
  ['sessions', 'Sessions'],
  ['search', 'Search'],
  ['savings', 'Savings'],
  ['events', 'Events'],
  ['health', 'Health'],
  ['admin', 'Admin'],
] as const

function View({ client, role, at }: { client: PalimpsestClient; role: Role; at: Route }) {
  switch (at.view) {
    case 'sessions':
      return <SessionsView client={client} />
    case 'search':
      return <SearchView client={client} query={at.query} app={at.app ?? null} role={role} />
    case 'events':
      return <EventsView client={client} />
    case 'health':
      return <HealthView client={client} role={role} />
    case 'savings':
      return <AllSavingsView client={client} />
    case 'admin':
      return <AdminView client={client} role={role} />
    case 'session':
      return <SessionView key={at.sessionId} client={client} sessionId={at.sessionId} tab={at.tab} item={at.item} />
  }
}

/** Says that the page is no longer current, and why. */
function LostConnection() {
  const state = link.value
  if (state.status !== 'waiting' && !(state.status === 'connecting' && wasLost.value)) return null
  return (
    <p class="banner" role="status">
      <b>Connection lost.</b> {state.status === 'waiting' ? sentence(state.reason) : 'Connecting again.'} What you see
      is from before. The page connects again by itself and misses nothing.
    </p>
  )
}

/** Returns a text as a sentence. */
const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1).replace(/\.$/, '')}.`

function LinkState() {
  const state = link.value
  const text = { connecting: 'Connecting', open: 'Live', waiting: 'Reconnecting' }[state.status]
  return (
    <span class={`link ${state.status}`} role="status" title={state.status === 'waiting' ? state.reason : text}>
      <i aria-hidden="true" />
      {text}
    </span>
  )
}
