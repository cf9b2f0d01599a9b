import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'

/** Characters encoded and written at once: a millisecond or two. */
const PIECE_CHARS = 262_144
/** A reader that takes nothing for so long is cut off: what it holds others wait for. */
const STALL_MS = 20_000

/** Writes a text in pieces, at the pace of the reader, and ends the reply. Never holds the event loop for the whole text. */
export async function sendPieces(response: ServerResponse, texts: Iterable<string>): Promise<void> {
  response.setTimeout(STALL_MS, () => response.destroy())
  const removed = new AbortController()
  response.once('close', () => removed.abort())
  try {
    for (const piece of evenPieces(texts)) {
      if (response.destroyed) return
      if (!response.write(piece, 'utf8')) await once(response, 'drain', { signal: removed.signal })
      else await nextTurn()
    }
    response.end()
  } catch (error) {
    if (!removed.signal.aborted) throw error
  }
}

/** Short texts are joined and long ones cut, never between the halves of one character. */
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
    for (let from = 0; from < text.length;) {
      let to = Math.min(text.length, from + PIECE_CHARS)
      if (/[\ud800-\udbff]/.test(text[to - 1]!) && to < text.length) to -= 1
      yield text.slice(from, to)
      from = to
    }
  }
  if (open.length > 0) yield open.join('')
}
