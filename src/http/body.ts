import type { IncomingMessage } from 'node:http'
import { DomainError } from '../domain/errors.js'
import { parseBody, type Body } from './parse-body.js'

/** Bodies: bounded before they are read, then parsed. [13] */

/** Throws unsupported_media_type, body_too_large, invalid_request. A body of no bytes at all reads as `{}`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (!hasBody(request)) return parseBody(Buffer.alloc(0))
  requireJson(request.headers['content-type'])
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) throw tooLarge(request, maxBytes)
  return parseBody(await readBytes(request, maxBytes))
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

function requireJson(contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim())
  const charset = parameters
    .find((piece) => piece.startsWith('charset='))
    ?.slice('charset='.length)
    .replace(/"/g, '')
  if (type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return
  throw new DomainError('unsupported_media_type', `The body must be application/json in UTF-8, not ${contentType ?? 'of no type at all'}.`)
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) return void chunks.push(chunk)
      request.off('data', onData)
      reject(tooLarge(request, maxBytes))
    }
    request.on('data', onData)
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    // A caller that hangs up half way gets no answer, and must leave nothing waiting for him.
    request.on('close', () => reject(invalid('body', 'a whole body', 'one that broke off')))
  })
}

/** How long a refused body may keep coming: a reader must get to see the refusal before the connection goes. */
const LINGER_MS = 2_000

function tooLarge(request: IncomingMessage, maxBytes: number): DomainError {
  request.resume()
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS).unref()
  request.on('end', () => clearTimeout(timer))
  return new DomainError('body_too_large', `The body is larger than ${maxBytes} bytes.`, { maxBytes })
}

function invalid(what: string, expected: string, received: string): DomainError {
  return new DomainError('invalid_request', `${what}: expected ${expected}, received ${received}.`, {}, [{ path: '', expected, received }])
}
