import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventFeed, Followed } from '../app/events/follow-events.js'
import { newestCursor } from '../app/events/newest-cursor.js'
import { withContent } from './event-content.js'
import { jsonText } from './input/json-text.js'
import { countStream } from './request-telemetry.js'
import type { EventFilter, Ports } from '../ports/ports.js'

export interface EventStream {
  request: IncomingMessage
  response: ServerResponse
  feed: EventFeed
  /** Cursor to start after; undefined starts with new events. */
  after: string | undefined
  filter: EventFilter
  /** Ends the stream when the server starts to close. */
  closing: AbortSignal
  /** Calls the function when the key of the reader ends. Returns a function that stops this. */
  onKeyEnded(end: () => void): () => void
  /** Milliseconds the buffer may stay full before the connection is closed. */
  slowMs: number
  /** Adds the exact messages to `message-appended` events. */
  includeContent: boolean
}

/** Milliseconds between comments. Without them, proxies and browsers drop an idle connection. */
const HEARTBEAT_MS = 15_000
/** Milliseconds after which a browser reconnects. */
const RETRY_MS = 2_000

/** Sends the event log as server-sent events at the speed of the reader: further events are read only after the previous
 * ones are written. Throws store_unavailable and quota_exceeded before the response starts. */
export async function streamEvents(
  ports: Pick<Ports, 'store' | 'log' | 'quotas' | 'telemetry'>,
  stream: EventStream,
): Promise<void> {
  const close = await ports.quotas.openStream(stream.filter.appId)
  countStream(ports, stream.response)
  try {
    await streamUntilClosed(ports, stream)
  } finally {
    close()
  }
}

async function streamUntilClosed(
  ports: Pick<Ports, 'store' | 'log'>,
  { request, response, feed, after, filter, closing, onKeyEnded, slowMs, includeContent }: EventStream,
): Promise<void> {
  // Before the response head is sent, so that an unavailable database still yields a 503.
  const start = after ?? (await newestCursor(ports.store, filter.appId))
  await ports.store.events(start, filter, 1)
  const ended = new AbortController()
  const end = () => ended.abort()
  response.once('close', end)
  closing.addEventListener('abort', end, { once: true })
  if (closing.aborted || request.destroyed) end()
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  response.write(`retry: ${RETRY_MS}\n\n`)
  const unwatch = onKeyEnded(end)
  const heartbeat = setInterval(() => response.writableNeedDrain || response.write(': keep-alive\n\n'), HEARTBEAT_MS)
  try {
    for await (const item of feed.follow({ after: start, filter, signal: ended.signal })) {
      if (!response.write(await frame(ports.store, item, includeContent))) await drained(response, ended.signal, slowMs)
    }
  } catch (error) {
    // The client reconnects with its last cursor, so ending the stream loses nothing.
    if (!ended.signal.aborted) ports.log.warn({ err: error }, 'event stream ended early')
  } finally {
    clearInterval(heartbeat)
    unwatch()
    closing.removeEventListener('abort', end)
    end()
    response.end()
  }
}

/** Resolves when the reader has caught up. Destroys the response after `slowMs` ms; the client resumes from its last
 * cursor. */
async function drained(response: ServerResponse, signal: AbortSignal, slowMs: number): Promise<void> {
  const timeout = setTimeout(() => response.destroy(), slowMs)
  try {
    await once(response, 'drain', { signal })
  } finally {
    clearTimeout(timeout)
  }
}

async function frame(store: Ports['store'], item: Followed, includeContent: boolean): Promise<string> {
  if (item.kind === 'caught-up')
    return `id: ${item.cursor}\nevent: caught-up\ndata: ${JSON.stringify({ cursor: item.cursor })}\n\n`
  const data = includeContent ? jsonText((await withContent(store, item.event)).view) : JSON.stringify(item.event)
  return `id: ${item.event.cursor}\nevent: ${item.event.type}\ndata: ${data}\n\n`
}
