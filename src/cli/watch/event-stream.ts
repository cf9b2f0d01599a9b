import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { isRecord } from '../../domain/json/json.js'
import { messages } from '../../../packages/client/src/sse.js'
import { Watchdog } from '../../../packages/client/src/watchdog.js'
import { CommandError } from '../connection.js'

/** Follows the event log of a daemon as server-sent events, and reconnects. */

export const WatchedEvent = z.looseObject({
  cursor: z.string(),
  type: z.string(),
  sessionId: z.string().nullable(),
  at: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type WatchedEvent = z.infer<typeof WatchedEvent>

export type StreamItem =
  | { kind: 'event'; event: WatchedEvent }
  /** `isGapless`: no event since the last one can be missing. */
  | { kind: 'connected'; isGapless: boolean }
  | { kind: 'lost'; reason: string; retryMs: number }

export interface StreamOptions {
  url: string
  key: string | null
  sessionId?: string
  signal: AbortSignal
  /** Milliseconds without a byte after which the connection counts as lost. The daemon sends one every 15 s. */
  idleMs?: number
  /** First pause before a reconnect, in ms. It doubles up to MAX_RETRY_MS. */
  retryMs?: number
}

const IDLE_MS = 45_000
const RETRY_MS = 500
const MAX_RETRY_MS = 15_000

/** Yields events from now on until `signal` aborts. Throws CommandError if the daemon refuses the key. */
export async function* eventStream(options: StreamOptions): AsyncGenerator<StreamItem> {
  const { signal, retryMs = RETRY_MS, idleMs = IDLE_MS } = options
  let cursor: string | null = null
  let pauseMs = retryMs
  while (!signal.aborted) {
    let reason = 'the daemon closed the stream'
    const watchdog = new Watchdog(signal)
    try {
      const response = await open({ ...options, signal: watchdog.signal }, cursor)
      if (response.status === 409) cursor = null
      else {
        yield { kind: 'connected', isGapless: cursor !== null }
        watchdog.expect(idleMs)
        for await (const { data } of messages(response.body!, () => watchdog.expect(idleMs))) {
          pauseMs = retryMs
          const value: unknown = JSON.parse(data)
          if (isRecord(value) && typeof value.cursor === 'string') cursor = value.cursor
          const event = WatchedEvent.safeParse(value)
          if (event.success) yield { kind: 'event', event: event.data }
        }
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      reason = reasonOf(watchdog.signal.aborted ? watchdog.signal.reason : error)
    } finally {
      watchdog.close()
    }
    if (signal.aborted) return
    yield { kind: 'lost', reason, retryMs: pauseMs }
    await wait(pauseMs, undefined, { signal }).catch(() => {})
    pauseMs = Math.min(MAX_RETRY_MS, pauseMs * 2)
  }
}

async function open({ url, key, sessionId, signal }: StreamOptions, cursor: string | null): Promise<Response> {
  const query = sessionId === undefined ? '' : `?sessionId=${encodeURIComponent(sessionId)}`
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (key !== null) headers.authorization = `Bearer ${key}`
  if (cursor !== null) headers['last-event-id'] = cursor
  const response = await fetch(`${url}/v1/events${query}`, { headers, signal })
  if (response.ok || response.status === 409) return response
  const text = await response.text()
  if (response.status < 500 && response.status !== 429)
    throw new CommandError(`GET /v1/events: ${response.status} ${text.slice(0, 500)}`, response.status)
  throw new Error(`status ${response.status}`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
