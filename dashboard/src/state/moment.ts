import { useEffect, useState } from 'preact/hooks'
import { PalimpsestError, take, type Context, type PalimpsestClient } from '@palimpsest/client'
import type { Entry } from '../strip/cells.js'
import { checkpointsOf } from './checkpoints.js'
import { faultOf } from './connection.js'
import { useHealing } from './healing.js'
import type { Checkpoint, ContextStatus, Loaded, SessionProps } from './session.js'

/** The context of an earlier moment, read while a person scrubs. */

export interface Moment {
  /** The message that was the newest. */
  seq: number
  entries: Entry[]
  checkpoints: ReadonlyMap<string, Checkpoint>
  tokens: number
  status: ContextStatus
}

/** Scrubbing over many messages reads only where it pauses this long. */
const PAUSE_MS = 120
/** Moments kept. The past does not change. */
const KEPT = 50
const kept = new Map<string, Moment>()

/** Reads the context as it is now, with its entries. It is read as an earlier one, because a read for a model may change it:
 * shrink it, or recall words. */
export async function readContextNow(
  client: PalimpsestClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<Context> {
  const session = await take(client.api.GET('/v1/sessions/{sessionId}', { params: { path: { sessionId } }, signal }))
  const at = session.messageCount
  if (at === 0) return client.context(sessionId, { explain: true }, { signal })
  return client.context(sessionId, { at, explain: true }, { signal }).catch((error: unknown) => {
    if (!isNotRecorded(error)) throw error
    return client.context(sessionId, { explain: true }, { signal })
  })
}

const isNotRecorded = (error: unknown) => error instanceof PalimpsestError && error.code === 'state_not_recorded'

/** @param seq null: now, for which nothing is read */
export function useMoment({ client, sessionId }: SessionProps, seq: number | null): Loaded<Moment> {
  const [loaded, setLoaded] = useState<Loaded<Moment>>({ data: null, fault: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (seq === null) return setLoaded({ data: null, fault: null })
    const name = `${sessionId} ${seq}`
    const known = kept.get(name)
    if (known) return setLoaded({ data: known, fault: null })
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const query = { at: seq, explain: true }
        const { entries: found, tokens, contextStatus } = await client.context(sessionId, query, ended)
        const entries = found as Entry[]
        const checkpoints = await checkpointsOf({ client, sessionId }, entries, ended.signal)
        const moment = { seq, entries, checkpoints, tokens, status: contextStatus }
        if (kept.size >= KEPT) kept.delete(kept.keys().next().value!)
        kept.set(name, moment)
        if (!ended.signal.aborted) setLoaded({ data: moment, fault: null })
      } catch (error) {
        if (ended.signal.aborted) return
        const fault = isNotRecorded(error)
          ? 'This moment was not recorded: it is older than the first recorded cut.'
          : null
        setLoaded({ data: null, fault: fault ?? faultOf(error) })
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [client, sessionId, seq, tries])
  useHealing(loaded.fault, () => setTries((count) => count + 1))
  return loaded
}
