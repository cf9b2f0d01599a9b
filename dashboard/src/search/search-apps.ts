import { useEffect, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { faultOf } from '../state/connection.js'
import { useHealing } from '../state/healing.js'
import { readHits, type Search } from './search.js'

/** A search in every app, each on its own: the scores of two apps cannot be compared. [R7] [P11] */

export interface AppSearches {
  /** What was found, by the id of the app. Apps without a hit are left out. */
  found: ReadonlyMap<string, Search>
  /** Apps that were searched. */
  searched: number
  /** Newest messages that are in no index yet. */
  unread: number
  fault: string | null
}

const NONE: AppSearches = { found: new Map(), searched: 0, unread: 0, fault: null }
/** Hits of one app. The app alone shows more. */
const HITS = 5

/** @param ids apps in the order in which they are searched */
export function useAppSearches(client: PalimpsestClient, query: string, ids: readonly string[]) {
  const [state, setState] = useState<AppSearches>(NONE)
  const [again, setAgain] = useState(0)
  const restart = () => setAgain((count) => count + 1)
  useEffect(() => {
    const ended = new AbortController()
    const search = async () => {
      for (const appId of query.trim() === '' ? [] : ids) {
        const options = { before: [], limit: HITS, signal: ended.signal }
        const page = await readHits({ client, query, sessionId: null, appId }, options)
        if (ended.signal.aborted) return
        setState(({ found, searched, unread }) => ({
          found: page.hits.length === 0 ? found : new Map([...found, [appId, page]]),
          searched: searched + 1,
          unread: unread + page.unread,
          fault: null,
        }))
      }
    }
    setState(NONE)
    search().catch((error: unknown) => {
      if (!ended.signal.aborted) setState((old) => ({ ...old, fault: faultOf(error) }))
    })
    return () => ended.abort()
  }, [client, query, ids.join(' '), again])
  useHealing(state.fault, restart)
  return { ...state, restart }
}
