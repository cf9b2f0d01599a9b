import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { slices } from '../send-text.js'
import { pause } from '../../ports/pause.js'

/** Milliseconds after which a client that reads nothing is disconnected. */
const STALL_MS = 30_000
/** Characters encoded and written in one step. Takes 1 to 2 ms. */
const PIECE_CHARS = 262_144

/** Writes texts at the speed of the reader, then ends the response: the next text is made only when the last is sent.
 * After a failure in between, it destroys the response, so that the client notices. */
export async function sendStream(response: ServerResponse, texts: AsyncGenerator<string>): Promise<void> {
  response.setTimeout(STALL_MS, () => response.destroy())
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const write = async (text: string) => {
    if (!response.write(text, 'utf8')) await once(response, 'drain', { signal: closed.signal })
    await pause()
  }
  try {
    let open: string[] = []
    let chars = 0
    for await (const text of texts) {
      if (response.destroyed) return
      open.push(text)
      chars += text.length
      if (chars < PIECE_CHARS) continue
      for (const piece of slices(open.join(''), 2 * PIECE_CHARS)) await write(piece)
      open = []
      chars = 0
    }
    response.end(open.join(''))
  } catch (error) {
    if (closed.signal.aborted) return
    response.destroy()
    throw error
  }
}
