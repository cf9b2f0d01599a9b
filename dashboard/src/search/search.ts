import { useEffect, useRef, useState } from 'preact/hooks'
import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from '../state/connection.js'
import { useHealing } from '../state/healing.js'

/** A search by words, page by page. [R7] */

export type Hit = components['schemas']['SearchHit']

export interface Search {
  status: 'idle' | 'searching' | 'done'
  hits: readonly Hit[]
  /** Whether there are more hits than read. */
  isMore: boolean
  /** Newest messages that this search did not look into. */
  unread: number
  fault: string | null
}

interface SearchInput {
  client: PalimpsestClient
  query: string
  /** null: every session of the app. */
  sessionId: string | null
  /** App to search as an admin; null: the one of the session or of the key. */
  appId?: string | null
}

const PAGE = 20
const IDLE: Search = { status: 'idle', hits: [], isMore: false, unread: 0, fault: null }

/** Reads the hits that follow those of before. */
export async function readHits(
  { client, query, sessionId, appId }: SearchInput,
  { before, limit, signal }: { before: readonly Hit[]; limit: number; signal: AbortSignal },
): Promise<Search> {
  const after = before.at(-1)?.id
  const words = { q: query.trim(), limit, ...(sessionId !== null && { sessionId }), ...(after && { after }) }
  const headers = appId ? { 'X-App-Id': appId } : {}
  const { hits, nextAfter, unindexed } = await take(
    client.api.GET('/v1/search', { params: { query: words }, headers, signal }),
  )
  const found = { hits: [...before, ...hits], isMore: nextAfter !== null, unread: unindexed.waiting - unindexed.read }
  return { status: 'done', ...found, fault: null }
}

export function useSearch({ client, query, sessionId, appId = null }: SearchInput) {
  const [search, setSearch] = useState<Search>(IDLE)
  const [again, setAgain] = useState(0)
  const ended = useRef(new AbortController())
  const read = async (before: readonly Hit[]) => {
    const { signal } = ended.current
    setSearch((old) => ({ ...old, hits: before, status: 'searching', fault: null }))
    try {
      const page = await readHits({ client, query, sessionId, appId }, { before, limit: PAGE, signal })
      if (!signal.aborted) setSearch(page)
    } catch (error) {
      // What was found before remains visible beside the fault.
      if (!signal.aborted) setSearch((old) => ({ ...old, status: 'done', fault: faultOf(error) }))
    }
  }
  useEffect(() => {
    ended.current = new AbortController()
    const { current } = ended
    if (query.trim() === '') setSearch(IDLE)
    else void read([])
    return () => current.abort()
  }, [client, query, sessionId, appId, again])
  const restart = () => setAgain((count) => count + 1)
  useHealing(search.fault, restart)
  return { ...search, more: () => void read(search.hits), restart }
}
