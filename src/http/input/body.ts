import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../domain/errors.js'
import type { BodyShare } from './body-budget.js'
import { readBytes, type BodyLimits } from './body-bytes.js'
import { parseBody, type Body } from './parse-body.js'

/** Bodies: bounded before they are read, then parsed. [13] */

/** Reads and parses. A body of no bytes reads as `{}`. Throws unsupported_media_type, invalid_request and what `readBytes` throws. */
export async function readBody(request: IncomingMessage, share: BodyShare, limits: BodyLimits): Promise<Body> {
  if (!hasBody(request)) return parseBody(Buffer.alloc(0))
  requireJson(request.headers['content-type'])
  return parseBody(await readBytes(request, share, limits))
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
  throw new DomainError(
    'unsupported_media_type',
    `The body must be application/json in UTF-8, not ${contentType ?? 'of no type at all'}.`,
  )
}
