import { withoutTail } from './signs.js'

/** Reads addresses of servers. */

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)
}

export function withoutEndSlashes(url: string): string {
  return withoutTail(url, '/')
}

/** Returns the version at the end of an address: `/v1`; empty if there is none. */
export function apiVersionIn(url: string): string {
  return /\/v\d+$/.exec(url)?.[0] ?? ''
}
