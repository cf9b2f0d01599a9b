import { backoffMs, pause } from './backoff.js'
import { isTemporary, PalimpsestError } from './errors.js'
import { socketItems, type SocketConstructor } from './socket.js'
import { sseItems } from './sse.js'
import type { Connecting, ConnectionItem, EventType, StreamItem } from './stream.js'
import type { Transport } from './transport.js'

/** The event log as an async iterator that reconnects and resumes from its cursor. */

export interface FollowOptions {
  /** Cursor to start after. `0` replays the whole log; without it, the stream starts with new events. */
  after?: string | undefined
  /** Only events of these sessions. */
  sessionIds?: readonly string[]
  /** Only events of these types. */
  types?: readonly EventType[]
  /** Ends the stream. */
  signal?: AbortSignal
  /** `auto` (default) uses a WebSocket where the runtime has one, else server-sent events. */
  transport?: 'auto' | 'websocket' | 'sse'
  /** Replaces the global `WebSocket`, which Node has since version 22. */
  WebSocket?: SocketConstructor
  /** Receives every change of the connection. */
  onState?: (state: StreamState) => void
}

export type StreamState =
  | { status: 'connecting' }
  | { status: 'open' }
  /** The connection ended. The next attempt starts in `retryInMs`. */
  | { status: 'waiting'; failures: number; retryInMs: number; reason: string }

const BACKOFF = { firstMs: 500, maxMs: 15_000 }

/** Yields events in order, each once. Reconnects after every failure that may pass, without end: abort the signal, or
 * leave the loop, to stop. Throws PalimpsestError if the daemon refuses the stream: the key, the filter, or a cursor of
 * another log (`cursor_invalid`; start again from `0`). */
export async function* follow(transport: Transport, options: FollowOptions = {}): AsyncGenerator<StreamItem, void> {
  const { sessionIds = [], types = [], signal, onState = () => {} } = options
  const ended = new AbortController()
  const stop = () => ended.abort()
  if (signal?.aborted) return
  signal?.addEventListener('abort', stop, { once: true })
  let after = options.after
  let failures = 0
  try {
    while (!ended.signal.aborted) {
      let outcome: unknown = 'the daemon ended the stream'
      onState({ status: 'connecting' })
      try {
        for await (const item of connect(transport, options, { after, sessionIds, types, signal: ended.signal })) {
          after = item.cursor ?? after
          if (item.kind === 'open') onState({ status: 'open' })
          else {
            failures = 0
            yield item
          }
        }
      } catch (error) {
        if (ended.signal.aborted) return
        if (!isTemporary(error)) throw error
        outcome = error
      }
      if (ended.signal.aborted) return
      failures += 1
      const asked = outcome instanceof PalimpsestError ? (outcome.retryAfterMs ?? 0) : 0
      const retryInMs = Math.max(asked, backoffMs(BACKOFF, failures))
      const reason = outcome instanceof Error ? outcome.message : String(outcome)
      onState({ status: 'waiting', failures, retryInMs, reason })
      await pause(retryInMs, ended.signal)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

function connect(transport: Transport, options: FollowOptions, connecting: Connecting): AsyncGenerator<ConnectionItem> {
  const Socket = options.WebSocket ?? (globalThis as { WebSocket?: SocketConstructor }).WebSocket
  const { transport: kind = 'auto' } = options
  if (kind === 'sse' || (kind === 'auto' && Socket === undefined)) return sseItems(transport, connecting)
  if (Socket === undefined) throw new TypeError('This runtime has no WebSocket. Pass one as `WebSocket`, or use `sse`.')
  return socketItems(transport, Socket, connecting)
}
