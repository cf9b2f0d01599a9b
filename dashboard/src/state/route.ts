import { batch, signal } from '@preact/signals'
import { TABS, type Tab } from './tabs.js'

/** The view that the fragment of the address names. Fragments work below any path prefix. */

export type Route =
  | { view: 'events' | 'health' | 'savings' | 'admin' }
  /** `state` shows only the sessions in this state. */
  | { view: 'sessions'; state?: string }
  /** Search in every session that the key may see, or in those of one app, by its name. */
  | { view: 'search'; query: string; app?: string }
  /** `item` is what a tab opens: a message of the strip, a cut by its version, a checkpoint, an offload, or the words of
   * a search. */
  | { view: 'session'; sessionId: string; tab: Tab; item?: string }

export const route = signal<Route>({ view: 'sessions' })

/** Returns the address of a view, relative to the page. */
export function addressOf(to: Route): string {
  switch (to.view) {
    case 'sessions':
      return to.state === undefined ? '#/' : `#/?state=${encodeURIComponent(to.state)}`
    case 'events':
    case 'health':
    case 'savings':
    case 'admin':
      return `#/${to.view}`
    case 'search':
      return `#/search/${encodeURIComponent(to.query)}${to.app ? `/${encodeURIComponent(to.app)}` : ''}`
    case 'session': {
      const item = to.item === undefined ? '' : `/${encodeURIComponent(to.item)}`
      return `#/sessions/${encodeURIComponent(to.sessionId)}/${to.tab}${item}`
    }
  }
}

export function parseRoute(fragment: string): Route {
  const [, section, id, name, item] = pathOf(fragment).split('/')
  if (section === 'search') return { view: 'search', query: decoded(id ?? ''), ...(name && { app: decoded(name) }) }
  if (section === 'events' || section === 'health' || section === 'savings' || section === 'admin')
    return { view: section }
  if (section !== 'sessions' || !id) return { view: 'sessions' }
  const tab = TABS.find((one) => one === name) ?? 'strip'
  return { view: 'session', sessionId: decoded(id), tab, ...(item && { item: decoded(item) }) }
}

/** Filters and sorts of the view, by name, as the address has them after `?`. */
export const filters = signal<Readonly<Record<string, string>>>({})

/** Changes filters in the address, without a step in the history of the browser. @param change empty values remove a filter */
export function setFilters(change: Readonly<Record<string, string>>): void {
  const next = Object.entries({ ...filters.value, ...change }).filter(([, value]) => value !== '')
  const text = new URLSearchParams(next).toString()
  history.replaceState(null, '', `#${pathOf(location.hash)}${text === '' ? '' : `?${text}`}`)
  filters.value = Object.fromEntries(next)
}

/** Returns the part of a fragment that names the view, without filters. */
const pathOf = (fragment: string): string => fragment.replace(/^#/, '').replace(/\?.*$/s, '')

export function parseFilters(fragment: string): Record<string, string> {
  const from = fragment.indexOf('?')
  return from === -1 ? {} : Object.fromEntries(new URLSearchParams(fragment.slice(from + 1)))
}

/** Keeps `route` and `filters` equal to the address. */
export function followAddress(): void {
  const read = () =>
    batch(() => {
      route.value = parseRoute(location.hash)
      filters.value = parseFilters(location.hash)
    })
  addEventListener('hashchange', read)
  read()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
