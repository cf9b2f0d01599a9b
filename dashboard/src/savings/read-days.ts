import { useEffect, useState } from 'preact/hooks'
import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from '../state/connection.js'
import { useHealing } from '../state/healing.js'

/** The input of every session by day, read page by page. */

export type SessionDays = components['schemas']['InputByDay']['sessions'][number]

export interface DaysState {
  sessions: readonly SessionDays[]
  isDone: boolean
  fault: string | null
}

const PAGE = 50
const DAY_MS = 86_400_000

/** @param days how far back, today included
 * @param pagesMax pages of the newest sessions that are read; default: all */
export function useDays(
  client: PalimpsestClient,
  days: number,
  pagesMax = Infinity,
): DaysState & { reload: () => void } {
  const [state, setState] = useState<DaysState>({ sessions: [], isDone: false, fault: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    void readAll(client, { days, pagesMax }, ended.signal, (next) => !ended.signal.aborted && setState(next))
    return () => ended.abort()
  }, [client, days, tries])
  const reload = () => setTries((count) => count + 1)
  useHealing(state.fault, reload)
  return { ...state, reload }
}

async function readAll(
  { api }: PalimpsestClient,
  { days, pagesMax }: { days: number; pagesMax: number },
  signal: AbortSignal,
  show: (state: DaysState) => void,
): Promise<void> {
  const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  const sessions: SessionDays[] = []
  show({ sessions: [], isDone: false, fault: null })
  try {
    let after: string | null | undefined
    for (let read = 0; read < pagesMax && after !== null; read++) {
      const query = { since, limit: PAGE, ...(after !== undefined && { after }) }
      const page = await take(api.GET('/v1/savings', { params: { query }, signal }))
      sessions.push(...page.sessions)
      after = page.nextAfter
      show({ sessions: [...sessions], isDone: after === null || read + 1 === pagesMax, fault: null })
    }
  } catch (error) {
    show({ sessions: [...sessions], isDone: false, fault: faultOf(error) })
  }
}
