import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { startOfCharacter } from '../domain/texts.js'
import { pause } from '../ports/pause.js'

/** Characters encoded and written in one step. Takes 1 to 2 ms. */
const PIECE_CHARS = 262_144
/** Milliseconds after which a client that reads nothing is disconnected: other replies wait for the memory it holds. */
const STALL_MS = 20_000

/** Writes texts in pieces at the speed of the reader, then ends the response. Yields to the event loop in between. */
export async function sendPieces(response: ServerResponse, texts: Iterable<string>): Promise<void> {
  response.setTimeout(STALL_MS, () => response.destroy())
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  try {
    for (const piece of evenPieces(texts)) {
      if (response.destroyed) return
      if (!response.write(piece, 'utf8')) await once(response, 'drain', { signal: closed.signal })
      // A socket that accepts everything drains in the same iteration of the event loop.
      await pause()
    }
    response.end()
  } catch (error) {
    if (!closed.signal.aborted) throw error
  }
}

/** Joins short texts and splits long ones. Never splits a surrogate pair. */
function* evenPieces(texts: Iterable<string>): Generator<string> {
  let open: string[] = []
  let size = 0
  for (const text of texts) {
    if (size + text.length > PIECE_CHARS && open.length > 0) {
      yield open.join('')
      open = []
      size = 0
    }
    if (text.length <= PIECE_CHARS) {
      open.push(text)
      size += text.length
      continue
    }
    yield* slices(text, PIECE_CHARS)
  }
  if (open.length > 0) yield open.join('')
}

/** Splits a text, but never a surrogate pair. */
export function* slices(text: string, chars: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = startOfCharacter(text, Math.min(text.length, from + chars))
    yield text.slice(from, to)
    from = to
  }
}
