import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../domain/addresses.js'
import { DomainError } from '../domain/errors.js'

/** Headers that programs on this machine do not send and proxies do. A proxy speaks for others. */
const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|cf-.+|cdn-loop|fly-.+|fastly-.+|(?:x-)?(?:real|client|cluster-client|true-client|remote)-(?:ip|addr)|true-client-ip|x-envoy-.+|x-amzn-.+)$/

/** Whether a header shows that the request came through a proxy. */
export function isProxied({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
}

/** Refuses requests that do not originate on this machine. Without keys, only the loopback address protects the
 * service, so foreign pages must not reach it. `Host` reveals DNS rebinding, `Origin` and `Sec-Fetch-Site` a foreign page,
 * and the headers of a proxy another machine.
 * Throws forbidden. */
export function requireLoopback(request: IncomingMessage, corsOrigins: readonly string[]): void {
  const { host, origin } = request.headers
  if (!isLoopbackName(hostnameOf(`http://${host ?? ''}`))) {
    throw new DomainError('forbidden', 'With AUTH=off, the Host header must be a loopback name.', {
      host: host ?? null,
    })
  }
  if (isProxied(request))
    throw new DomainError('forbidden', 'Without a key, no request may come through a proxy: configure keys.')
  if (origin !== undefined && corsOrigins.includes(origin)) return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    throw new DomainError('forbidden', 'Without a key, only pages of this machine may call the API.', { site })
  if (origin === undefined) return
  if (!isLoopbackName(hostnameOf(origin))) {
    throw new DomainError('forbidden', 'With AUTH=off, only pages of this machine may call the API.', { origin })
  }
}

function hostnameOf(address: string): string | null {
  try {
    return new URL(address).hostname
  } catch {
    return null
  }
}

function isLoopbackName(name: string | null): boolean {
  return name !== null && (isLoopback(name) || name.endsWith('.localhost'))
}
