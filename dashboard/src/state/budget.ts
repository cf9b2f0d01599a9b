import { useEffect, useState } from 'preact/hooks'
import { take, type components, type Event, type PalimpsestClient } from '@palimpsest/client'
import { EMPTY_LOG, LOG_TYPES, withEvents, type BudgetLog, type BudgetPoint, type Kept } from '../budget/log.js'
import { faultOf } from './connection.js'
import { subscribe } from './events.js'
import { useHealing } from './healing.js'
import type { SessionProps } from './session.js'

/** The budget of a session over time: read from the event log by pages, then kept current by the event stream. */

export type CutReport = components['schemas']['CutReport']

export interface BudgetState {
  log: BudgetLog
  /** Events read so far, while older pages are read. */
  status: 'loading' | 'ready'
  fault: string | null
}

const PAGE = 500
/** Pages of one load. A longer log is shown up to there, and says so. */
const PAGES_MAX = 1_000
/** Changes are shown together, at most this often. */
const SHOW_MS = 200

export function useBudgetLog({ client, sessionId }: SessionProps): BudgetState & { reload: () => void } {
  const [state, setState] = useState<BudgetState>({ log: EMPTY_LOG, status: 'loading', fault: null })
  const [loads, setLoads] = useState(0)
  const reload = () => setLoads((count) => count + 1)
  useEffect(() => {
    const ended = new AbortController()
    let log = EMPTY_LOG
    let status: BudgetState['status'] = 'loading'
    let fault: string | null = null
    // Live events wait until the pages before them are read.
    let waiting: Event[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        if (status === 'ready') {
          log = withEvents(log, waiting)
          waiting = []
        }
        if (!ended.signal.aborted) setState({ log, status, fault })
      }, SHOW_MS)
    }
    const unsubscribe = subscribe((event) => {
      if (event.sessionId !== sessionId || !isLogged(event)) return
      waiting.push(event)
      show()
    }, reload)
    const read = async () => {
      try {
        for await (const events of pagesOf(client, sessionId, ended.signal)) {
          log = withEvents(log, events)
          show()
        }
        status = 'ready'
      } catch (error) {
        fault = faultOf(error)
      }
      show()
    }
    void read()
    return () => {
      ended.abort()
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client, sessionId, loads])
  useHealing(state.fault, reload)
  return { ...state, reload }
}

const isLogged = ({ type }: Event) => (LOG_TYPES as readonly string[]).includes(type)

async function* pagesOf({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal): AsyncGenerator<Event[]> {
  let after = '0'
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { after, sessionId: [sessionId], types: [...LOG_TYPES], limit: PAGE }
    const { events, cursor } = await take(api.GET('/v1/events', { params: { query }, signal }))
    yield events as Event[]
    // A page may be short because of its size in bytes. The last one is empty.
    if (events.length === 0) return
    after = cursor
  }
}

/** Reports of cuts that were read. The past does not change. */
const reports = new Map<string, CutReport>()
const REPORTS_MAX = 100

/** Reads what a cut changed. @param words whether changed entries have the first words of their texts */
export async function readCut(
  { client, sessionId }: SessionProps,
  { version, words }: { version: number; words: boolean },
  signal: AbortSignal,
): Promise<CutReport> {
  const name = `${sessionId} ${version} ${words ? 'words' : ''}`
  const known = reports.get(name)
  if (known) return known
  const params = { path: { sessionId, version }, query: words ? { words } : {} }
  const report = await take(client.api.GET('/v1/sessions/{sessionId}/cuts/{version}', { params, signal }))
  if (reports.size >= REPORTS_MAX) reports.delete(reports.keys().next().value!)
  reports.set(name, report)
  return report
}

/** Cuts whose effect on a prompt cache is read, the newest ones. */
const KEPT_MAX = 100

/** Reads how much of the context a prompt cache keeps after each of the newest cuts, one after another. */
export function useKept({ client, sessionId }: SessionProps, points: readonly BudgetPoint[]): Kept {
  const [kept, setKept] = useState<Kept>(new Map())
  const versions = points.flatMap(({ cuts }) => cuts.map(({ version }) => version)).slice(-KEPT_MAX)
  const next = versions.findLast((version) => !kept.has(version))
  useEffect(() => {
    if (next === undefined) return
    const ended = new AbortController()
    const note = (made: readonly number[], share: number | null) => {
      if (!ended.signal.aborted)
        setKept((old) => new Map([...old, ...made.map((version) => [version, share] as const)]))
    }
    readCut({ client, sessionId }, { version: next, words: false }, ended.signal).then(
      ({ cuts, unchanged, after }) => {
        const share = after.tokens === 0 ? 1 : unchanged.tokens / after.tokens
        note([next, ...cuts.map(({ version }) => version)], share)
      },
      // The view of the cut shows why it cannot be read.
      () => note([next], null),
    )
    return () => ended.abort()
  }, [client, sessionId, next])
  return kept
}
