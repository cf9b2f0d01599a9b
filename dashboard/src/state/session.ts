import { useEffect, useState } from 'preact/hooks'
import { take, type components, type Event, type PalimpsestClient, type Session } from '@palimpsest/client'
import type { Entry } from '../strip/cells.js'
import { faultOf } from './connection.js'
import { subscribe } from './events.js'
import { useHealing } from './healing.js'

/** One session as a view needs it, read again when its events arrive. */

export type Checkpoint = components['schemas']['Checkpoint']
export type ContextStatus = components['schemas']['ContextStatus']

export interface SessionProps {
  client: PalimpsestClient
  sessionId: string
}

export interface SessionData {
  session: Session
  entries: Entry[]
  /** The checkpoints in the context. */
  checkpoints: ReadonlyMap<string, Checkpoint>
}

export type Loaded<T> = { data: T | null; fault: string | null }

/** Events that come within this time lead to one read. Well below the second within which a view is to be current. */
const GATHER_MS = 400

/** Reads something of a session, and reads it again after each event of the session.
 * @param read must not depend on anything but `client` and `sessionId`
 * @param concerns whether an event of the session may have changed it; default: every event. Must be a constant. */
export function useLive<T>(
  { client, sessionId }: SessionProps,
  read: (client: PalimpsestClient, sessionId: string, signal: AbortSignal) => Promise<T>,
  concerns: (event: Event) => boolean = () => true,
): Loaded<T> & { reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ data: null, fault: null })
  const [retries, setRetries] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    let [isReading, isStale] = [false, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = async () => {
      timer = undefined
      if (isReading) return void (isStale = true)
      isReading = true
      try {
        const data = await read(client, sessionId, ended.signal)
        if (!ended.signal.aborted) setLoaded({ data, fault: null })
      } catch (error) {
        // What was read before remains visible beside the fault.
        if (!ended.signal.aborted) setLoaded((old) => ({ data: old.data, fault: faultOf(error) }))
      }
      isReading = false
      if (isStale && !ended.signal.aborted) soon()
      isStale = false
    }
    const soon = () => (timer ??= setTimeout(() => void reload(), GATHER_MS))
    const unsubscribe = subscribe((event) => event.sessionId === sessionId && concerns(event) && soon(), soon)
    void reload()
    return () => {
      ended.abort()
      unsubscribe()
      clearTimeout(timer)
    }
  }, [client, sessionId, read, retries])
  const reload = () => setRetries((count) => count + 1)
  useHealing(loaded.fault, reload)
  return { ...loaded, reload }
}

/** Events of every message, which change neither snapshots nor reductions: those have events of their own. */
const OF_EVERY_MESSAGE: ReadonlySet<string> = new Set(['message-appended', 'budget-updated', 'compression-progress'])

/** Whether an event is about more than a message that was appended. */
export const isBeyondAppend = ({ type }: Event): boolean => !OF_EVERY_MESSAGE.has(type)

/** Reads a session with the state of each message. Reads again if the session changed in between. */
export async function readSessionData(
  { api }: PalimpsestClient,
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionData> {
  const params = { path: { sessionId } }
  for (let tries = 1; ; tries++) {
    const [checkpoints, explanation, session] = await Promise.all([
      readCheckpoints(api, sessionId, signal),
      take(api.GET('/v1/sessions/{sessionId}/explain', { params, signal })),
      take(api.GET('/v1/sessions/{sessionId}', { params, signal })),
    ])
    const entries = explanation.entries as Entry[]
    const isWhole = entries.every(({ checkpointId }) => checkpointId === undefined || checkpoints.has(checkpointId))
    if (tries === TRIES || (isWhole && explanation.version === session.version)) {
      return { session, entries, checkpoints }
    }
  }
}

const TRIES = 3

async function readCheckpoints(
  api: PalimpsestClient['api'],
  sessionId: string,
  signal: AbortSignal,
): Promise<Map<string, Checkpoint>> {
  const all = new Map<string, Checkpoint>()
  for (let after: string | undefined; ;) {
    const query = { limit: 200, ...(after !== undefined && { after }) }
    const page = await take(
      api.GET('/v1/sessions/{sessionId}/checkpoints', { params: { path: { sessionId }, query }, signal }),
    )
    for (const checkpoint of page.checkpoints) all.set(checkpoint.id, checkpoint)
    if (page.nextAfter === null) return all
    after = page.nextAfter
  }
}
