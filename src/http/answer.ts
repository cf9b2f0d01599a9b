import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonPieces, type Reply } from './input/json-text.js'
import type { ReplyShare } from './limits/reply-budget.js'

/** What an operation answers. */

export type Answer =
  | { kind: 'json'; status: number; body: Reply; headers?: Record<string, string> }
  /** JSON of possibly many megabytes, written in pieces. `release` is called when the response is sent or its
   * connection closes. */
  | {
      kind: 'pieces'
      status: number
      texts: Iterable<string>
      release: () => void
      headers?: Record<string, string> | undefined
    }
  | { kind: 'text'; status: number; text: string; contentType: string; headers?: Record<string, string> }
  | { kind: 'bytes'; status: number; bytes: Buffer; contentType: string; headers?: Record<string, string> }
  | { kind: 'empty'; status: number; headers?: Record<string, string> }
  | { kind: 'stream'; run: (request: IncomingMessage, response: ServerResponse) => Promise<void> }

export function ok(body: Reply, headers?: Record<string, string>): Answer {
  return { kind: 'json', status: 200, body, headers }
}

export function created(body: Reply, headers?: Record<string, string>): Answer {
  return { kind: 'json', status: 201, body, headers }
}

export const NO_CONTENT: Answer = { kind: 'empty', status: 204 }

/** Returns an answer that is large, or is made from something large. Its share of the memory lasts from before the read until the
 * response is sent, or the read returned something small.
 * @param read calls `admit` with the bytes of what it is about to read
 * @param status of an answer that names none */
export type Large = (
  read: (admit: ReplyShare['admit']) => Promise<Answer | LargeAnswer>,
  status?: number,
) => Promise<Answer>
type LargeAnswer = ({ body: Reply } | { texts: Iterable<string> }) & { headers?: Record<string, string> }

export async function large(share: ReplyShare, read: Parameters<Large>[0], status = 200): Promise<Answer> {
  try {
    const answer = await read(share.admit)
    if (!('kind' in answer)) {
      const texts = 'texts' in answer ? answer.texts : jsonPieces(answer.body)
      return { kind: 'pieces', status, texts, release: share.release, headers: answer.headers }
    }
    share.release()
    return answer
  } catch (error) {
    share.release()
    throw error
  }
}
