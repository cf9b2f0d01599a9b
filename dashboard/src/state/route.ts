import { signal } from '@preact/signals'

/** The view that the fragment of the address names. Fragments work below any path prefix. */

export const TABS = [
  'strip',
  'budget',
  'context',
  'cuts',
  'checkpoints',
  'memory',
  'recall',
  'offloads',
  'snapshots',
  'savings',
  'log',
] as const
export type Tab = (typeof TABS)[number]
export const TAB_TITLES: Record<Tab, string> = {
  strip: 'Strip',
  budget: 'Budget',
  context: 'Context',
  cuts: 'Cuts',
  checkpoints: 'Checkpoints',
  memory: 'Goals and ledger',
  recall: 'Recall',
  offloads: 'Offloads',
  snapshots: 'Snapshots',
  savings: 'Savings',
  log: 'Log',
}
export type Route =
  | { view: 'sessions' | 'events' | 'health' }
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
      return '#/'
    case 'events':
    case 'health':
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
  const [, section, id, name, item] = fragment.replace(/^#/, '').split('/')
  if (section === 'search') return { view: 'search', query: decoded(id ?? ''), ...(name && { app: decoded(name) }) }
  if (section === 'events' || section === 'health') return { view: section }
  if (section !== 'sessions' || !id) return { view: 'sessions' }
  const tab = TABS.find((one) => one === name) ?? 'strip'
  return { view: 'session', sessionId: decoded(id), tab, ...(item && { item: decoded(item) }) }
}

/** Keeps `route` equal to the address. */
export function followAddress(): void {
  const read = () => (route.value = parseRoute(location.hash))
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
