import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
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
/** Characters of one event. A larger one ends the connection. */
const MAX_FRAME_CHARS = 8_388_608

/** Yields events from now on until `signal` aborts. Throws CommandError if the daemon refuses the key. */
export async function* eventStream(options: StreamOptions): AsyncGenerator<StreamItem> {
  const { signal, retryMs = RETRY_MS } = options
  let cursor: string | null = null
  let pauseMs = retryMs
  while (!signal.aborted) {
    let reason = 'the daemon closed the stream'
    try {
      const response = await open(options, cursor)
      if (response.status === 409) cursor = null
      else {
        yield { kind: 'connected', isGapless: cursor !== null }
        for await (const { id, data } of frames(response, options)) {
          pauseMs = retryMs
          if (id !== null) cursor = id
          const event = WatchedEvent.safeParse(data)
          if (event.success) yield { kind: 'event', event: event.data }
        }
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      reason = reasonOf(error)
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

interface Frame {
  id: string | null
  data: unknown
}

/** Reads the frames of a response. Comments only show that the connection lives. */
async function* frames(response: Response, { idleMs = IDLE_MS, signal }: StreamOptions): AsyncGenerator<Frame> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  const idle = setTimeout(stop, idleMs)
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      idle.refresh()
      text += value
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      if (text.length > MAX_FRAME_CHARS) throw new Error('an event is too long')
      for (const block of blocks) {
        const frame = frameOf(block)
        if (frame) yield frame
      }
    }
  } finally {
    clearTimeout(idle)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function frameOf(block: string): Frame | null {
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
  return data.length === 0 ? null : { id, data: JSON.parse(data.join('\n')) }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
