import type { IncomingMessage } from 'node:http'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import type { BodyShare } from './body-budget.js'

/** Reads the bytes of a request body within limits of size, memory and time. [13] */

export interface BodyLimits {
  maxBytes: number
  /** Maximum milliseconds without a byte. Default: 30,000. */
  idleMs?: number
  /** Maximum milliseconds for the whole body. Default: 110,000, slightly less than Node's own request timeout. */
  totalMs?: number
}

const IDLE_MS = 30_000
const TOTAL_MS = 110_000
/** Milliseconds a refused body may keep arriving. The client needs them to read the refusal before the close. */
const LINGER_MS = 2_000

/** Reads the whole body. Reserves a declared length before reading, and an undeclared length as bytes arrive. The
 * caller releases the share. Throws body_too_large, rate_limited, request_timeout, invalid_request. */
export async function readBytes(request: IncomingMessage, share: BodyShare, limits: BodyLimits): Promise<Buffer> {
  try {
    // Nothing would report its end any more, and it would hold its share until the timeout.
    if (request.destroyed) throw connectionClosed()
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > limits.maxBytes) throw tooLarge(limits.maxBytes)
    share.growTo(declared)
    return await collect(request, share, limits)
  } catch (error) {
    discardRest(request)
    throw error
  }
}

function collect(
  request: IncomingMessage,
  share: BodyShare,
  { maxBytes, idleMs = IDLE_MS, totalMs = TOTAL_MS }: BodyLimits,
): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = (error: unknown) => {
      clearTimeout(idle)
      clearTimeout(total)
      request.off('data', onData)
      chunks.length = 0
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      idle.refresh()
      size += chunk.length
      if (size > maxBytes) return refuse(tooLarge(maxBytes))
      try {
        share.growTo(size)
        chunks.push(chunk)
      } catch (error) {
        refuse(error)
      }
    }
    const idle = setTimeout(() => refuse(tooSlow(`The body stalled: no byte arrived for ${idleMs} ms.`)), idleMs)
    const total = setTimeout(() => refuse(tooSlow(`The body did not arrive completely within ${totalMs} ms.`)), totalMs)
    request.on('data', onData)
    const onClose = () => refuse(connectionClosed())
    request.once('end', () => {
      clearTimeout(idle)
      clearTimeout(total)
      // Every request closes in the end, and an error with its stack is expensive.
      request.off('close', onClose)
      resolve(Buffer.concat(chunks))
    })
    request.once('error', refuse)
    // A client that disconnects early gets no answer, but its handler must still end.
    request.once('close', onClose)
  })
}

/** Reads and drops the rest of a refused body, so that the client can read the refusal. */
export function discardRest(request: IncomingMessage): void {
  if (request.destroyed || request.readableEnded) return
  // An iterator that stopped early leaves a listener, with which the stream would never flow to its end.
  request.removeAllListeners('readable')
  request.resume()
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS).unref()
  request.once('end', () => clearTimeout(timer))
}

function tooLarge(maxBytes: number): DomainError {
  return new DomainError('body_too_large', `The body exceeds ${maxBytes} bytes. Send it in several requests.`, {
    maxBytes,
  })
}

function tooSlow(detail: string): DomainError {
  return new DomainError('request_timeout', detail)
}

function connectionClosed(): DomainError {
  const detail = 'Connection closed before the body was complete.'
  return invalidRequest('', 'a complete body', 'an incomplete body', detail)
}
