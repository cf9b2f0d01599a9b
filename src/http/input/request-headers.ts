import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../domain/errors.js'
import type { RawCall } from '../operation.js'

/** What address and headers of a request say, read strictly. All throw invalid_request. */

export function readQuery(url: string): Record<string, string> {
  const query: Record<string, string> = {}
  const start = url.indexOf('?')
  if (start === -1) return query
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (Object.hasOwn(query, name)) throw invalid(`query.${name}`, 'one value', 'several')
    Object.defineProperty(query, name, { value, enumerable: true })
  }
  return query
}

/** `Authorization: Bearer …` → the key; null: the header is not there. */
export function bearerKey(request: IncomingMessage): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  const match = /^Bearer +(\S+) *$/i.exec(header)
  if (!match) throw new DomainError('unauthorized', 'Authorization must read: Bearer <key>.')
  return match[1]!
}

export function readHeaders(request: IncomingMessage): RawCall['headers'] {
  const { headers } = request
  return {
    idempotencyKey: idempotencyKey(headers['idempotency-key']),
    ifMatch: versionOf(headers['if-match']),
    ifNoneMatch: (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')),
    lastEventId: singular(headers['last-event-id']),
    accept: headers.accept ?? '*/*',
  }
}

function idempotencyKey(header: string | string[] | undefined): string | undefined {
  const key = singular(header)
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', '1 to 255 printable ASCII characters', 'something else')
  return key
}

/** ETag of a session `"7"`, of its context `"ses_….7.openai"`, or the bare number. `*` asks for nothing we could refuse. */
function versionOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const match = /^\s*(?:W\/)?"?(?:ses_[\w-]+\.)?(\d{1,15})(?:\.[a-z]+)?"?\s*$/.exec(header)
  if (!match) throw invalid('If-Match', 'an ETag of this session', JSON.stringify(header))
  return Number(match[1])
}

function singular(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

function invalid(path: string, expected: string, received: string): DomainError {
  return new DomainError('invalid_request', `${path}: expected ${expected}, received ${received}.`, {}, [
    { path, expected, received },
  ])
}
