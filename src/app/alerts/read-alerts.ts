import type { Ports } from '../ports/ports.js'
import { readAlertState, type AlertState } from './alert-state.js'

export interface AlertReport extends Omit<AlertState, 'cursor'> {
  /** Host of the webhook; null: none is configured. */
  host: string | null
}

/** Returns what became of the alerts. */
export async function readAlerts({ store, alerts }: Pick<Ports, 'store' | 'alerts'>): Promise<AlertReport> {
  const state = await readAlertState({ store })
  const { delivered = 0, lost = 0, lastDeliveredAt = null, failing = null } = state ?? {}
  return { host: alerts?.host ?? null, delivered, lost, lastDeliveredAt, failing }
}
