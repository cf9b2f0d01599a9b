import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../domain/errors.js'
import type { BodyShare } from './body-budget.js'
import { readBytes, type BodyLimits } from './body-bytes.js'
import type { BodyPlace } from './large-bodies.js'
import { parseBody, type Body } from './parse-body.js'

/** Reads a request body within limits and parses it, a large one when it has its place. An empty body reads as `{}`.
 * [13]
 * Throws unsupported_media_type, invalid_request, and the errors of `readBytes` and `BodyPlace`. */
export async function readBody(
  request: IncomingMessage,
  share: BodyShare,
  place: BodyPlace,
  limits: BodyLimits,
): Promise<Body> {
  // Only a repeated request is recognized by it.
  const withDigest = request.headers['idempotency-key'] !== undefined
  if (!hasBody(request)) return parseBody(Buffer.alloc(0), withDigest)
  requireJson(request.headers['content-type'])
  requirePlain(request.headers['content-encoding'])
  const bytes = await readBytes(request, share, limits)
  await place.take(bytes.length)
  return parseBody(bytes, withDigest)
}

function hasBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

/** Throws unsupported_media_type if the body is compressed. */
export function requirePlain(encoding = 'identity'): void {
  if (encoding.toLowerCase() === 'identity') return
  const received = JSON.stringify(encoding.slice(0, 80))
  throw new DomainError(
    'unsupported_media_type',
    `Content-Encoding: expected none, received ${received}. Send the body uncompressed.`,
    {},
    [{ path: 'Content-Encoding', expected: 'none', received }],
  )
}

function requireJson(contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim())
  const charset = parameters
    .find((piece) => piece.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return
  throw new DomainError(
    'unsupported_media_type',
    contentType === undefined
      ? 'Content-Type is missing; expected application/json.'
      : `Content-Type is ${contentType}; expected application/json in UTF-8.`,
  )
}
