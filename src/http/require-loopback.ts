import type { IncomingMessage } from 'node:http'
import { DomainError } from '../domain/errors.js'

/** Without keys the address alone protects us, so a page from elsewhere must not be able to borrow it: a name that was made to point
 * here (DNS rebinding) shows in `Host`, a foreign page in `Origin`. Throws forbidden. */
export function requireLoopback(request: IncomingMessage, corsOrigins: readonly string[]): void {
  const { host, origin } = request.headers
  if (!isLoopbackName(hostnameOf(`http://${host ?? ''}`))) {
    throw new DomainError('forbidden', 'Without authentication only requests to a loopback name are answered.', {
      host: host ?? null,
    })
  }
  if (origin === undefined || corsOrigins.includes(origin)) return
  if (!isLoopbackName(hostnameOf(origin))) {
    throw new DomainError('forbidden', 'Without authentication only pages of this machine may call.', { origin })
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
