/** React hook with the live token budget of a Palimpsest session. */
import type { PalimpsestClient } from '@palimpsest/client'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { budgetStore, EMPTY, type BudgetState } from './budget-store.js'

export type { Budget, BudgetState } from './budget-store.js'

const ClientContext = createContext<PalimpsestClient | null>(null)

/** Gives its client to every `useBudget` below. */
export const PalimpsestProvider = ClientContext.Provider

/** Returns the budget of a session, up to date with its event stream. Throws if no `PalimpsestProvider` is above. */
export function useBudget(sessionId: string): BudgetState {
  const client = useContext(ClientContext)
  if (!client) throw new Error('useBudget needs a <PalimpsestProvider value={createClient(…)}> above it.')
  const store = useMemo(() => budgetStore(client, sessionId), [client, sessionId])
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => EMPTY)
}
