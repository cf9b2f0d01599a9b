import { DomainError } from '../../domain/errors.js'
import type { Event, EventType } from '../../domain/event.js'
import type { Alert, AlertSender } from '../../ports/event-port.js'
import type { Ports } from '../../ports/ports.js'
import { readAlertState, startingAt, writeAlertState, type AlertState } from './alert-state.js'

/** Sends what an operator must know of to the webhook: at least once, in order, with an end. */

export const ALERT_TYPES = ['compression-stuck', 'audit-failed', 'model-unavailable'] as const satisfies EventType[]

/** Alerts of one run. The next run sends the others. */
const RUN_MAX = 20
/** Tries of one alert: about two hours. Then it is lost, and counted. */
const TRIES_MAX = 16
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 10 * 60_000

type Needs = Pick<Ports, 'store' | 'clock' | 'log'> & { alerts: AlertSender }

/** Sends the alerts since the last run. The first run sends none: what was before is no news.
 * Run it in one process at a time. */
export async function sendAlerts(ports: Needs, signal?: AbortSignal): Promise<void> {
  const state = await readAlertState(ports)
  const now = ports.clock.now()
  if (state === null) return writeAlertState(ports, startingAt(await ports.store.head(null)))
  if (state.failing !== null && state.failing.nextTryAt > now.toISOString()) return
  for (const event of await eventsAfter(ports, state)) {
    if (signal?.aborted) return
    const isOver = await sendOne(ports, state, { event, signal })
    await writeAlertState(ports, state)
    if (!isOver) return
  }
}

async function eventsAfter({ store, log }: Needs, state: AlertState): Promise<Event[]> {
  try {
    const filter = { appId: null, types: [...ALERT_TYPES] }
    return (await store.events(state.cursor, filter, RUN_MAX)).events
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'cursor_invalid')) throw error
    // A backup was restored: what it has is no news.
    state.cursor = await store.head(null)
    await writeAlertState({ store }, state)
    log.warn({}, 'alerts continue with new events: their position is of another log')
    return []
  }
}

/** Returns whether the alert is over: delivered, or lost. Changes the state. */
async function sendOne(
  { alerts, clock, log }: Needs,
  state: AlertState,
  { event, signal }: { event: Event; signal: AbortSignal | undefined },
): Promise<boolean> {
  const { type, cursor } = event
  try {
    await alerts.send(alertOf(event), signal)
    Object.assign(state, { cursor, failing: null, lastDeliveredAt: clock.now().toISOString() })
    state.delivered += 1
    return true
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    const now = clock.now()
    const tries = (state.failing?.tries ?? 0) + 1
    if (tries < TRIES_MAX) {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
      const nextTryAt = new Date(now.getTime() + wait).toISOString()
      state.failing = { since: state.failing?.since ?? now.toISOString(), tries, fault, nextTryAt }
      log.warn({ type, tries, fault }, 'alert not delivered; it is tried again')
      return false
    }
    Object.assign(state, { cursor, failing: null })
    state.lost += 1
    log.error({ type, tries, fault }, 'alert lost')
    return true
  }
}

function alertOf({ cursor, type, at, appId, sessionId, data }: Event): Alert {
  return { id: cursor, type, at, appId, sessionId, text: textOf(type, sessionId), data }
}

const SENTENCES: Record<(typeof ALERT_TYPES)[number], string> = {
  'compression-stuck': 'Nothing more can be compressed',
  'audit-failed': 'The audit found records that contradict each other',
  'model-unavailable': 'The model server does not answer; summaries quote lines until it does',
}

function textOf(type: EventType, sessionId: string | null): string {
  const what = (SENTENCES as Partial<Record<EventType, string>>)[type] ?? type
  return sessionId === null ? `Palimpsest: ${what}.` : `Palimpsest: ${what}, session ${sessionId}.`
}
