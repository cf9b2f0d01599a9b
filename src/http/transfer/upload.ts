import type { IncomingMessage } from 'node:http'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import { requirePlain } from '../input/body.js'

/** Reads a body of any size as it arrives. The client waits while what came is processed. [13] */

export interface Upload {
  contentType: string
  /** Yields the text of the body. Throws invalid_request if it is not UTF-8 or the connection closes early,
   * request_timeout if the client stalls. */
  texts(): AsyncGenerator<string>
}

/** Maximum milliseconds without a byte while the service waits for one. */
const IDLE_MS = 30_000

/** Throws unsupported_media_type. */
export function openUpload(request: IncomingMessage, types: readonly string[]): Upload {
  const header = request.headers['content-type'] ?? ''
  const contentType = header.split(';', 1)[0]!.trim().toLowerCase()
  if (!types.includes(contentType)) {
    const given = header === '' ? 'Content-Type is missing' : `Content-Type is ${header.slice(0, 80)}`
    throw new DomainError('unsupported_media_type', `${given}; expected ${types.join(' or ')}.`)
  }
  requirePlain(request.headers['content-encoding'])
  return { contentType, texts: () => texts(request) }
}

async function* texts(request: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw invalid('UTF-8', 'bytes that are not valid UTF-8')
    }
  }
  // The connection stays open after a failure, so that the client can read the reply.
  const chunks = request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  for (;;) {
    const next = await withinTime(chunks.next())
    if (next.done) break
    const text = decode(next.value as Buffer)
    if (text !== '') yield text
  }
  const rest = decode()
  if (rest !== '') yield rest
}

async function withinTime<T>(next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const idle = new Promise<never>((_, reject) => {
    const fault = new DomainError('request_timeout', `The body stalled: no byte arrived for ${IDLE_MS} ms.`)
    timer = setTimeout(() => reject(fault), IDLE_MS)
  })
  try {
    return await Promise.race([next, idle])
  } catch (error) {
    next.catch(() => {})
    throw error instanceof DomainError ? error : invalid('a complete body', 'an incomplete body')
  } finally {
    clearTimeout(timer)
  }
}

function invalid(expected: string, received: string): DomainError {
  return invalidRequest('', expected, received, `body: expected ${expected}, received ${received}.`)
}
