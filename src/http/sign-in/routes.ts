import { Router, type Request, type Response } from 'express'
import type { BrowserLogin, Clock } from '../../ports/ports.js'
import { DomainError } from '../../domain/errors.js'
import { readQuery } from '../input/request-headers.js'
import type { AddressGuard } from '../limits/address-limits.js'
import { escapeHtml, htmlPage, PAGE_POLICY } from '../pages/html-page.js'
import { problem, problemFor, retrySeconds, sendProblem, type Problem } from '../problem.js'
import { nameRequest } from '../request-telemetry.js'
import { isOwnPage, readCookie, removeCookie, setCookie } from './cookies.js'

/** Path at which a sign-in starts, relative to the dashboard. */
export const SIGN_IN_PATH = 'oidc/login'

/** Serves the sign-in of browsers: to the issuer's page, back with a code, and out again. Exists only if it is configured. */
export function signInRoutes(
  login: BrowserLogin,
  { addresses, clock }: { addresses: AddressGuard; clock: Clock },
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const soon = () => new Date(clock.now().getTime() + ATTEMPT_MS)

  router.get(`/${SIGN_IN_PATH}`, (request, response) =>
    forPeople({ request, response, login }, async () => {
      addresses.handshake(request)
      const { address, attempt } = await login.start()
      response.setHeader('Set-Cookie', setCookie(login, 'attempt', { value: attempt, until: soon() }))
      response.redirect(303, address)
    }),
  )

  router.get('/oidc/callback', (request, response) =>
    forPeople({ request, response, login }, async () => {
      addresses.handshake(request)
      const attempt = readCookie(request, login, 'attempt')
      // Whatever comes of it, a second answer finds no attempt.
      response.setHeader('Set-Cookie', removeCookie(login, 'attempt'))
      const { session, until } = await login.finish(attempt, readQuery(request.url))
      response.appendHeader('Set-Cookie', setCookie(login, 'session', { value: session, until }))
      // A fixed address: no part of the request decides where a browser goes.
      response.redirect(303, login.dashboard)
    }),
  )

  router.post('/oidc/logout', (request, response) => {
    nameRequest(request, { operation: 'signOut', route: '/oidc/logout' })
    if (!isOwnPage(request, login))
      return sendProblem(response, problem('forbidden', 'Only a page of this service signs out.'))
    response.setHeader('Set-Cookie', removeCookie(login, 'session'))
    response.status(204).end()
  })
  return router
}

/** Longer than the issuer's page may take, by the clock of the browser. */
const ATTEMPT_MS = 600_000

interface Visit {
  request: Request
  response: Response
  login: BrowserLogin
}

/** Answers failures with a page: a person reads them. */
async function forPeople({ request, response, login }: Visit, run: () => Promise<void>): Promise<void> {
  nameRequest(request, { operation: 'signIn', route: request.path })
  try {
    await run()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    sendPage(response, problemFor(error), login.dashboard)
  }
}

function sendPage(response: Response, document: Problem, dashboard: string): void {
  const retryAfter = retrySeconds(document)
  if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter))
  const body = `<h1>Not signed in</h1>
<p>${escapeHtml(document.detail)}</p>
<p><a href="${escapeHtml(dashboard)}">Back to the dashboard</a></p>`
  response
    .status(document.status)
    .setHeader('Content-Security-Policy', PAGE_POLICY)
    .type('html')
    .send(htmlPage('Not signed in', body))
}
