import type { PalimpsestClient, Session } from '@palimpsest/client'

/** The budget of one session as a store that a component can subscribe to. */

export type Budget = Session['contextStatus']

export interface BudgetState {
  /** null: not read yet. */
  budget: Budget | null
  /** `live`: events arrive. `waiting`: the connection ended, and the next attempt comes by itself. */
  connection: 'connecting' | 'live' | 'waiting' | 'ended'
  /** Why the stream ended: the session was deleted, or the daemon refused it. */
  error: Error | null
}

export interface BudgetStore {
  subscribe(onChange: () => void): () => void
  getSnapshot(): BudgetState
}

export const EMPTY: BudgetState = { budget: null, connection: 'connecting', error: null }

/** Makes a store that follows the event stream while someone is subscribed. Reconnects and resumes by itself. */
export function budgetStore(client: PalimpsestClient, sessionId: string): BudgetStore {
  const listeners = new Set<() => void>()
  let state = EMPTY
  let stop = new AbortController()
  const set = (change: Partial<BudgetState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function run({ signal }: AbortController): Promise<void> {
    const params = { path: { sessionId } }
    const change = (part: Partial<BudgetState>) => (signal.aborted ? undefined : set(part))
    try {
      const types = ['budget-updated', 'session-deleted'] as const
      const onState = ({ status }: { status: string }) =>
        status === 'open' ? undefined : change({ connection: status === 'waiting' ? 'waiting' : 'connecting' })
      for await (const item of client.events({ sessionIds: [sessionId], types, signal, onState })) {
        if (item.kind === 'caught-up') {
          // After each connection: what the session is now, and from here on its events.
          const { data, error, response } = await client.api.GET('/v1/sessions/{sessionId}', { params, signal })
          if (!data) throw new Error(error?.detail ?? `The daemon answered ${response.status}.`)
          change({ budget: data.contextStatus, connection: 'live' })
        } else if (item.event.type === 'budget-updated') change({ budget: item.event.data, connection: 'live' })
        else return change({ connection: 'ended', error: new Error(`Session ${sessionId} was deleted.`) })
      }
    } catch (error) {
      change({ connection: 'ended', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange)
      if (listeners.size === 1) void run((stop = new AbortController()))
      return () => {
        listeners.delete(onChange)
        if (listeners.size === 0) stop.abort()
      }
    },
    getSnapshot: () => state,
  }
}
