import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Which headers pass through a door. All but those that belong to one connection, and our own. */

const CONNECTION = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** The body may change, and its reader needs it plain. Cookies belong to pages of this address. */
const REQUEST_ONLY = ['host', 'content-length', 'accept-encoding', 'expect', 'cookie', 'x-app-id', 'x-context-size']
const OWN_PREFIX = 'x-palimpsest-'
export const CREDENTIALS = ['authorization', 'x-api-key']
/** Of an upstream: they would act on pages and clients of our address. */
const NEVER_RELAYED = ['set-cookie', 'set-cookie2', 'location', 'refresh', 'clear-site-data', 'www-authenticate']

/** Whether the client brings a credential of its own for the upstream. */
export function hasOwnCredential(client: IncomingHttpHeaders, isOurs: boolean): boolean {
  return !isOurs && CREDENTIALS.some((name) => client[name] !== undefined)
}

export interface Credential {
  /** The client's credential is our key, so it must not reach the upstream. */
  isOurs: boolean
  /** Header with the configured credential of the upstream; null: none. */
  configured: { name: string; value: string } | null
}

/** @param bodyBytes length of the body to send; null: the body streams through as it comes */
export function requestHeaders(
  client: IncomingHttpHeaders,
  { isOurs, configured }: Credential,
  bodyBytes: number | null,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const dropped = new Set([...CONNECTION, ...REQUEST_ONLY, ...listed(client.connection)])
  for (const [name, value] of Object.entries(client)) {
    if (value === undefined || dropped.has(name) || name.startsWith(OWN_PREFIX)) continue
    if (isOurs && CREDENTIALS.includes(name)) continue
    headers[name] = value
  }
  const hasCredential = CREDENTIALS.some((name) => headers[name] !== undefined)
  if (configured && !hasCredential) headers[configured.name] = configured.value
  headers['accept-encoding'] = 'identity'
  if (bodyBytes !== null) headers['content-length'] = bodyBytes
  else if (client['content-length'] !== undefined) headers['content-length'] = client['content-length']
  else if (client['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
  return headers
}

/** @param isSameLength whether the body passes unchanged */
export function responseHeaders(upstream: IncomingHttpHeaders, isSameLength: boolean): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const dropped = new Set([
    ...[...CONNECTION, ...NEVER_RELAYED, ...listed(upstream.connection)],
    ...(isSameLength ? [] : ['content-length']),
  ])
  for (const [name, value] of Object.entries(upstream)) {
    if (value === undefined || dropped.has(name) || name.startsWith(OWN_PREFIX)) continue
    // Which pages may read an answer is decided here, not by the upstream.
    if (name.startsWith('access-control-')) continue
    headers[name] = value
  }
  return headers
}

function listed(connection: string | undefined): string[] {
  return (connection ?? '').split(',').map((name) => name.trim().toLowerCase())
}
