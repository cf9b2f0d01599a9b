import type { IncomingMessage } from 'node:http'
import type { BrowserLogin } from '../../ports/ports.js'

/** Cookies of a sign-in. Scripts cannot read them. */

/** `session`: who is signed in. `attempt`: a sign-in under way. */
type Purpose = 'session' | 'attempt'
type Site = Pick<BrowserLogin, 'redirectUri'>

/** With this prefix, a browser accepts the cookie only over TLS and only from this host. */
const nameOf = (purpose: Purpose, isSecure: boolean) => `${isSecure ? '__Host-' : ''}palimpsest-${purpose}`
const isSecure = ({ redirectUri }: Site) => redirectUri.startsWith('https:')

/** Returns the header that sets a cookie. @param value empty to remove it */
export function setCookie(site: Site, purpose: Purpose, { value, until }: { value: string; until: Date }): string {
  return [
    `${nameOf(purpose, isSecure(site))}=${value}`,
    'Path=/',
    'HttpOnly',
    // The answer of the issuer is a link from another site, which must bring the attempt. Nothing else needs a cookie from there.
    `SameSite=${purpose === 'attempt' ? 'Lax' : 'Strict'}`,
    ...(isSecure(site) ? ['Secure'] : []),
    `Expires=${until.toUTCString()}`,
  ].join('; ')
}

export function removeCookie(site: Site, purpose: Purpose): string {
  return setCookie(site, purpose, { value: '', until: new Date(0) })
}

/** Returns the value of a cookie; null without it. */
export function readCookie(request: IncomingMessage, site: Site, purpose: Purpose): string | null {
  const start = `${nameOf(purpose, isSecure(site))}=`
  const found = (request.headers.cookie ?? '').split(';').find((pair) => pair.trim().startsWith(start))
  return found?.trim().slice(start.length) || null
}

/** Returns the session that a request brings, if it comes from a page of this daemon; else null. A browser also sends the
 * cookie for pages of other hosts of the same site. */
export function sessionOf(request: IncomingMessage, site: Site): string | null {
  return isOwnPage(request, site) ? readCookie(request, site, 'session') : null
}

/** Whether a request comes from a page of this daemon. No page can set these headers itself. */
export function isOwnPage({ headers }: IncomingMessage, { redirectUri }: Site): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined ? headers.origin === new URL(redirectUri).origin : from === 'same-origin'
}
