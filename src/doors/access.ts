import type { IncomingMessage, ServerResponse } from 'node:http'
import { startsWithOne } from '../domain/texts.js'
import { bearerIn } from '../http/input/request-headers.js'
import { recentEntries } from '../app/shared/recent.js'
import { actAs, requireRole, type Principal } from '../app/access/authenticate.js'
import { DomainError } from '../domain/errors.js'
import { nameRequest } from '../http/request-telemetry.js'
import { requireLoopback } from '../http/require-loopback.js'
import type { Admission } from '../http/server.js'

/** Who calls a door: a key of ours, or a program of this machine. A credential for the upstream is not checked here. */

export interface Caller {
  principal: Principal
  appId: string
  /** The client's own credential is a key of ours. */
  isOurKey: boolean
  /** The caller proved a key of ours, or the service runs without keys: the operator's credential may serve it. */
  hasKey: boolean
}

const KEY_PREFIX = 'pal_'
/** Credentials that are known not to be ours. */
const FOREIGN_KEPT = 1_000
const FOREIGN_MS = 60_000

/** Returns the function that identifies callers. It throws unauthorized, forbidden, rate_limited, quota_exceeded.
 * @param loopbackApp app of programs on this machine that send no key of ours; null: they need one */
export function callerOf(admission: Admission, loopbackApp: string | null) {
  const { server, options } = admission
  const foreign = recentEntries<true>(FOREIGN_KEPT, FOREIGN_MS)
  const byKey = (request: IncomingMessage, key: string) =>
    admission.addresses.lookUp(request, () => server.keyring.byKey(key))
  const isOurs = (credential: string) => credential.startsWith(KEY_PREFIX) || server.keyring.isOurToken(credential)
  return async (request: IncomingMessage, response: ServerResponse, keyInPath: string | null): Promise<Caller> => {
    const admitted = (found: Principal, isOurKey: boolean, hasKey = true) =>
      admit({ request, response }, found, { isOurKey, hasKey })
    const given = keyInPath ?? header(request, 'x-palimpsest-key')
    if (given !== null) return admitted(await byKey(request, given), false)
    const credential = credentialOf(request)
    // Ours, even if it has ended: it is never sent to the upstream.
    if (credential !== null && isOurs(credential)) return admitted(await byKey(request, credential), true)
    if (credential !== null && !foreign.has(credential)) {
      // The admin key has no prefix of ours. What is no key counts as a wrong one: it may be a guess.
      const principal = await byKey(request, credential).catch(asForeign)
      if (principal) return admitted(principal, true)
      foreign.set(credential, true)
    }
    if (options.auth === 'off') return admitted(await server.keyring.byKey(options.adminKey), false)
    if (loopbackApp !== null && isLocal(request, options.corsOrigins))
      return admitted(localPrincipal(loopbackApp), false, false)
    throw new DomainError(
      'unauthorized',
      'Key missing: send a key of this service as the API key, or in X-Palimpsest-Key beside the key of the provider.',
    )
  }

  async function admit(
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    found: Principal,
    { isOurKey, hasKey }: Pick<Caller, 'isOurKey' | 'hasKey'>,
  ): Promise<Caller> {
    nameRequest(request, { caller: found })
    admission.limits.key(found, response)
    requireRole(found, 'app')
    const principal = await actAs(server.ports, found, header(request, 'x-app-id'))
    nameRequest(request, { caller: principal })
    await admission.limits.app(principal, response)
    return { principal, appId: principal.home, isOurKey, hasKey }
  }
}

function asForeign(error: unknown): null {
  if (error instanceof DomainError && error.code === 'unauthorized') return null
  throw error
}

function localPrincipal(appId: string): Principal {
  return { name: 'door:local', role: 'app', scope: appId, home: appId, credential: null }
}

/** Whether the request comes from a program on this machine, and from no foreign page. */
function isLocal(request: IncomingMessage, corsOrigins: readonly string[]): boolean {
  const address = request.socket.remoteAddress ?? ''
  if (address !== '::1' && !startsWithOne(address, ['127.', '::ffff:127.'])) return false
  try {
    requireLoopback(request, corsOrigins)
    return true
  } catch {
    return false
  }
}

function credentialOf(request: IncomingMessage): string | null {
  return bearerIn(request.headers.authorization ?? '') ?? header(request, 'x-api-key')
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
