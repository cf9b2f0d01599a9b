import type { Ports } from '../../ports/ports.js'

/** How far alerts are sent. All processes share it. */
export interface AlertState {
  /** The last event that was sent or given up. */
  cursor: string
  delivered: number
  /** Alerts that no try delivered. */
  lost: number
  /** ISO 8601; null: none was. */
  lastDeliveredAt: string | null
  /** The alert that waits for its next try; null: none. Times are ISO 8601. */
  failing: { since: string; tries: number; fault: string; nextTryAt: string } | null
}

export const startingAt = (cursor: string): AlertState => ({
  ...{ cursor, delivered: 0, lost: 0, lastDeliveredAt: null, failing: null },
})

/** Returns null before the first run. */
export async function readAlertState({ store }: Pick<Ports, 'store'>): Promise<AlertState | null> {
  const stored = await store.upkeepCursor('alerts')
  return stored === null ? null : (JSON.parse(stored) as AlertState)
}

export function writeAlertState({ store }: Pick<Ports, 'store'>, state: AlertState): Promise<void> {
  return store.moveUpkeepCursor('alerts', JSON.stringify(state))
}

interface AlertReport extends Omit<AlertState, 'cursor'> {
  /** Host of the webhook; null: none is configured. */
  host: string | null
}

/** Returns what became of the alerts. */
export async function readAlerts({ store, alerts }: Pick<Ports, 'store' | 'alerts'>): Promise<AlertReport> {
  const state = await readAlertState({ store })
  const { delivered = 0, lost = 0, lastDeliveredAt = null, failing = null } = state ?? {}
  return { host: alerts?.host ?? null, delivered, lost, lastDeliveredAt, failing }
}
