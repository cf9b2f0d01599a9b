import { useEffect, useState } from 'preact/hooks'
import { take, type components } from '@palimpsest/client'
import { faultOf } from '../state/connection.js'
import { useHealing } from '../state/healing.js'
import type { Loaded, SessionProps } from '../state/session.js'

/** A range of an original, in lines or, for text with very long lines, in characters. */

export type OffloadContent = components['schemas']['OffloadContent']
export type OffloadMatches = components['schemas']['OffloadMatches']
export type Unit = 'lines' | 'characters'
export interface Range {
  unit: Unit
  offset: number
}

/** Size of one range. */
export const RANGE: Record<Unit, number> = { lines: 200, characters: 20_000 }
/** Where a text starts. */
export const START: Record<Unit, number> = { lines: 1, characters: 0 }
/** Longer lines are read by characters: a single one may be megabytes. */
const LONG_LINE = 2_000

interface OffloadAddress extends SessionProps {
  offloadId: string
}

/** Reads a range of an original. @param range null: the start, in the unit that suits the text */
export function useOffloadRange({ client, sessionId, offloadId }: OffloadAddress, range: Range | null) {
  const [loaded, setLoaded] = useState<Loaded<OffloadContent>>({ data: null, fault: null })
  const [retries, setRetries] = useState(0)
  const [unit, offset] = [range?.unit, range?.offset]
  useEffect(() => {
    const ended = new AbortController()
    const read = ({ unit, offset }: Range) => {
      const params = { path: { sessionId, offloadId }, query: { unit, offset, limit: RANGE[unit] } }
      const path = '/v1/sessions/{sessionId}/offloads/{offloadId}' as const
      return take(client.api.GET(path, { params, signal: ended.signal }))
    }
    const start = async () => {
      const first = await read({ unit: 'characters', offset: 0 })
      const { characters, lines } = first.size
      return lines > 1 && characters / lines <= LONG_LINE ? read({ unit: 'lines', offset: 1 }) : first
    }
    const reading = unit === undefined || offset === undefined ? start() : read({ unit, offset })
    reading
      .then((data) => !ended.signal.aborted && setLoaded({ data, fault: null }))
      .catch((error: unknown) => {
        if (!ended.signal.aborted) setLoaded((old) => ({ data: old.data, fault: faultOf(error) }))
      })
    return () => ended.abort()
  }, [client, sessionId, offloadId, unit, offset, retries])
  const reload = () => setRetries((count) => count + 1)
  useHealing(loaded.fault, reload)
  return { ...loaded, reload }
}
