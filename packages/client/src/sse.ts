import { errorOf, UnavailableError } from './errors.js'
import type { Connecting, ConnectionItem, Event } from './stream.js'
import type { Transport } from './transport.js'
import { Watchdog } from './watchdog.js'

/** Server-sent events over fetch, which can send the key as a header. EventSource cannot. */

/** Silence after which the connection counts as broken, in ms. The daemon sends a comment every 15 seconds. */
const SILENCE_MS = 45_000
/** Characters of one message. An event with content has at most one append, which the daemon bounds. */
const MESSAGE_MAX = 64 * 1_048_576

/** Yields the items of one connection. Ends when the daemon ends it; throws when it is refused or breaks. */
export async function* sseItems(transport: Transport, connecting: Connecting): AsyncGenerator<ConnectionItem, void> {
  const watchdog = new Watchdog(connecting.signal)
  try {
    watchdog.expect(transport.timeoutMs)
    const response = await transport.send(requestOf(transport, connecting, watchdog.signal))
    if (!response.ok) throw errorOf(response, await response.json().catch(() => null))
    if (response.body === null) throw new UnavailableError('The reply has no body.')
    yield { kind: 'open' }
    for await (const { event, data } of messages(response.body, () => watchdog.expect(SILENCE_MS))) {
      const value: unknown = JSON.parse(data)
      if (event === 'caught-up') yield { kind: 'caught-up', cursor: (value as { cursor: string }).cursor }
      else yield { kind: 'event', cursor: (value as Event).cursor, event: value as Event }
    }
  } catch (error) {
    const { reason } = watchdog.signal
    if (reason instanceof UnavailableError) throw reason
    if (error instanceof TypeError) throw new UnavailableError('The connection broke.', { cause: error })
    throw error
  } finally {
    watchdog.close()
  }
}

function requestOf({ baseUrl }: Transport, { after, sessionIds, types }: Connecting, signal: AbortSignal): Request {
  const query = new URLSearchParams()
  if (after !== undefined) query.set('after', after)
  if (sessionIds.length > 0) query.set('sessionId', sessionIds.join(','))
  if (types.length > 0) query.set('types', types.join(','))
  return new Request(`${baseUrl}/v1/events?${query.toString()}`, { headers: { accept: 'text/event-stream' }, signal })
}

export interface SseMessage {
  /** Default: `message`. */
  event: string
  data: string
}

/** Splits a body into messages, wherever the pieces of the body end.
 * @param onPiece called for each piece, comments included */
export async function* messages(
  body: ReadableStream<Uint8Array>,
  onPiece: () => void,
): AsyncGenerator<SseMessage, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  let message: { event: string; data: string[] } = { event: 'message', data: [] }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onPiece()
      pending += decoder.decode(value, { stream: true })
      if (pending.length > MESSAGE_MAX) throw new UnavailableError(`A line exceeds ${MESSAGE_MAX} characters.`)
      const lines = pending.split(/\r\n|\n|\r(?!$)/)
      pending = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') {
          if (message.data.length > 0) yield { event: message.event, data: message.data.join('\n') }
          message = { event: 'message', data: [] }
        } else if (line.startsWith('event:')) message.event = line.slice(6).trim()
        else if (line.startsWith('data:')) message.data.push(line.slice(5).replace(/^ /, ''))
      }
    }
  } finally {
    // Also ends the request when the reader of this iterator leaves early.
    await reader.cancel().catch(() => {})
  }
}
