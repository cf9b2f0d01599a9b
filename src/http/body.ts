import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { DomainError } from '../domain/errors.js'
import { depthOf, MAX_DEPTH } from '../domain/formats/index.js'
import type { Json } from '../domain/message.js'
import type { BodyShare } from './body-budget.js'
import { readBytes, type BodyLimits } from './body-bytes.js'
import { jsonFaultAt } from './json-fault.js'

/** Bodies: bounded before they are read, decoded without guessing, and kept as text beside their value. [13] */

export interface Body {
  text: string
  value: Json
  /** Lower-case hex SHA-256 of the bytes as they came. */
  digest: string
}

/** Reads and parses. A body of no bytes reads as `{}`. Throws unsupported_media_type, invalid_request and what `readBytes` throws. */
export async function readBody(request: IncomingMessage, share: BodyShare, limits: BodyLimits): Promise<Body> {
  if (!hasBody(request)) return parseBody(Buffer.alloc(0))
  requireJson(request.headers['content-type'])
  return parseBody(await readBytes(request, share, limits))
}

export function parseBody(bytes: Buffer): Body {
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (bytes.length === 0) return { text: '{}', value: {}, digest }
  const text = decode(bytes)
  const depth = depthOf(text)
  if (depth > MAX_DEPTH) throw invalid('JSON', `nesting of at most ${MAX_DEPTH}`, `nesting of ${depth}`)
  return { text, value: parseJson(text), digest }
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

function decode(bytes: Buffer): string {
  try {
    // A byte order mark at the start is dropped; bytes that are no UTF-8 are refused, not replaced.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('body', 'UTF-8', 'bytes that are not')
  }
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    const at = jsonFaultAt(text)
    throw invalid('body', 'JSON', at >= text.length ? `an end at position ${text.length}` : `something else at position ${at}`)
  }
}

function invalid(what: string, expected: string, received: string): DomainError {
  return new DomainError('invalid_request', `${what}: expected ${expected}, received ${received}.`, {}, [{ path: '', expected, received }])
}
