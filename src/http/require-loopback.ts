import type { IncomingMessage } from 'node:http'
import { DomainError } from '../domain/errors.js'

/** Refuses requests that do not originate on this machine. Without keys, only the loopback address protects the
 * service, so foreign pages must not reach it. `Host` reveals DNS rebinding and `Origin` reveals a foreign page.
 * Throws forbidden. */
export function requireLoopback(request: IncomingMessage, corsOrigins: readonly string[]): void {
  const { host, origin } = request.headers
  if (!isLoopbackName(hostnameOf(`http://${host ?? ''}`))) {
    throw new DomainError('forbidden', 'With AUTH=off, the Host header must be a loopback name.', {
      host: host ?? null,
    })
  }
  if (origin === undefined || corsOrigins.includes(origin)) return
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
  return (
    name !== null &&
    (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name))
  )
}
