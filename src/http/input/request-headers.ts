import type { IncomingMessage } from 'node:http'
import type { VersionTag } from '../../app/shared/require-version.js'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import type { RawCall } from '../operation.js'
import { decodeQueryText, invalidUtf8 } from './percent-encoding.js'

/** Strict parsing of the query and headers of a request. Every function throws invalid_request unless noted. */

export function readQuery(url: string): Record<string, string> {
  const query: Record<string, string> = {}
  const start = url.indexOf('?')
  if (start === -1) return query
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.includes('=') ? pair.indexOf('=') : pair.length
    const name = decodeQueryText(pair.slice(0, equals))
    if (name === null) throw invalidUtf8(`query.${pair.slice(0, equals)}`)
    const value = decodeQueryText(pair.slice(equals + 1))
    if (value === null) throw invalidUtf8(`query.${name}`)
    if (Object.hasOwn(query, name)) throw invalidRequest(`query.${name}`, 'one value', 'several values')
    Object.defineProperty(query, name, { value, enumerable: true })
  }
  return query
}

/** Returns the key of `Authorization: Bearer <key>`; null without the header. Throws unauthorized. */
export function bearerKey(request: IncomingMessage): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  const key = bearerIn(header)
  if (key === null) throw new DomainError('unauthorized', 'The Authorization header must have the form: Bearer <key>.')
  return key
}

/** Returns the key of an Authorization header; null if it has another form. */
export function bearerIn(header: string): string | null {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null
}

export function readHeaders(request: IncomingMessage): RawCall['headers'] {
  const { headers } = request
  return {
    idempotencyKey: idempotencyKey(headers['idempotency-key']),
    ifMatch: versionOf(headers['if-match']),
    ifNoneMatch: (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')),
    lastEventId: singular(headers['last-event-id']),
    recall: recallOf(headers['x-palimpsest-recall']),
    accept: headers.accept ?? '*/*',
  }
}

/** Reads whether a request asks for nothing to be recalled. */
export function recallOf(header: string | string[] | undefined): 'off' | undefined {
  const value = singular(header)?.trim().toLowerCase()
  if (value === undefined || value === 'auto' || value === '') return undefined
  if (value !== 'off') throw invalidRequest('X-Palimpsest-Recall', 'off or auto', JSON.stringify(value.slice(0, 80)))
  return 'off'
}

function idempotencyKey(header: string | string[] | undefined): string | undefined {
  const key = singular(header)
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidRequest('Idempotency-Key', '1 to 255 printable ASCII characters', `${key.length} characters`)
  return key
}

/** Returns the version in a session ETag (`"7-1f0c9a2b"`), a context ETag (`"ses_….7-1f0c9a2b.openai"`), or a bare number,
 * which has any incarnation. `*` matches every version, so it reads as undefined. */
function versionOf(header: string | undefined): VersionTag | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const match = /^\s*(?:W\/)?"?(?:ses_[\w-]+\.)?(\d{1,15})(?:-([0-9a-f]{8}))?(?:\.[a-z]+)?"?\s*$/.exec(header)
  if (!match) throw invalidRequest('If-Match', 'an ETag of this session', JSON.stringify(header))
  return { version: Number(match[1]), incarnation: match[2] ?? null }
}

function singular(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
